import type { BlobsConfig } from '../../platform/config.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import { createFileBlobStore } from './file-blob-store.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

export const createBlobStore = (config: BlobsConfig): BlobStore =>
  config.kind === 'files' ? createFileBlobStore(config.folder) : createS3BlobStore(config);
