import { AppError } from '@redress/contracts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import { letterWork, type LetterWorkInput, type LetterWorkName, type LetterWorkResult } from './letter-work.ts';
import type { LetterTask } from './letter-worker.ts';

/** Up to here the costliest text takes 5 ms: less than the way to a thread and back when the machine is busy. */
const ON_THE_LOOP_CHARACTERS = 4_000;

export interface LetterThreads {
  /**
   * Does a piece of {@link LETTER_WORK}: short texts at once, long ones in a thread.
   * @throws {AppError} OVERLOADED when the threads do not answer: then the text has not been looked at, and whoever
   *   asked goes no further
   */
  run<Name extends LetterWorkName>(name: Name, input: LetterWorkInput<Name>): Promise<LetterWorkResult<Name>>;
  /** Loads the words of the gate before somebody waits for them. */
  warm(): void;
  close(): Promise<void>;
}

export interface LetterThreadsOptions {
  /** Module the threads run; another one in tests of what happens when a thread dies or hangs. */
  workerUrl?: URL;
  timeoutMs?: number;
}

/** One thread: letters never take more than one core from the requests. */
export function createLetterThreads({
  workerUrl = new URL('./letter-worker.ts', import.meta.url),
  timeoutMs = 5_000,
}: LetterThreadsOptions = {}): LetterThreads {
  const pool = createThreadPool<LetterTask, unknown>({
    workerUrl,
    name: 'letter',
    size: 1,
    timeoutMs,
    maxWaiting: 100,
    maxMemoryMb: 256,
    failed: (reason, cause) =>
      reason.startsWith('task:')
        ? new Error(`The letter thread could not do its work: ${reason}`)
        : new AppError('OVERLOADED', { details: { reason }, ...(cause === undefined ? {} : { cause }) }),
  });
  return {
    async run<Name extends LetterWorkName>(name: Name, input: LetterWorkInput<Name>) {
      const work = letterWork(name);
      if (work.size(input) <= ON_THE_LOOP_CHARACTERS) return work.run(input);
      // The worker runs the work of this name: its answer has that work's type.
      return (await pool.run({ name, input })) as LetterWorkResult<Name>;
    },
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}
