import { createThreadPool, NEW_OBJECTS_MB, type ThreadPool } from './thread-pool.ts';

/** A thread that answers with the most its heap may take, in MB. */
const TELLS_ITS_LIMIT = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { getHeapStatistics } from 'node:v8';
     import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ id }) =>
       parentPort.postMessage({ id, result: getHeapStatistics().heap_size_limit / 2 ** 20 }));`,
  )}`,
);
/** A thread that says that it is ready, or never, and answers, or never. */
const thread = (isReady: boolean, answers: boolean) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ id }) => ${answers} && parentPort.postMessage({ id, result: 1 }));
       if (${isReady}) parentPort.postMessage('ready');`,
    )}`,
  );

let pool: ThreadPool<null, number>;
afterEach(() => {
  jest.useRealTimers();
  return pool.close();
});

const slowPool = (workerUrl: URL, startMs = 60_000) =>
  createThreadPool<null, number>({
    workerUrl,
    name: 'slow',
    size: 1,
    timeoutMs: 200,
    startMs,
    maxWaiting: 1,
    maxMemoryMb: 64,
    failed: (reason) => new Error(reason),
  });

it('counts the time of a task from when its thread is ready', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  pool = slowPool(thread(true, true));
  const answer = pool.run(null);
  // No word of the thread is heard before the test waits.
  jest.advanceTimersByTime(59_000);
  expect(await answer).toBe(1);
});

it.each([
  ['does not answer', thread(true, false), 60_000],
  ['is never ready', thread(false, false), 50],
])('gives up on a thread that %s', async (_what, workerUrl, startMs) => {
  pool = slowPool(workerUrl, startMs);
  await expect(pool.run(null)).rejects.toThrow('timed-out');
});

it.each([128, 384])('gives a thread %d MB, and for new objects no more than is said', async (maxMemoryMb) => {
  pool = createThreadPool<null, number>({
    workerUrl: TELLS_ITS_LIMIT,
    name: 'limit',
    size: 1,
    timeoutMs: 10_000,
    maxWaiting: 1,
    maxMemoryMb,
    failed: (reason) => new Error(reason),
  });
  expect(await pool.run(null)).toBe(maxMemoryMb + NEW_OBJECTS_MB);
});
