import { AppError } from '@redress/contracts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { SignatureAnswer } from './signature-worker.ts';

export interface SignaturePool {
  /**
   * @param dataUrl - as the browser sent it
   * @returns the signature as an opaque PNG of our own
   * @throws {AppError} SIGNATURE_INVALID for anything but a PNG the pad could have made; OVERLOADED when too many wait
   */
  flatten(dataUrl: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** One thread, so that signatures never take more than one core from the letters and the requests. */
export function createSignaturePool(): SignaturePool {
  const pool = createThreadPool<string, SignatureAnswer>({
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
      const answer = await pool.run(dataUrl);
      if ('fault' in answer) throw new AppError('SIGNATURE_INVALID', { details: { reason: answer.fault } });
      return Buffer.from(answer.png.buffer, answer.png.byteOffset, answer.png.byteLength);
    },
    close: () => pool.close(),
  };
}
