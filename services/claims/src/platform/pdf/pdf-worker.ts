/** Runs in a worker thread: shaping text costs tens of milliseconds of CPU, which no request should wait behind. */
import { answerTasks } from '../threads/thread-answers.ts';
import { type PdfJob, type RenderedPdf, renderPdf } from './render.ts';

answerTasks<PdfJob, RenderedPdf>(async (job) => {
  const { bytes, ...rest } = await renderPdf(job);
  const own = new Uint8Array(bytes);
  return { result: { bytes: own, ...rest }, transfer: [own.buffer] };
});
