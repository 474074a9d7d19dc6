import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** A program of its own: the `process` that Jest gives to a test is not told of threads. */
const PROGRAM = `
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createMetrics } from ${JSON.stringify(path.join(import.meta.dirname, 'metrics.ts'))};

const { render } = createMetrics({ service: 'redress', process: true });
const named = async () => Array.from((await render()).matchAll(/^nodejs_thread_heap_bytes.thread="([^"]+)",kind="used".* [1-9]/gm), ([, name]) => name);
// It waits for messages, and so goes on until it is ended.
const waiting = "import('node:worker_threads').then(({ parentPort }) => parentPort.on('message', () => {}))";
const threads = [1, 2].map(() => new Worker(waiting, { eval: true, name: 'letters' }));
await Promise.all(threads.map((thread) => once(thread, 'online')));
const before = await named();
await Promise.all(threads.map((thread) => thread.terminate()));
console.log(JSON.stringify([before, await named()]));
`;

it('tells the heaps of threads by their names, and nothing of those that have ended', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  expect(JSON.parse(stdout)).toEqual([['main', 'letters'], ['main']]);
});
