import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { compressAgainst, dictionaryName, isDictionaryFor, packCopies, unpackCopies } from './dictionary-copies.ts';

/** Words that compress badly by themselves. */
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    createHash('sha256')
      .update(String(from + at))
      .digest('base64'),
  ).join(';');
const before = Buffer.from(words(0, 2_000));
const after = Buffer.from(before.toString().replace(/;/, ';One text is another now;'));

it('is what RFC 9842 says: the magic bytes, the digest of the dictionary, a frame that this dictionary alone opens', async () => {
  const copy = await compressAgainst(after, before);
  expect(copy.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  const digest = copy.subarray(8, 40);
  expect(digest).toEqual(createHash('sha256').update(before).digest());
  expect(dictionaryName(before)).toBe(`:${digest.toString('base64')}:`);
  const isReadWith = (dictionary: Buffer) => {
    try {
      return zstdDecompressSync(copy.subarray(40), { dictionary }).equals(after);
    } catch {
      return false;
    }
  };
  expect([before, Buffer.from(words(9_000, 2_000))].map(isReadWith)).toEqual([true, false]);
});

it('costs a visitor for one edited text less than a hundredth of the file', async () => {
  expect((await compressAgainst(after, before)).length).toBeLessThan(after.length / 100);
});

it('takes neither what is enormous, nor next to nothing, nor what zstd would read as a dictionary of its own', () => {
  const enormous = Buffer.alloc(2_000_001);
  expect(isDictionaryFor(after, before)).toBe(true);
  for (const [bytes, dictionary] of [
    [enormous, before],
    [after, enormous],
    [after, Buffer.alloc(0)],
    [after, Buffer.concat([Buffer.from('37a430ec', 'hex'), before])],
  ] as const)
    expect(isDictionaryFor(bytes, dictionary)).toBe(false);
});

it('comes out of one blob as it went in, by the name of its dictionary, and not at all where one byte of it is another', () => {
  const copies = [1, 2, 3].map((at) => Buffer.from(words(at, 3 * at)));
  const packed = packCopies(copies);
  const unpacked = unpackCopies(packed);
  expect([...(unpacked?.values() ?? [])].map(String)).toEqual(copies.map(String));
  expect([...(unpacked?.keys() ?? [])]).toEqual(copies.map((copy) => `:${copy.subarray(8, 40).toString('base64')}:`));
  for (const at of [0, 31, 32, 40, packed.length - 1]) {
    const spoilt = Buffer.from(packed);
    spoilt.writeUInt8(spoilt.readUInt8(at) ^ 1, at);
    expect(unpackCopies(spoilt)).toBeNull();
  }
  expect(unpackCopies(packed.subarray(0, 50))).toBeNull();
  expect(unpackCopies(Buffer.alloc(0))).toBeNull();
});
