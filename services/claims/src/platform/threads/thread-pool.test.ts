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
/** A thread that takes 400 ms to load and answers at once, or never. */
const startsSlowly = (answers: boolean) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads';
       await new Promise((resolve) => setTimeout(resolve, 400));
       parentPort.on('message', ({ id }) => ${answers} && parentPort.postMessage({ id, result: 1 }));
       parentPort.postMessage('ready');`,
    )}`,
  );

let pool: ThreadPool<null, number>;
afterEach(() => pool.close());

const slowPool = (answers: boolean, startMs = 60_000) =>
  createThreadPool<null, number>({
    workerUrl: startsSlowly(answers),
    name: 'slow',
    size: 1,
    timeoutMs: 200,
    startMs,
    maxWaiting: 1,
    maxMemoryMb: 64,
    failed: (reason) => new Error(reason),
  });

it('counts the time of a task from when its thread is ready', async () => {
  pool = slowPool(true);
  pool.warm();
  expect(await pool.run(null)).toBe(1);
});

it('gives up on a thread that does not answer, or is never ready', async () => {
  pool = slowPool(false);
  await expect(pool.run(null)).rejects.toThrow('timed-out');
  await pool.close();
  pool = slowPool(true, 50);
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
