import {
  type ContentStore,
  createContentStore,
  createFileBlobStore,
  createS3BlobStore,
  observedBlobStore,
  type ObserveStore,
} from '@redress/blob-store';
import type { BlobsConfig } from '../platform/config.ts';

/** Letters, papers and signatures: in a folder that nobody else may read, or in a bucket. */
export const openContentStore = (config: BlobsConfig, observe: ObserveStore = () => {}): ContentStore =>
  createContentStore((isKey) => {
    const store =
      config.kind === 'files'
        ? createFileBlobStore({ folder: config.folder, isKey, fileMode: 0o600 })
        : createS3BlobStore(config, { isKey });
    return observedBlobStore(store, observe);
  });
