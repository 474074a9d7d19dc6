import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isNotServed, type Encoding } from './build-files.ts';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

const COMPRESSIBLE = /\.(js|mjs|css|html|json|svg|txt|webmanifest)$/;
/** Below this a compressed answer is no smaller on the wire. */
const SMALLEST_BYTES = 200;

/** Of what visitors are sent; documents are made of prerendered pieces. */
export const isCompressible = (file: string, bytes: Buffer): boolean =>
  COMPRESSIBLE.test(file) && !isNotServed(file) && bytes.length >= SMALLEST_BYTES;

/** Copies for keeping: made once, as small as can be. */
export async function compress(bytes: Buffer): Promise<Record<Encoding, Buffer>> {
  const [br, gz] = await Promise.all([
    asBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    asGzip(bytes, { level: 9 }),
  ]);
  return { br, gzip: gz };
}
