import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

/**
 * Copies of one file in `dcz` (RFC 9842): each is compressed with zstd against other contents, which a browser has of an
 * earlier release and names by their digest. By that name, as it stands in `Available-Dictionary`.
 */
export type DictionaryCopies = ReadonlyMap<string, Buffer>;

const asZstd = promisify(zstdCompress);
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** A skippable frame of zstd, of so many bytes as the digest of the dictionary has, which follows. */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
const DIGEST_BYTES = 32;
/** Begins a dictionary that zstd has trained. Contents that began so would not be taken as they are. */
const TRAINED = Buffer.from('37a430ec', 'hex');
/** Less is no dictionary to zstd; more costs a publication too much, and would pass the window that every reader has (8 MB). */
const FEWEST_BYTES = 8;
const MOST_BYTES = 2_000_000;
/** Less than a tenth of the time that brotli takes for the same file; see docs/performance.md. */
const LEVEL = 19;

/** Whether contents of one file are compressed against others of it. */
export const isDictionaryFor = (bytes: Buffer, dictionary: Buffer): boolean =>
  [bytes, dictionary].every(({ length }) => length >= FEWEST_BYTES && length <= MOST_BYTES) &&
  !dictionary.subarray(0, TRAINED.length).equals(TRAINED);

const nameOf = (digest: Buffer): string => `:${digest.toString('base64')}:`;
/** As a browser names it. */
export const dictionaryName = (dictionary: Buffer): string => nameOf(sha256(dictionary));

/** The file as it is sent to a browser that has this dictionary. */
export async function compressAgainst(bytes: Buffer, dictionary: Buffer): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return Buffer.concat([MAGIC, sha256(dictionary), await asZstd(bytes, { dictionary, params })]);
}

/** All copies of a file in one blob: their digest, then each behind its length. */
export function packCopies(copies: Iterable<Buffer>): Buffer {
  const body = Buffer.concat(
    [...copies].flatMap((copy) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(copy.length);
      return [length, copy];
    }),
  );
  return Buffer.concat([sha256(body), body]);
}

/** @returns `null` when these are not the bytes that were packed */
export function unpackCopies(packed: Buffer): DictionaryCopies | null {
  const body = packed.subarray(DIGEST_BYTES);
  if (!sha256(body).equals(packed.subarray(0, DIGEST_BYTES))) return null;
  const copies = new Map<string, Buffer>();
  for (let at = 0; at + 4 <= body.length;) {
    const end = at + 4 + body.readUInt32BE(at);
    const copy = body.subarray(at + 4, end);
    copies.set(nameOf(copy.subarray(MAGIC.length, MAGIC.length + DIGEST_BYTES)), copy);
    at = end;
  }
  return copies;
}
