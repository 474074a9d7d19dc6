import { type ContentStore, createContentStore, createFileBlobStore, createS3BlobStore } from '@redress/blob-store';
import type { BlobsConfig } from '../platform/config.ts';

/** Letters, papers and signatures: in a folder that nobody else may read, or in a bucket. */
export const openContentStore = (config: BlobsConfig): ContentStore =>
  createContentStore((isKey) =>
    config.kind === 'files'
      ? createFileBlobStore({ folder: config.folder, isKey, fileMode: 0o600 })
      : createS3BlobStore(config, { isKey }),
  );
