/** Letters, papers and signatures, by the digest of their content. */
export type { ContentStore as Files } from '@redress/server/blob-store';
