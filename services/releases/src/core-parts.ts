import type { BlobStore } from '@redress/server/blob-store';
import type { KeptBlobStore } from './blobs/kept-blob-store.ts';
import type { FileCheck } from './builds/file-check.ts';
import type { KeyFolder } from './keys/key-folder.ts';
import type { HeadFiles } from './reader/head-file.ts';
import type { TeamLimits } from './retention/limits.ts';
import type { Db } from './store/schema.ts';

/** What everything that decides about releases is built from. */
export interface CoreParts {
  db: Db;
  blobs: BlobStore & Partial<KeptBlobStore>;
  files: FileCheck;
  keys: KeyFolder;
  heads: HeadFiles;
  limits: TeamLimits;
  now: () => Date;
}
