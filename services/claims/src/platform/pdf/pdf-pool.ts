import { AppError } from '@redress/contracts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { PdfJob, RenderedPdf } from './render.ts';

export interface PdfPoolOptions {
  /** Threads; one less than there are processors, at least one, unless said. */
  size?: number;
  /** How long one file may take; waiting is not counted. */
  timeoutMs?: number;
  /** Files that may wait; more are refused at once rather than late. */
  maxWaiting?: number;
  /** Module the threads run; another one in tests of what happens when a thread dies or hangs. */
  workerUrl?: URL;
}

export interface PdfPool {
  /** Files drawn at once. */
  size: number;
  /** @throws {AppError} PDF_FAILED when rendering fails, takes too long, the thread dies, or too many wait */
  render(job: PdfJob): Promise<RenderedPdf>;
  close(): Promise<void>;
}

export function createPdfPool({
  workerUrl = new URL('./pdf-worker.ts', import.meta.url),
  timeoutMs = 20_000,
  maxWaiting = 200,
  size,
}: PdfPoolOptions = {}): PdfPool {
  const pool = createThreadPool<PdfJob, RenderedPdf>({
    workerUrl,
    name: 'pdf',
    timeoutMs,
    maxWaiting,
    maxMemoryMb: 384,
    ...(size === undefined ? {} : { size }),
    failed: (reason, cause) =>
      new AppError('PDF_FAILED', { details: { reason }, ...(cause === undefined ? {} : { cause }) }),
  });
  return { size: pool.size, render: (job) => pool.run(job), close: () => pool.close() };
}
