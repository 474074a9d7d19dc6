import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPdfPool, type PdfPool } from './pdf-pool.ts';
import type { PdfJob } from './render.ts';

const job = (text: string): PdfJob => ({
  kind: 'letter',
  info: { title: 'Demand letter', madeAt: '2026-11-21T15:00:00.000Z', footer: '' },
  parts: [{ id: 'a', kind: 'text', text, joins: 'block' }],
  signerName: 'A',
  signature: null,
});

const folder = mkdtempSync(path.join(tmpdir(), 'redress-pool-'));
/** A thread that answers, dies or hangs as the letter says. */
const moody = path.join(folder, 'moody.mjs');
writeFileSync(
  moody,
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', ({ id, task: job }) => {
     if (job.parts[0].text === 'die') process.exit(3);
     if (job.parts[0].text === 'hang') return void setInterval(() => {}, 1000);
     if (job.parts[0].text === 'throw') throw new Error('no');
     parentPort.postMessage({ id, result: { bytes: new Uint8Array([1]), pages: 1, missing: [] } });
   });
   parentPort.postMessage('ready');`,
);
let pool: PdfPool;
afterEach(async () => {
  jest.useRealTimers();
  await pool.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('renders in a thread, off the loop that answers requests', async () => {
  pool = createPdfPool({ size: 1 });
  const results = await Promise.all([pool.render(job('One.')), pool.render(job('Two.'))]);
  for (const { bytes } of results) expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
});

it.each(['die', 'throw'])('fails the one letter whose thread would %s, and goes on with the next', async (mood) => {
  pool = createPdfPool({ size: 1, workerUrl: pathToFileURL(moody) });
  const bad = pool.render(job(mood));
  const good = pool.render(job('fine'));
  await expect(bad).rejects.toMatchObject({ code: 'PDF_FAILED' });
  await expect(good).resolves.toMatchObject({ pages: 1 });
});

it('gives up on a letter that takes too long, and continues with the next', async () => {
  pool = createPdfPool({ size: 1, timeoutMs: 2_500, workerUrl: pathToFileURL(moody) });
  // The time of a letter begins when its thread is ready.
  await pool.render(job('fine'));
  // The limits alone stand still: the second letter has all the time that its thread needs to start.
  jest.useFakeTimers({
    doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'],
  });
  const bad = pool.render(job('hang'));
  const good = pool.render(job('fine'));
  jest.advanceTimersByTime(2_499);
  await expect(Promise.race([bad, Promise.resolve('works on')])).resolves.toBe('works on');
  jest.advanceTimersByTime(1);
  await expect(bad).rejects.toMatchObject({ code: 'PDF_FAILED', details: { reason: 'timed-out' } });
  await expect(good).resolves.toMatchObject({ pages: 1 });
});

it('refuses at once when too many wait', async () => {
  pool = createPdfPool({ size: 1, maxWaiting: 1, workerUrl: pathToFileURL(moody) });
  const [first, second] = [pool.render(job('fine')), pool.render(job('fine'))];
  await expect(pool.render(job('fine'))).rejects.toMatchObject({ details: { reason: 'too-many-waiting' } });
  await Promise.all([first, second]);
});
