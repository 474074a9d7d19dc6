/**
 * `npm run bench:pdf`: letters a CPU-second, in one thread and through the pool. Two pages, with signature, of words
 * that differ from letter to letter. Fails below the figure to reach; `--proof` writes its part of docs/proof.md.
 */
import { availableParallelism } from 'node:os';
import { incidentPlace } from '@redress/domain';
import { composeLetter } from '@redress/domain/letter';
import { printedParts } from '@redress/domain/letter-layout';
import { openProof, proofTable, proofWanted } from '@redress/tools/proof';
import { PNG } from 'pngjs';
import { SAMPLE_CLAIMS } from '../src/shared/sample-claims.ts';
import { createPdfPool } from '../src/platform/pdf/pdf-pool.ts';
import { renderPdf, type PdfJob } from '../src/platform/pdf/render.ts';
import { flattenSignature } from '../src/platform/signatures/flatten-signature.ts';
import { findState } from '../src/shared/reference/tax.ts';

const LEAST_PER_CPU_SECOND = 15;
const COUNT = 200;
const proof = openProof({ name: 'pdf', title: 'Letters drawn', command: 'npm run bench:pdf -- --proof' });
const rows: string[][] = [];

const blank = new PNG({ width: 555, height: 250 });
const signature = flattenSignature(`data:image/png;base64,${PNG.sync.write(blank).toString('base64')}`);

const jobs: PdfJob[] = Array.from({ length: COUNT }, (_, index) => {
  const { answers } = SAMPLE_CLAIMS[index % SAMPLE_CLAIMS.length] as (typeof SAMPLE_CLAIMS)[number];
  const data = { ...answers, claimDescription: `${answers.claimDescription} Reference ${index * 7919}.` };
  const letter = composeLetter({
    data,
    state: findState(incidentPlace(data).state),
    dates: { letterDay: '2026-11-23' },
  });
  return {
    kind: 'letter',
    info: { title: 'Demand letter', madeAt: '2026-11-23T15:00:00Z', footer: `Letter ${index}` },
    parts: printedParts(letter.parts),
    signerName: 'Sample',
    signature,
  };
});

const cpuSeconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

async function measure(name: string, run: () => Promise<void>): Promise<number> {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await run();
  const rate = COUNT / cpuSeconds(cpu);
  const seconds = (performance.now() - wall) / 1000;
  rows.push([
    name,
    rate.toFixed(1),
    (COUNT / seconds).toFixed(1),
    `${LEAST_PER_CPU_SECOND} a CPU-second`,
    proof.load(),
  ]);
  return rate;
}

await renderPdf(jobs[0] as PdfJob);
const one = await measure('one thread', async () => {
  for (const job of jobs) await renderPdf(job);
});
const pool = createPdfPool({ maxWaiting: COUNT });
await pool.render(jobs[0] as PdfJob);
// The CPU of worker threads counts as this process's.
const many = await measure(`pool of ${Math.max(1, availableParallelism() - 1)}`, async () => {
  await Promise.all(jobs.map((job) => pool.render(job)));
});
await pool.close();
const table = proofTable(['letters of two pages', 'a CPU-second', 'a second', 'to reach', 'load average'], rows);
process.stdout.write(`${table}\n`);
if (proofWanted()) {
  const notReached =
    Math.min(one, many) < LEAST_PER_CPU_SECOND ? [`${LEAST_PER_CPU_SECOND} letters a CPU-second.`] : [];
  process.stdout.write(`${await proof.write({ body: table, notReached })}\n`);
}
if (Math.min(one, many) < LEAST_PER_CPU_SECOND) {
  process.stderr.write(`Less than ${LEAST_PER_CPU_SECOND} letters a CPU-second.\n`);
  process.exitCode = 1;
}
