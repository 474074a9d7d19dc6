import { AppError } from '@redress/contracts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { SignatureAnswer, SignatureTask } from './signature-worker.ts';

export interface SignaturePool {
  /**
   * @param dataUrl - as the browser sent it
   * @returns the signature as an opaque PNG of our own
   * @throws {AppError} SIGNATURE_INVALID for anything but a PNG the pad could have made; OVERLOADED when too many wait
   */
  flatten(dataUrl: string): Promise<Buffer>;
  /** Whether a stored picture can be nothing but ink on white. */
  isProven(png: Uint8Array): Promise<boolean>;
  close(): Promise<void>;
}

/** One thread, so that signatures never take more than one core from the letters and the requests. */
export function createSignaturePool(): SignaturePool {
  const pool = createThreadPool<SignatureTask, SignatureAnswer>({
    workerUrl: new URL('./signature-worker.ts', import.meta.url),
    name: 'signature',
    size: 1,
    timeoutMs: 10_000,
    maxWaiting: 50,
    maxMemoryMb: 128,
    failed: (reason, cause) =>
      new AppError('OVERLOADED', { details: { reason }, ...(cause === undefined ? {} : { cause }) }),
  });
  return {
    async flatten(dataUrl) {
      const answer = await pool.run({ flatten: dataUrl });
      if ('fault' in answer) throw new AppError('SIGNATURE_INVALID', { details: { reason: answer.fault } });
      if (!('png' in answer)) throw new TypeError('The signature thread answered another question.');
      return Buffer.from(answer.png.buffer, answer.png.byteOffset, answer.png.byteLength);
    },
    async isProven(png) {
      const answer = await pool.run({ prove: png });
      return 'isProven' in answer && answer.isProven;
    },
    close: () => pool.close(),
  };
}
