import { AppError } from '@redress/contracts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { Block } from './blocks.ts';
import type { PageImage } from './drawn-files.ts';
import type { PdfJob, RenderedPdf } from './render.ts';
import type { SheetInfo } from './sheet.ts';

/** What a thread is asked for, and what each kind answers. Plain data. */
export type PdfTask =
  | PdfJob
  | { kind: 'page'; file: Uint8Array; no: number }
  | { kind: 'join'; files: readonly Uint8Array[]; isForPrint: boolean };
export type PdfResult = RenderedPdf | PageImage | Uint8Array | null;

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
  /** A paper made of blocks. @throws {AppError} PDF_FAILED */
  draw(info: SheetInfo, blocks: readonly Block[]): Promise<Buffer>;
  /**
   * A picture of one page of a file that this service drew: for browsers that show no PDF.
   * @param no - counted from one
   * @returns null for a page the file does not have
   * @throws {AppError} PDF_FAILED
   */
  page(file: Uint8Array, no: number): Promise<PageImage | null>;
  /**
   * Files that this service drew, as one.
   * @param isForPrint - each begins on a sheet of its own
   * @throws {AppError} PDF_FAILED
   */
  join(files: readonly Uint8Array[], isForPrint: boolean): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function createPdfPool({
  workerUrl = new URL('./pdf-worker.ts', import.meta.url),
  timeoutMs = 20_000,
  maxWaiting = 200,
  size,
}: PdfPoolOptions = {}): PdfPool {
  const pool = createThreadPool<PdfTask, PdfResult>({
    workerUrl,
    name: 'pdf',
    timeoutMs,
    maxWaiting,
    maxMemoryMb: 384,
    ...(size === undefined ? {} : { size }),
    failed: (reason, cause) =>
      new AppError('PDF_FAILED', { details: { reason }, ...(cause === undefined ? {} : { cause }) }),
  });
  // The kind of a task says which of the results it has.
  const run = <Result extends PdfResult>(task: PdfTask) => pool.run(task) as Promise<Result>;
  return {
    size: pool.size,
    render: (job) => run<RenderedPdf>(job),
    draw: async (info, blocks) => Buffer.from((await run<RenderedPdf>({ kind: 'blocks', info, blocks })).bytes),
    page: (file, no) => run<PageImage | null>({ kind: 'page', file, no }),
    join: (files, isForPrint) => run<Uint8Array>({ kind: 'join', files, isForPrint }),
    close: () => pool.close(),
  };
}
