import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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
    add(row) {
      mkdirSync(path.dirname(file), { recursive: true });
      const unfinished = `${file}.new`;
      writeFileSync(unfinished, `${JSON.stringify([...read(), row], null, 2)}\n`);
      renameSync(unfinished, file);
    },
  };
}

/** @param {string} output - what the gate printed @returns its last line as numbers, or null when it did not come that far */
export function readOutcome(output) {
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output.trimEnd()) ?? [];
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed) };
}

export function printRuns(rows, planned) {
  const lines = rows.map(
    ({ load, seconds, passed, failed }, index) =>
      `${String(index + 1).padStart(3)}  ${load.padEnd(10)} ${String(seconds).padStart(6)} s ${String(passed).padStart(7)} ${String(failed).padStart(6)}`,
  );
  const good = rows.filter(({ failed }) => failed === 0).length;
  return ['run  load        time     passed failed', ...lines, `${good} of ${planned} runs without a failure`].join(
    '\n',
  );
}

const hasTaskset = () => spawnSync('taskset', ['-V']).status === 0;

/**
 * Runs the whole gate once under a load; nothing is taken from the task cache.
 * @returns seconds, passed, failed
 * @throws {Error} when two cores are asked for and taskset is missing
 */
export async function runGate(gate, load, onOutput = () => {}) {
  if (load === 'two cores' && !hasTaskset())
    throw new Error('taskset is missing: install util-linux to run on two cores');
  const [file, ...args] =
    load === 'two cores' ? ['taskset', '-c', '0,1', process.execPath, gate] : [process.execPath, gate];
  const busy = load === 'busy loop' ? spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }) : null;
  const started = Date.now();
  try {
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TURBO_FORCE: 'true', CI: 'true' },
    });
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
      seconds: Math.round((Date.now() - started) / 1000),
      passed: outcome.passed,
      failed: code === 0 ? outcome.failed : Math.max(1, outcome.failed),
    };
  } finally {
    busy?.kill();
  }
}
