import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DECODERS, type Decoder } from '../decoders/decoders.ts';
import type { FuzzJob, FuzzOutcome } from '../decoders/worker.ts';
import { atOnce, type Attack, type Part, type Row } from '../support/part.ts';

const LOOK_MS = 500;
/** An input that takes longer on the clock is ended; one that takes more than a second of a core is found anyway. */
const HANG_MS = 20_000;
const GROWTH_MB = 40;
const CURRENT_BYTES = 256_000;

/** Fuzzes one decoder. @returns what came of it, and what the last input was where it had to be ended */
async function fuzz(decoder: Decoder, seconds: number, folder: string): Promise<FuzzOutcome | { hang: string }> {
  mkdirSync(folder);
  for (const [index, seed] of decoder.seeds.entries()) writeFileSync(path.join(folder, `seed-${index}`), seed);
  const [current, heartbeat] = [new SharedArrayBuffer(CURRENT_BYTES), new SharedArrayBuffer(4)];
  const job: FuzzJob = { decoder: decoder.name, seconds, folder, current, heartbeat };
  const worker = new Worker(new URL('../decoders/worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  let [beat, at] = [0, Date.now()];
  let look: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) => reject(new Error(`${decoder.name}: ${error.message}`, { cause: error })));
      look = setInterval(() => {
        const now = Atomics.load(new Int32Array(heartbeat), 0);
        if (now !== beat || now === 0) [beat, at] = [now, Date.now()];
        if (Date.now() - at < HANG_MS) return;
        const bytes = Buffer.from(current);
        const file = `${folder}-hang`;
        writeFileSync(file, bytes.subarray(4, 4 + bytes.readUInt32LE(0)));
        resolve({ hang: file });
      }, LOOK_MS);
    });
  } finally {
    clearInterval(look);
    await worker.terminate();
  }
}

function rowOf({ name, about }: Decoder, outcome: FuzzOutcome | { hang: string }, seconds: number): Row {
  const tried = `${name}: ${about}`;
  if ('hang' in outcome)
    return { tried, count: 1, found: [`an input takes more than ${HANG_MS / 1_000} s: ${outcome.hang}`] };
  const { runs, covered, counters, corpus, slowestMs, heapGrowthMb, crash, slow } = outcome;
  const found = [
    ...(crash ? [`${crash.message} (${crash.file})`] : []),
    ...(slow ? [`an input takes ${slow.cpuMs} ms of a core: ${slow.file}`] : []),
    ...(heapGrowthMb > GROWTH_MB ? [`the heap grew by ${heapGrowthMb} MB`] : []),
    ...(runs < seconds ? [`only ${runs} inputs were tried`] : []),
  ];
  const coverage = `${covered} of ${counters} counters, corpus ${corpus}`;
  return {
    tried,
    count: runs,
    found,
    note: `${coverage}; longest ${Math.round(slowestMs)} ms, heap ${heapGrowthMb >= 0 ? '+' : ''}${heapGrowthMb} MB`,
  };
}

export const decoders: Part = {
  name: 'decoders',
  about:
    'the snapshot verifier and everything else that decodes bytes or text of others, under a coverage-guided fuzzer; crashes, more than a second of a core and memory that grows are found',
  notReached: [
    'decoders of Node and of packages: they are run, but their own branches are not counted',
    'fonts and pictures of the PDF: they come from the build, never from a visitor',
  ],
  async run({ seconds, isShort, say }: Attack) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'redress-fuzz-'));
    const rows: Row[] = [];
    await atOnce(DECODERS, isShort ? 2 : Math.max(1, os.availableParallelism() - 1), async (decoder) => {
      const row = rowOf(decoder, await fuzz(decoder, seconds, path.join(folder, decoder.name)), seconds);
      rows.push(row);
      if (!isShort) say(`  ${row.tried}: ${row.count} inputs, ${row.found.length} found; ${row.note ?? ''}`);
    });
    return rows;
  },
};
