import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { inRoot, NODE } from './repository.mjs';
import { logFile, runLogged, StepFailed } from './steps.mjs';
import { runTasks } from './turbo.mjs';

/** Tests that failed once without a cause in the change, and tests that wait for something outside of their page. */
const REPEATED_TESTS = inRoot('packages/tools/data/repeated-tests.json');

/** @returns entries of the list whose file or title holds the text; all without one */
export function readRepeatedTests(text = '', file = REPEATED_TESTS) {
  const { tests } = JSON.parse(readFileSync(file, 'utf8'));
  const chosen = tests.filter(({ file, title = '' }) => `${file} ${title}`.includes(text));
  if (chosen.length === 0) throw new StepFailed(`No test of the list holds "${text}"`, { advice: `see ${file}` });
  return chosen;
}

export const keyOf = ({ file, title = '' }) => (title ? `${file} › ${title}` : file);

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** `e2e`, or the two parts that name a workspace. */
const workspaceOf = (file) =>
  file
    .split('/')
    .slice(0, /^(?:packages|services)\//.test(file) ? 2 : 1)
    .join('/');

/** What runs an entry: Playwright repeats by itself, Jest is started again for each time. */
function commandFor({ file, title }, count) {
  const workspace = workspaceOf(file);
  const inside = path.posix.relative(workspace, file);
  const pattern = (option) => (title ? [option, escape(title)] : []);
  if (workspace === 'e2e') {
    const options = [`--repeat-each=${count}`, '--reporter=line,json', '--trace=retain-on-failure'];
    const runner = inRoot(workspace, 'node_modules/@playwright/test/cli.js');
    return { program: NODE, args: [runner, 'test', inside, ...options, ...pattern('--grep')], starts: 1, workspace };
  }
  const runner = inRoot(workspace, 'node_modules/.bin/redress-jest');
  return {
    program: runner,
    args: ['--runTestsByPath', inside, ...pattern('--testNamePattern')],
    starts: count,
    workspace,
  };
}

/** @returns how many tests of a Playwright report failed; a report that cannot be read counts as one */
function failuresOf(report) {
  try {
    const { stats, errors = [] } = JSON.parse(readFileSync(report, 'utf8'));
    const ran = stats.expected + stats.unexpected + stats.flaky;
    return stats.unexpected + stats.flaky + errors.length + (ran === 0 ? 1 : 0);
  } catch {
    return 1;
  }
}

/** Builds what the journeys load. */
export async function prepareRepeatedTests() {
  const log = logFile('builds');
  const { ok } = await runTasks(['build'], { log });
  if (!ok) throw new StepFailed('The builds failed', { log });
}

/**
 * Runs one entry of the list many times.
 * @returns the row of its table: the test, how often it ran, how often it failed
 */
export async function repeatTest(entry, count) {
  const started = Date.now();
  const log = logFile(`repeat-${entry.file.replaceAll('/', '-')}`);
  const report = `${log}.json`;
  const { program, args, starts, workspace } = commandFor(entry, count);
  const env = {
    ...process.env,
    PATH: [path.dirname(NODE), process.env.PATH ?? ''].join(path.delimiter),
    ...(starts === 1 ? { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}),
  };
  let failed = 0;
  for (let start = 0; start < starts; start += 1) {
    rmSync(report, { force: true });
    const code = await runLogged(program, args, { log, cwd: inRoot(workspace), env });
    if (code === 0) continue;
    failed += starts === 1 ? failuresOf(report) : 1;
    // The next start writes a new log.
    copyFileSync(log, `${log}.failed`);
  }
  return { test: keyOf(entry), runs: count, failed, seconds: Math.round((Date.now() - started) / 1000) };
}

export function printRepeated(rows, planned) {
  const lines = rows.map(
    ({ test, runs, failed, seconds }) =>
      `${String(runs).padStart(4)} ${String(failed).padStart(6)} ${String(seconds).padStart(6)} s  ${test}`,
  );
  const good = rows.filter(({ failed }) => failed === 0).length;
  return ['runs failed     time  test', ...lines, `${good} of ${planned} tests never failed`].join('\n');
}
