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
let pool: ThreadPool<null, number>;
afterEach(() => pool.close());

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
