import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '@redress/contracts';
import type { WorkerAnswer, WorkerOrder } from './pdf-worker.ts';
import type { PdfJob, RenderedPdf } from './render.ts';

export interface PdfPoolOptions {
  /** Threads; one less than there are processors, at least one, unless said. */
  size?: number;
  /** How long one file may take, waiting not counted. */
  timeoutMs?: number;
  /** Files that may wait; more are refused at once rather than late. */
  maxWaiting?: number;
  /** Module the threads run; another one in tests of what happens when a thread dies or hangs. */
  workerUrl?: URL;
}

export interface PdfPool {
  /** @throws {AppError} PDF_FAILED when rendering fails, takes too long, the thread dies, or too many wait */
  render(job: PdfJob): Promise<RenderedPdf>;
  close(): Promise<void>;
}

interface Waiting {
  job: PdfJob;
  resolve: (pdf: RenderedPdf) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  current: { id: number; waiting: Waiting; timer: NodeJS.Timeout } | null;
}

/** Threads are started at the first file and replaced when they die. */
export function createPdfPool(options: PdfPoolOptions = {}): PdfPool {
  const {
    size = Math.max(1, availableParallelism() - 1),
    timeoutMs = 20_000,
    maxWaiting = 200,
    workerUrl = new URL('./pdf-worker.ts', import.meta.url),
  } = options;
  const threads: Thread[] = [];
  const queue: Waiting[] = [];
  let lastId = 0;
  let closed = false;

  const failed = (reason: string, cause?: unknown) =>
    new AppError('PDF_FAILED', { details: { reason }, ...(cause === undefined ? {} : { cause }) });

  const retire = (thread: Thread, reason: string, cause?: unknown) => {
    const at = threads.indexOf(thread);
    if (at < 0) return;
    threads.splice(at, 1);
    void thread.worker.terminate();
    if (thread.current) {
      clearTimeout(thread.current.timer);
      thread.current.waiting.reject(failed(reason, cause));
      thread.current = null;
    }
    pump();
  };

  const startThread = (): Thread => {
    const worker = new Worker(workerUrl, {
      name: 'pdf',
      // A letter that needs more is not a letter; the limit ends the thread, not the program.
      resourceLimits: { maxOldGenerationSizeMb: 384 },
    });
    const thread: Thread = { worker, current: null };
    worker.on('message', (answer: WorkerAnswer) => {
      const { current } = thread;
      if (current?.id !== answer.id) return;
      clearTimeout(current.timer);
      thread.current = null;
      worker.unref();
      if ('error' in answer) current.waiting.reject(failed(answer.error));
      else current.waiting.resolve({ bytes: answer.bytes, pages: answer.pages, missing: answer.missing });
      pump();
    });
    worker.on('error', (error) => retire(thread, 'thread-failed', error));
    worker.on('exit', () => retire(thread, 'thread-ended'));
    // An idle thread does not keep the program alive.
    worker.unref();
    threads.push(thread);
    return thread;
  };

  function pump(): void {
    while (queue.length && !closed) {
      const thread = threads.find(({ current }) => current === null) ?? (threads.length < size ? startThread() : null);
      if (!thread) return;
      const waiting = queue.shift() as Waiting;
      const id = (lastId += 1);
      const timer = setTimeout(() => retire(thread, 'timed-out'), timeoutMs);
      thread.current = { id, waiting, timer };
      thread.worker.ref();
      thread.worker.postMessage({ id, job: waiting.job } satisfies WorkerOrder);
    }
  }

  return {
    render(job) {
      if (closed) return Promise.reject(failed('closed'));
      if (queue.length >= maxWaiting) return Promise.reject(failed('too-many-waiting'));
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        pump();
      });
    },
    async close() {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(failed('closed'));
      await Promise.all(
        threads.splice(0).map(async (thread) => {
          if (thread.current) {
            clearTimeout(thread.current.timer);
            thread.current.waiting.reject(failed('closed'));
          }
          await thread.worker.terminate();
        }),
      );
    },
  };
}
