import {
  createContentStore,
  createFileBlobStore,
  createS3BlobStore,
  observedBlobStore,
  type ObserveStore,
} from '@redress/server/blob-store';
import { inClientSpan } from '@redress/telemetry/server';
import type { BlobsConfig } from '../platform/config.ts';
import type { Files } from './ports/files.ts';

/** Letters, papers and signatures: in a folder that nobody else may read, or in a bucket. */
export function openContentStore(config: BlobsConfig, observe: ObserveStore = () => {}): Files {
  const store = createContentStore((isKey) => {
    const store =
      config.kind === 'files'
        ? createFileBlobStore({ folder: config.folder, isKey, fileMode: 0o600 })
        : createS3BlobStore(config, { isKey });
    return observedBlobStore(store, observe);
  });
  return {
    put: (bytes, contentType) => inClientSpan('files', 'put', () => store.put(bytes, contentType)),
    get: (key) => inClientSpan('files', 'get', () => store.get(key)),
    remove: (key) => inClientSpan('files', 'remove', () => store.remove(key)),
    check: () => store.check(),
  };
}
