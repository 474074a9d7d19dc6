export type { BlobStore } from './blob-store.ts';
export { createContentStore, type ContentStore } from './content-store.ts';
export { createFileBlobStore, type FileBlobStore } from './file-blob-store.ts';
export { leaseInBucket, leaseInFolder, type LeasePlace } from './lease-place.ts';
export { listBucket, listFolder, type StoredFile } from './listed-store.ts';
export { observedBlobStore, type ObserveStore } from './observed-blob-store.ts';
export { createS3BlobStore, type S3Bucket } from './s3-blob-store.ts';
