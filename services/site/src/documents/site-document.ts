import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Encoding } from '../http/negotiate.ts';

/** One document, ready to send. */
export interface SiteDocument {
  status: 200 | 404;
  headers: Readonly<Record<string, string>>;
  etag: string;
  body: DocumentBody;
}

/**
 * Headers of the answer that a document has not changed: what RFC 9110 asks for. Others, the policy among them, stay with
 * the document in the browser, and the tag is another one when one of them is.
 */
export const ofUnchanged = ({ headers }: SiteDocument): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'cache-control' || name === 'vary'));

/** The bytes of a document, compressed when they are asked for. */
export interface DocumentBody {
  /** Whoever asks first waits some milliseconds; all who ask meanwhile wait for the same. */
  as(encoding: Encoding): Buffer | Promise<Buffer>;
  /** Compresses at the best quality. */
  recompress(): Promise<void>;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
/** Quality while a visitor waits; a tenth smaller when there is time. */
const BROTLI_QUALITY = 6;
const BEST_BROTLI_QUALITY = 11;

const brotli = (bytes: Buffer, quality: number): Promise<Buffer> =>
  asBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });

/**
 * Not compressed before it is asked for: a snapshot has some fifty documents, and to compress them all took longer than everything
 * else between a rollback and the first document of it that was sent.
 */
export function documentBody(identity: Buffer): DocumentBody {
  const made: { br?: Buffer | Promise<Buffer>; gzip?: Buffer | Promise<Buffer> } = {};
  const make = async (encoding: 'br' | 'gzip'): Promise<Buffer> => {
    try {
      return await (encoding === 'br' ? brotli(identity, BROTLI_QUALITY) : asGzip(identity, { level: 6 }));
    } catch (error) {
      delete made[encoding];
      throw error;
    }
  };
  return {
    as: (encoding) => (encoding === 'identity' ? identity : (made[encoding] ??= make(encoding))),
    async recompress() {
      made.br = await brotli(identity, BEST_BROTLI_QUALITY);
    },
  };
}
