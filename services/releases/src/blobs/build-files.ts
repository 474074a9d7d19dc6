import {
  type BlobStore,
  createFileBlobStore,
  createS3BlobStore,
  type FileBlobStore,
  type S3Bucket,
} from '@redress/server/blob-store';

/** Key of a file's bytes. */
export const contentKey = (integrity: string): string =>
  `sha384/${Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')}`;

/** Kept with a build for those who read its errors. No site serves one, and a build is whole without. */
export const isSourceMap = (file: string): boolean => file.endsWith('.map');

/** The shell's declarations for those who write remotes: kept with its build, and served to no visitor. */
export const TYPES_FILE = 'types.json';

/** Kept with a build, and no part of what visitors are served: without it a build is whole. */
export const isNotServed = (file: string): boolean => isSourceMap(file) || file === TYPES_FILE;

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Key of the compressed copy kept beside a file's bytes. */
export const encodedKey = (integrity: string, encoding: Encoding): string => `${contentKey(integrity)}.${encoding}`;

/** Key of the copies that are compressed against earlier contents of the file. @see dictionary-copies.ts */
export const dictionaryCopiesKey = (integrity: string): string => `${contentKey(integrity)}.dcz`;

/** Keys of everything that is made of a file and kept beside it. */
export const copyKeys = (integrity: string): string[] => [
  ...ENCODINGS.map((encoding) => encodedKey(integrity, encoding)),
  dictionaryCopiesKey(integrity),
];

/** Key of a build's signed descriptor; immutable like the files it lists. */
export const descriptorKey = (name: string, buildId: string): string => `builds/${name}/${buildId}.json`;

/**
 * Key of an entry of the ledger, with the snapshot that it made: what a lost or an older database is brought back from.
 * @param other - digest of bytes that stood there before a database without them went another way
 */
export const ledgerKey = (seq: number, other?: string): string => `ledger/${seq}${other ? `-${other}` : ''}.json`;
export const isOfLedger = (key: string): boolean => key.startsWith('ledger/');

const KEYS = [
  /^sha384\/[0-9a-f]{96}(\.br|\.gzip|\.dcz)?$/,
  /^builds\/(shell|mf-[a-z0-9-]{1,40})\/[0-9a-f]{12}\.json$/,
  /^ledger\/\d{1,10}(-[0-9a-f]{12})?\.json$/,
];
/** The keys there are: stores make paths of them. */
const isBuildKey = (key: string): boolean => KEYS.some((pattern) => pattern.test(key));

/** Builds in a folder, under the name of their own hash: any program of this machine may read them. */
export const createBuildFolder = (folder: string): FileBlobStore =>
  createFileBlobStore({ folder, isKey: isBuildKey, fileMode: 0o644 });

/** Builds in a bucket, for any number of sites. Without the right to delete nothing is collected. */
export const createBuildBucket = (bucket: S3Bucket): BlobStore => createS3BlobStore(bucket, { isKey: isBuildKey });
