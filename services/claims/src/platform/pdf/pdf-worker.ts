/** Runs in a worker thread: shaping text costs tens of milliseconds of CPU, which no request should wait behind. */
import { answerTasks } from '../threads/thread-answers.ts';
import type { PdfResult, PdfTask } from './pdf-pool.ts';
import { renderPdf } from './render.ts';

async function work(task: PdfTask): Promise<PdfResult> {
  switch (task.kind) {
    case 'page': {
      const { pageImage } = await import('./drawn-files.ts');
      return pageImage(task.file, task.no);
    }
    case 'join': {
      const { joinFiles } = await import('./drawn-files.ts');
      return joinFiles(task.files, task.isForPrint);
    }
    default: {
      const rendered = await renderPdf(task);
      return { ...rendered, bytes: new Uint8Array(rendered.bytes) };
    }
  }
}

answerTasks<PdfTask, PdfResult>(async (task) => {
  const result = await work(task);
  const bytes =
    result === null ? null : result instanceof Uint8Array ? result : 'png' in result ? result.png : result.bytes;
  return { result, transfer: bytes ? [bytes.buffer as ArrayBuffer] : [] };
});
