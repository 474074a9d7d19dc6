import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readTimes } from './gate-times.mjs';
import { openMemoryFolder } from './memory-folder.mjs';

/** How a run is burdened: as it is, on two cores, beside a busy loop. Of eight runs two, three and three. */
const LOADS = ['quiet', 'two cores', 'busy loop'];

/** @returns the load of each of `count` runs: a quarter quiet, the rest shared by the other two */
export function planLoads(count) {
  const quiet = Math.max(1, Math.round(count / 4));
  const twoCores = Math.ceil((count - quiet) / 2);
  return Array.from({ length: count }, (_, index) =>
    index < quiet ? LOADS[0] : index < quiet + twoCores ? LOADS[1] : LOADS[2],
  );
}

/** @param {string} list - as Linux writes it: `0-2,6` @returns {number[]} */
export function parseCores(list) {
  return list.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** @returns numbers of the cores this process may use: a container is not always given the first ones */
export function allowedCores() {
  const count = availableParallelism();
  try {
    const [, list] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return parseCores(list).slice(0, count);
  } catch {
    return Array.from({ length: count }, (_, index) => index);
  }
}

/** With one of these the data of both runs would stand at the same place. */
const SHARED_PLACES = ['TMPDIR', 'DATABASE_URL', 'REDRESS_TEST_DATABASE_DIR', 'NODE_COMPILE_CACHE'];

/**
 * Two runs at the same time share nothing but the machine: each has a clone and a folder in memory of its own.
 * @returns why two runs cannot be at work at the same time, or null
 */
export function reasonAgainstTwo({ cores = allowedCores(), env = process.env, open = openMemoryFolder } = {}) {
  if (cores.length < 4) return `${cores.length} cores`;
  const shared = SHARED_PLACES.find((name) => env[name] !== undefined);
  if (shared !== undefined) return `${shared} is set`;
  const { folder, reason, remove } = open({ runs: 2 });
  if (folder === null) return reason;
  remove();
  return null;
}

/**
 * The runs that are missing, in groups whose runs are at work at the same time.
 * @param count - of all runs
 * @param {{ load: string }[]} rows - of the runs that ended
 * @param {{ cores: number[], isForTwo: boolean }} machine
 * @returns {{ load: string, cores: string, note: string }[][]} cores: of the run, or of its busy loop
 */
export function planRuns(count, rows, { cores, isForTwo }) {
  const ended = rows.map(({ load }) => load);
  const missing = planLoads(count).filter((load) => {
    const index = ended.indexOf(load);
    if (index >= 0) ended.splice(index, 1);
    return index < 0;
  });
  const [first, second] = [cores.slice(0, 2).join(), cores.slice(2, 4).join()];
  const groups = [];
  while (missing.length > 0) {
    const load = missing.shift();
    if (load === 'quiet') groups.push([{ load, cores: '', note: '' }]);
    else if (load === 'busy loop') groups.push([{ load, cores: `${cores.at(-1)}`, note: `on ${cores.at(-1)}` }]);
    else if (isForTwo && missing[0] === load) {
      missing.shift();
      groups.push([
        { load, cores: first, note: `on ${first}, a run on ${second} beside it` },
        { load, cores: second, note: `on ${second}, a run on ${first} beside it` },
      ]);
    } else groups.push([{ load, cores: first, note: `on ${first}` }]);
  }
  return groups;
}

/** Rows of runs that ended, kept in a file by commit: a run that was stopped in the middle is run again. */
export function openRunTable(file) {
  const read = () => {
    try {
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    } catch {
      return []; // a file that cannot be read holds no result
    }
  };
  return {
    rows: read,
    add(...rows) {
      mkdirSync(path.dirname(file), { recursive: true });
      const unfinished = `${file}.new`;
      writeFileSync(unfinished, `${JSON.stringify([...read(), ...rows], null, 2)}\n`);
      renameSync(unfinished, file);
    },
  };
}

/** @param {string} output - what the gate printed @returns its last line as numbers, or null when it did not come that far */
export function readOutcome(output) {
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output.trimEnd()) ?? [];
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed) };
}

/** What shows why a run failed: pictures and traces of the browser, output of the checks. */
const EVIDENCE = ['e2e/test-results', '.cache/logs'];

/**
 * Copies it out of the clone, where the next run removes it.
 * @param {string} clone - the folder the run was in
 * @param {string} folder - not there yet
 */
export function keepEvidence(clone, folder) {
  for (const place of EVIDENCE) {
    const from = path.join(clone, place);
    if (existsSync(from)) cpSync(from, path.join(folder, place), { recursive: true });
  }
}

export function printRuns(rows, planned) {
  const lines = rows.map(({ load, seconds, passed, failed, note = '' }, index) =>
    `${String(index + 1).padStart(3)}  ${load.padEnd(10)} ${String(seconds).padStart(6)} s ${String(passed).padStart(7)} ${String(failed).padStart(6)}  ${note}`.trimEnd(),
  );
  const good = rows.filter(({ failed }) => failed === 0).length;
  return ['run  load        time     passed failed', ...lines, `${good} of ${planned} runs without a failure`].join(
    '\n',
  );
}

const hasTaskset = () => spawnSync('taskset', ['-V']).status === 0;

/** It ends with the process that started it, however that ends. */
const BUSY_LOOP = 'const parent = process.ppid; while (process.ppid === parent);';

const onCores = (cores, command) => (hasTaskset() ? ['taskset', '-c', cores, ...command] : command);

const start = ([file, ...args], options) => spawn(file, args, options);

/**
 * Runs the whole gate once under a load; nothing is taken from the task cache.
 * @param {string} gate - its program
 * @param {{ load: string, cores: string, note: string }} run - of `planRuns`
 * @param {(chunk: Buffer) => unknown} [onOutput]
 * @returns load, note, seconds, passed, failed, times (where the seconds went, as lib/gate-times.mjs keeps them)
 * @throws {Error} when two cores are asked for and taskset is missing
 */
export async function runGate(gate, { load, cores, note }, onOutput = () => {}) {
  if (load === 'two cores' && !hasTaskset())
    throw new Error('taskset is missing: install util-linux to run on two cores');
  const command = [process.execPath, gate];
  const busy =
    load === 'busy loop' ? start(onCores(cores, [process.execPath, '-e', BUSY_LOOP]), { stdio: 'ignore' }) : null;
  const started = Date.now();
  const child = start(load === 'two cores' ? onCores(cores, command) : command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TURBO_FORCE: 'true', CI: 'true' },
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  try {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk.toString();
      onOutput(chunk);
    });
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const outcome = readOutcome(output) ?? { passed: 0, failed: 1 };
    return {
      load,
      note,
      cores: load === 'two cores' ? 2 : allowedCores().length,
      times: readTimes(path.resolve(path.dirname(gate), '../../..')),
      seconds: Math.round((Date.now() - started) / 1000),
      passed: outcome.passed,
      failed: code === 0 ? outcome.failed : Math.max(1, outcome.failed),
    };
  } finally {
    process.off('exit', stop);
    busy?.kill();
  }
}
