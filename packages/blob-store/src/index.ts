export type { BlobStore } from './blob-store.ts';
export { createContentStore, type ContentStore } from './content-store.ts';
export { createFileBlobStore, type FileBlobStore } from './file-blob-store.ts';
export { createS3BlobStore, type S3Bucket } from './s3-blob-store.ts';
