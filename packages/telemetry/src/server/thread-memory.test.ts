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
const held = async () => Number(/^nodejs_heap_after_collection_bytes.* (\\S+)$/m.exec(await render())[1]);
const heaps = [await held()];
globalThis.kept = [];
for (const length of [0, 4e6]) {
  kept.push(new Array(length).fill(0.5));
  gc();
  while ((await held()) - heaps.at(-1) < 1e6) await new Promise(setImmediate); // Its report comes some turns after it.
  heaps.push(await held());
}
console.log(JSON.stringify([before, await named(), heaps]));
`;

it('tells the heaps of threads by their names, nothing of those that have ended, and what a full collection left', async () => {
  const words = ['--expose-gc', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const [before, after, heaps] = JSON.parse(stdout) as [string[], string[], number[]];
  expect([before, after]).toEqual([['main', 'letters'], ['main']]);
  const [none, few, many] = heaps as [number, number, number];
  expect(none).toBe(0);
  expect(few).toBeGreaterThan(1e6);
  expect(many - few).toBeGreaterThan(30e6);
});
