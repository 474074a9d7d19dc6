/** Runs in a worker thread: the longest letter takes 10 to 70 ms to look through. */
import { answerTasks } from '../../platform/threads/thread-answers.ts';
import { letterWork, type LetterWorkInput, type LetterWorkName } from './letter-work.ts';

export interface LetterTask {
  name: LetterWorkName;
  input: LetterWorkInput<LetterWorkName>;
}

answerTasks<LetterTask, unknown>(async ({ name, input }) => ({ result: letterWork(name).run(input), transfer: [] }));
