import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface ThreadPoolOptions {
  /** Module the threads run; it answers with `answerTasks` (thread-answers.ts). */
  workerUrl: URL;
  /** Name for tools that list threads. */
  name: string;
  /** Threads; one less than there are processors, at least one, unless said. */
  size?: number;
  /** How long one task may take; waiting is not counted, nor the start of a thread. */
  timeoutMs: number;
  /** How long a thread may take to load its module: on a busy machine many times what a task takes. */
  startMs?: number;
  /** Tasks that may wait; more are refused at once rather than late. */
  maxWaiting: number;
  /**
   * For what a task keeps, beside {@link NEW_OBJECTS_MB}. A task that needs more ends its thread, not the program. Where Node
   * is started with `--max-old-space-size`, as in docs/deploy, that is the limit of each thread instead.
   */
  maxMemoryMb: number;
  /** The error a caller gets when a task fails, takes too long, finds too many waiting, or its thread dies. */
  failed: (reason: ThreadFailure, cause?: unknown) => Error;
}

/** Why a task has no result; `task:<name>` carries the name of the error the task threw. */
export type ThreadFailure =
  'timed-out' | 'too-many-waiting' | 'thread-failed' | 'thread-ended' | 'closed' | `task:${string}`;

/**
 * Of the heap of each thread, for new objects. V8's own limit is 192 MB a thread, and it doubles what it uses of them as work
 * goes on: a thread that draws letters held 90 MB more after 500 of them, and took as much CPU.
 */
export const NEW_OBJECTS_MB = 48;

/** A start is slow where the machine is: 3 s of work at the lowest priority beside sixty others. */
const STARTS_WITHIN_MS = 180_000;

export interface ThreadPool<Task, Result> {
  /** Tasks worked on at once. */
  size: number;
  /** @throws what `failed` makes of the reason */
  run(task: Task): Promise<Result>;
  /** Starts a thread ahead of its first task; does nothing where one runs. */
  warm(): void;
  close(): Promise<void>;
}

export interface ThreadTask<Task> {
  id: number;
  task: Task;
}
/** What a thread says once, when its module has loaded. */
export const THREAD_READY = 'ready';
export type ThreadAnswer<Result> = { id: number; result: Result } | { id: number; error: string };

interface Waiting<Task, Result> {
  task: Task;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

interface Thread<Task, Result> {
  worker: Worker;
  isReady: boolean;
  current: { id: number; waiting: Waiting<Task, Result> } | null;
  /** Until the thread is ready the limit of its start, then that of its task. */
  timer: NodeJS.Timeout | null;
}

/**
 * Work that would block the request loop, in threads. They are started at the first task, or by `warm`, and replaced when
 * they die and a task needs one.
 */
export function createThreadPool<Task, Result>(options: ThreadPoolOptions): ThreadPool<Task, Result> {
  const { workerUrl, name, timeoutMs, maxWaiting, maxMemoryMb, failed, startMs = STARTS_WITHIN_MS } = options;
  const size = options.size ?? Math.max(1, availableParallelism() - 1);
  const threads: Thread<Task, Result>[] = [];
  const queue: Waiting<Task, Result>[] = [];
  let lastId = 0;
  let closed = false;

  const stopClock = (thread: Thread<Task, Result>) => {
    if (thread.timer) clearTimeout(thread.timer);
    thread.timer = null;
  };
  const startClock = (thread: Thread<Task, Result>, ms: number) => {
    stopClock(thread);
    thread.timer = setTimeout(() => retire(thread, 'timed-out'), ms);
    // Nobody waits for a thread that has no task.
    if (!thread.current) thread.timer.unref();
  };

  const retire = (thread: Thread<Task, Result>, reason: ThreadFailure, cause?: unknown) => {
    const at = threads.indexOf(thread);
    if (at < 0) return;
    threads.splice(at, 1);
    void thread.worker.terminate();
    stopClock(thread);
    thread.current?.waiting.reject(failed(reason, cause));
    thread.current = null;
    startNext();
  };

  const startThread = (): Thread<Task, Result> => {
    const resourceLimits = { maxYoungGenerationSizeMb: NEW_OBJECTS_MB, maxOldGenerationSizeMb: maxMemoryMb };
    const worker = new Worker(workerUrl, { name, resourceLimits });
    const thread: Thread<Task, Result> = { worker, isReady: false, current: null, timer: null };
    worker.on('message', (answer: ThreadAnswer<Result> | typeof THREAD_READY) => {
      if (answer === THREAD_READY) {
        thread.isReady = true;
        stopClock(thread);
        if (thread.current) startClock(thread, timeoutMs);
        return;
      }
      const { current } = thread;
      if (current?.id !== answer.id) return;
      stopClock(thread);
      thread.current = null;
      worker.unref();
      if ('error' in answer) current.waiting.reject(failed(`task:${answer.error}`));
      else current.waiting.resolve(answer.result);
      startNext();
    });
    worker.on('error', (error) => retire(thread, 'thread-failed', error));
    worker.on('exit', () => retire(thread, 'thread-ended'));
    // An idle thread does not keep the program alive.
    worker.unref();
    threads.push(thread);
    startClock(thread, startMs);
    return thread;
  };

  function startNext(): void {
    while (queue.length && !closed) {
      const thread = threads.find(({ current }) => current === null) ?? (threads.length < size ? startThread() : null);
      if (!thread) return;
      const waiting = queue.shift() as Waiting<Task, Result>;
      const id = (lastId += 1);
      thread.current = { id, waiting };
      if (thread.isReady) startClock(thread, timeoutMs);
      else thread.timer?.ref();
      thread.worker.ref();
      thread.worker.postMessage({ id, task: waiting.task } satisfies ThreadTask<Task>);
    }
  }

  return {
    size,
    run(task) {
      if (closed) return Promise.reject(failed('closed'));
      if (queue.length >= maxWaiting) return Promise.reject(failed('too-many-waiting'));
      return new Promise((resolve, reject) => {
        queue.push({ task, resolve, reject });
        startNext();
      });
    },
    warm() {
      if (!closed && threads.length === 0) startThread();
    },
    async close() {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(failed('closed'));
      await Promise.all(
        threads.splice(0).map(async (thread) => {
          stopClock(thread);
          thread.current?.waiting.reject(failed('closed'));
          await thread.worker.terminate();
        }),
      );
    },
  };
}
