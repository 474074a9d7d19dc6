import type { BlobStore } from '@redress/server/blob-store';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { integrityOf } from '@redress/release-client/publish';
import { contentKey, encodedKey, ENCODINGS, isNotServed, type Encoding } from '../blobs/build-files.ts';
import { compress, isCompressible } from '../blobs/compress.ts';

const AT_ONCE = 8;
const DECOMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
};

/** @returns whether a stored copy decompresses to the published file */
export async function isCopyOf(integrity: string, encoding: Encoding, copy: Buffer): Promise<boolean> {
  const original = await DECOMPRESS[encoding](copy).catch(() => null);
  return original !== null && integrityOf(original) === integrity;
}

/** Says which files of a build the store no longer gives as they were published. */
export function createFileCheck(blobs: BlobStore) {
  const whole = new Set<string>();

  const lostOf = async ([path, { integrity }]: [string, { integrity: string }], repair: boolean): Promise<string[]> => {
    const bytes = await blobs.get(contentKey(integrity));
    if (!bytes || integrityOf(bytes) !== integrity) return [path];
    if (!isCompressible(path, bytes)) return [];
    const copies = await Promise.all(ENCODINGS.map((encoding) => blobs.get(encodedKey(integrity, encoding))));
    const lost: string[] = [];
    for (const [index, encoding] of ENCODINGS.entries()) {
      const copy = copies[index];
      if (copy && (await isCopyOf(integrity, encoding, copy))) continue;
      // A missing copy is made again from the file; a wrong one stands in the place where it would be kept.
      if (!copy && !repair) continue;
      if (!copy) await blobs.put(encodedKey(integrity, encoding), (await compress(bytes))[encoding]);
      else lost.push(`${path} (${encoding})`);
    }
    return lost;
  };

  const keyOf = ({ name, buildId }: BuildDescriptor) => `${name} ${buildId}`;

  return {
    /** Whether this process has found the build whole: it is then not read unless `again` is asked for. */
    isKnownWhole: (build: BuildDescriptor) => whole.has(keyOf(build)),

    /**
     * @param options.again - read everything, even if this process has found the build whole before
     * @param options.repair - whether a compressed copy that is missing is made again; it is, unless said
     * @returns what is lost: `lifecycles.js`, `lifecycles.js (br)`; empty when the build is whole
     */
    async lost(build: BuildDescriptor, { again = false, repair = true }: { again?: boolean; repair?: boolean } = {}) {
      const key = keyOf(build);
      if (whole.has(key) && !again) return [];
      // Without a source map a release is served as well as with it: it stops no rollback.
      const files = Object.entries(build.files).filter(([path]) => !isNotServed(path));
      const lost: string[] = [];
      for (let start = 0; start < files.length; start += AT_ONCE) {
        const some = files.slice(start, start + AT_ONCE).map((file) => lostOf(file, repair));
        lost.push(...(await Promise.all(some)).flat());
      }
      // Found whole without a repair, it may still lack a compressed copy.
      if (lost.length > 0) whole.delete(key);
      else if (repair) whole.add(key);
      return lost;
    },
  };
}
export type FileCheck = ReturnType<typeof createFileCheck>;
