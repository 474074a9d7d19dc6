import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium } from './chromium.mjs';
import { inRoot, NODE } from './repository.mjs';
import { logFile, runLogged, StepFailed } from './steps.mjs';
import { runTasks } from './turbo.mjs';

/** Tests that failed once without a cause in the change, and tests that wait for something outside of their page. */
const REPEATED_TESTS = inRoot('packages/tools/data/repeated-tests.json');

/** @returns entries of the list whose file or titles hold the text; all without one */
export function readRepeatedTests(text = '', file = REPEATED_TESTS) {
  const { tests } = JSON.parse(readFileSync(file, 'utf8'));
  const chosen = tests.filter(({ file, titles = [] }) => [file, ...titles].some((name) => name.includes(text)));
  if (chosen.length === 0) throw new StepFailed(`No test of the list holds "${text}"`, { advice: `see ${file}` });
  return chosen;
}

/**
 * A file has one entry, so this name is unique; it stays when a test is renamed.
 * @param {{ file: string, titles?: string[] }} entry
 */
export const keyOf = ({ file, titles = [] }) => (titles.length > 0 ? `${file} (titles: ${titles.length})` : file);

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/**
 * @param {string[]} titles
 * @returns a regular expression for names of tests that hold one of the texts
 */
export const patternOf = (titles) => titles.map(escape).join('|');
/** `e2e`, or the two parts that name a workspace. */
const workspaceOf = (file) =>
  file
    .split('/')
    .slice(0, /^(?:packages|services)\//.test(file) ? 2 : 1)
    .join('/');

/** Options of a Jest configuration that concern all of its projects at once. */
const OF_ALL_PROJECTS = new Set(['testTimeout', 'watchman', 'workerIdleMemoryLimit', 'workerGracefulExitTimeout']);

/**
 * A configuration of Jest that runs each file `count` times, as projects of one process: its workers take one run after the other,
 * and what they share is started and compiled once.
 * @param config - of the workspace
 */
export function repeatedProjects(config, { rootDir, count }) {
  const ofAll = Object.entries(config).filter(([name]) => OF_ALL_PROJECTS.has(name));
  const ofOne = Object.entries(config).filter(([name]) => !OF_ALL_PROJECTS.has(name));
  return {
    ...Object.fromEntries(ofAll),
    rootDir,
    projects: Array.from({ length: count }, () => ({ ...Object.fromEntries(ofOne), rootDir })),
  };
}

/** What runs an entry `count` times, and its report: both runners share the runs among the processors by themselves. */
async function commandFor({ file, titles = [] }, count, log) {
  const workspace = workspaceOf(file);
  const inside = path.posix.relative(workspace, file);
  const pattern = (option) => (titles.length > 0 ? [option, patternOf(titles)] : []);
  if (workspace === 'e2e') {
    const options = [`--repeat-each=${count}`, '--reporter=line,json', '--trace=retain-on-failure'];
    const runner = inRoot(workspace, 'node_modules/@playwright/test/cli.js');
    const args = [runner, 'test', inside, ...options, ...pattern('--grep')];
    return { program: NODE, args, workspace, report: `${log}.json` };
  }
  const { default: config } = await import(pathToFileURL(inRoot(workspace, 'jest.config.js')).href);
  const projects = `${log}.config.json`;
  writeFileSync(projects, JSON.stringify(repeatedProjects(config, { rootDir: inRoot(workspace), count })));
  const options = [`--config=${projects}`, `--maxWorkers=${availableParallelism()}`, ...pattern('--testNamePattern')];
  return {
    program: inRoot(workspace, 'node_modules/.bin/redress-jest'),
    args: [...options, '--runTestsByPath', inRoot(file)],
    workspace,
    report: inRoot(workspace, 'test-results/jest.json'),
  };
}

/**
 * @param report - what Playwright or Jest wrote about `count` runs
 * @param {string[]} titles - those of the entry: in each run as many tests at least must have run
 * @returns how many tests failed; what did not run counts as failed
 */
export function failuresOf(report, count, titles = []) {
  const ofEachRun = Math.max(1, titles.length);
  try {
    const {
      stats,
      errors = [],
      testResults,
      numPassedTests,
      numFailedTests,
    } = JSON.parse(readFileSync(report, 'utf8'));
    if (stats) {
      const ran = stats.expected + stats.unexpected + stats.flaky;
      return stats.unexpected + stats.flaky + errors.length + Math.max(0, count * ofEachRun - ran);
    }
    // A file that could not be loaded has no test that failed.
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
    );
    const ran = numPassedTests + numFailedTests;
    const missing = Math.max(count - testResults.length, (count - broken.length) * ofEachRun - ran);
    return numFailedTests + broken.length + missing;
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

/** So many runs are one step: what is stopped in the middle has lost at most these. */
export const RUNS_OF_A_STEP = 20;

/**
 * Runs one entry of the list several times.
 * @returns the row of its table: the test, how often it ran, how many tests failed
 */
export async function repeatTest(entry, count) {
  const started = Date.now();
  const log = logFile(`repeat-${entry.file.replaceAll('/', '-')}`);
  const { program, args, workspace, report } = await commandFor(entry, count, log);
  rmSync(report, { force: true });
  const env = {
    ...process.env,
    PATH: [path.dirname(NODE), process.env.PATH ?? ''].join(path.delimiter),
    // Without it a drill is skipped.
    ...(entry.isDrill ? { VERIFY: '1' } : {}),
    ...(workspace === 'e2e' ? { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}),
  };
  const code = await runLogged(program, args, { log, cwd: inRoot(workspace), env });
  const failed = Math.max(failuresOf(report, count, entry.titles), code === 0 ? 0 : 1);
  // The next step writes a new log.
  if (failed > 0) copyFileSync(log, `${log}.failed`);
  return { test: keyOf(entry), runs: count, failed, seconds: Math.round((Date.now() - started) / 1000) };
}

/** @returns the steps of one entry as one row */
export function sumOfSteps(rows, entry) {
  const own = rows.filter(({ test }) => test === keyOf(entry));
  const sum = (name) => own.reduce((total, row) => total + row[name], 0);
  return { test: keyOf(entry), runs: sum('runs'), failed: sum('failed'), seconds: sum('seconds') };
}

export function printRepeated(rows, planned) {
  const lines = rows.map(
    ({ test, runs, failed, seconds }) =>
      `${String(runs).padStart(4)} ${String(failed).padStart(6)} ${String(seconds).padStart(6)} s  ${test}`,
  );
  const good = rows.filter(({ runs, failed }) => runs > 0 && failed === 0).length;
  return ['runs failed     time  test', ...lines, `${good} of ${planned} tests never failed`].join('\n');
}
