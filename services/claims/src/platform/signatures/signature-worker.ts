/** Runs in a worker thread: the largest picture takes 200 ms to decode and encode. */
import { answerTasks } from '../threads/thread-answers.ts';
import { flattenSignature, isProvenSignature } from './flatten-signature.ts';
import { PictureError, type PictureFault } from './png-reader.ts';

export type SignatureTask = { flatten: string } | { prove: Uint8Array };
export type SignatureAnswer = { png: Uint8Array<ArrayBuffer> } | { fault: PictureFault } | { isProven: boolean };

answerTasks<SignatureTask, SignatureAnswer>(async (task) => {
  if ('prove' in task) return { result: { isProven: isProvenSignature(Buffer.from(task.prove)) }, transfer: [] };
  try {
    const png = new Uint8Array(flattenSignature(task.flatten));
    return { result: { png }, transfer: [png.buffer] };
  } catch (error) {
    if (error instanceof PictureError) return { result: { fault: error.fault }, transfer: [] };
    throw error;
  }
});
