/**
 * Runs one decoder under a coverage-guided fuzzer, in a thread of its own so that a decoder that hangs can be ended.
 * jsfuzz gives the corpus and its mutations, istanbul the counters. Our own modules are instrumented when they are
 * loaded; installed packages are not.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { createInstrumenter } from 'istanbul-lib-instrument';
import { Corpus } from 'jsfuzz/build/src/corpus.js';

export interface FuzzJob {
  decoder: string;
  seconds: number;
  /** Folder of the seeds; what adds coverage is kept there. */
  folder: string;
  /** Shared memory with the current input: its length, then its bytes. */
  current: SharedArrayBuffer;
  /** Counts the inputs tried; a count that stops rising means that the decoder hangs. */
  heartbeat: SharedArrayBuffer;
}
export interface FuzzOutcome {
  runs: number;
  covered: number;
  counters: number;
  corpus: number;
  slowestMs: number;
  heapGrowthMb: number;
  crash: { message: string; file: string } | null;
  slow: { cpuMs: number; file: string } | null;
}

const SLOW_CPU_MS = 1_000;
const LARGEST = 200_000;
const OWN = /\/(?:services|packages|shell|mf-[a-z]+)\/(?!.*node_modules).*\.ts$/;

const job = workerData as FuzzJob;
const instrumenter = createInstrumenter({ esModules: true, compact: false, coverageVariable: '__attack__' });
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith('file:') || !OWN.test(url) || !loaded.source) return loaded;
    const source = Buffer.from(loaded.source as Buffer).toString('utf8');
    const file = fileURLToPath(url);
    return { ...loaded, format: 'module', source: instrumenter.instrumentSync(stripTypeScriptTypes(source), file) };
  },
});

interface Counters {
  s: Record<string, number>;
  f: Record<string, number>;
  b: Record<string, number[]>;
}
/** Counters of every instrumented module: how many there are, and how many have counted. */
function readCounters(): { covered: number; counters: number } {
  const files = Object.values((globalThis as { __attack__?: Record<string, Counters> }).__attack__ ?? {});
  let [covered, counters] = [0, 0];
  const add = (count: number) => {
    counters += 1;
    covered += count > 0 ? 1 : 0;
  };
  for (const { s, f, b } of files) {
    for (const key in s) add(s[key] as number);
    for (const key in f) add(f[key] as number);
    for (const key in b) for (const count of b[key] as number[]) add(count);
  }
  return { covered, counters };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Handles of zlib and the like are freed between two turns of the event loop, not by the collector alone. */
const turn = () => new Promise((next) => setImmediate(next));
async function heapMb(): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    collect();
    await turn();
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function fuzz(): Promise<FuzzOutcome> {
  const { DECODERS } = await import('./decoders.ts');
  const decoder = DECODERS.find(({ name }) => name === job.decoder);
  if (!decoder) throw new Error(`There is no decoder ${job.decoder}.`);
  const decode = await decoder.open();
  const corpus = new Corpus([job.folder], false);
  const heartbeat = new Int32Array(job.heartbeat);
  const shared = Buffer.from(job.current);
  const endsAt = Date.now() + job.seconds * 1_000;
  const outcome: FuzzOutcome = {
    runs: 0,
    covered: 0,
    counters: 0,
    corpus: 0,
    slowestMs: 0,
    heapGrowthMb: 0,
    crash: null,
    slow: null,
  };
  const keep = (input: Buffer, why: string) => {
    const file = `${job.folder}-${why}-${outcome.runs}`;
    writeFileSync(file, input);
    return file;
  };
  let heapAtFirst = 0;
  while (Date.now() < endsAt) {
    const input = corpus.generateInput().subarray(0, LARGEST);
    shared.writeUInt32LE(input.length, 0);
    input.copy(shared, 4);
    Atomics.add(heartbeat, 0, 1);
    const cpuBefore = process.threadCpuUsage();
    const startedAt = performance.now();
    try {
      await decode(input);
    } catch (error) {
      outcome.crash ??= {
        message: String((error as Error).stack ?? error)
          .split('\n', 4)
          .join(' | '),
        file: keep(input, 'crash'),
      };
    }
    const ms = performance.now() - startedAt;
    outcome.slowestMs = Math.max(outcome.slowestMs, ms);
    if (ms > SLOW_CPU_MS) {
      const { user, system } = process.threadCpuUsage(cpuBefore);
      const cpuMs = (user + system) / 1_000;
      // Waiting for a core on a busy machine is no fault of the decoder.
      if (cpuMs > SLOW_CPU_MS) outcome.slow ??= { cpuMs: Math.round(cpuMs), file: keep(input, 'slow') };
    }
    outcome.runs += 1;
    const { covered, counters } = readCounters();
    if (covered > outcome.covered) corpus.putBuffer(Buffer.from(input));
    Object.assign(outcome, { covered: Math.max(covered, outcome.covered), counters });
    // The first thousand inputs fill caches and compile code.
    if (outcome.runs === 1_000) heapAtFirst = await heapMb();
    if (outcome.runs % 200 === 0) await turn();
    if (outcome.crash && outcome.slow) break;
  }
  outcome.corpus = corpus.getLength();
  if (heapAtFirst > 0) outcome.heapGrowthMb = Math.round(((await heapMb()) - heapAtFirst) * 10) / 10;
  return outcome;
}

parentPort?.postMessage(await fuzz());
