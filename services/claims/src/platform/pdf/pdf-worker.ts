/** Runs in a worker thread: shaping text costs tens of milliseconds of CPU, which no request should wait behind. */
import { parentPort } from 'node:worker_threads';
import { type PdfJob, renderPdf } from './render.ts';

export interface WorkerOrder {
  id: number;
  job: PdfJob;
}
export type WorkerAnswer =
  { id: number; bytes: Uint8Array<ArrayBuffer>; pages: number; missing: number[] } | { id: number; error: string };

const port = parentPort;
port?.on('message', ({ id, job }: WorkerOrder) => {
  renderPdf(job).then(
    ({ bytes, pages, missing }) => {
      const own = new Uint8Array(bytes);
      port.postMessage({ id, bytes: own, pages, missing } satisfies WorkerAnswer, [own.buffer]);
    },
    // The message only: a stack could quote the letter.
    (error: unknown) =>
      port.postMessage({ id, error: error instanceof Error ? error.name : 'Error' } satisfies WorkerAnswer),
  );
});
