import { parentPort, type TransferListItem } from 'node:worker_threads';
import { THREAD_READY, type ThreadAnswer, type ThreadTask } from './thread-pool.ts';

/**
 * The thread's side of a pool: answers each task with what `run` makes of it.
 * @param run - gives the result, and which of its buffers move to the other thread instead of being copied
 */
export function answerTasks<Task, Result>(
  run: (task: Task) => Promise<{ result: Result; transfer: TransferListItem[] }>,
): void {
  const port = parentPort;
  port?.on('message', ({ id, task }: ThreadTask<Task>) => {
    run(task).then(
      ({ result, transfer }) => port.postMessage({ id, result } satisfies ThreadAnswer<Result>, transfer),
      // The name only: a message or a stack could quote what a claimant wrote.
      (error: unknown) =>
        port.postMessage({
          id,
          error: error instanceof Error ? error.name : 'Error',
        } satisfies ThreadAnswer<Result>),
    );
  });
  // Modules have loaded: from here on a task is timed.
  port?.postMessage(THREAD_READY);
}
