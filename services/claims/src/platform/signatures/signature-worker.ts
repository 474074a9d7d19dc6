/** Runs in a worker thread: the largest picture takes 200 ms to decode and encode. */
import { answerTasks } from '../threads/thread-answers.ts';
import { flattenSignature } from './flatten-signature.ts';
import { PictureError, type PictureFault } from './png-reader.ts';

export type SignatureAnswer = { png: Uint8Array<ArrayBuffer> } | { fault: PictureFault };

answerTasks<string, SignatureAnswer>(async (dataUrl) => {
  try {
    const png = new Uint8Array(flattenSignature(dataUrl));
    return { result: { png }, transfer: [png.buffer] };
  } catch (error) {
    if (error instanceof PictureError) return { result: { fault: error.fault }, transfer: [] };
    throw error;
  }
});
