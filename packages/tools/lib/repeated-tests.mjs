import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium } from './chromium.mjs';
import { outcomeOf, readReport } from './repeated-reports.mjs';
import { inRoot, NODE } from './repository.mjs';
import { logFile, runLogged, StepFailed } from './steps.mjs';

/** Tests that failed once without a cause in the change, and tests that wait for something outside of their page. */
const REPEATED_TESTS = inRoot('packages/tools/data/repeated-tests.json');

/** So many runs are one step: what is stopped in the middle has lost at most these. A run of all journeys takes minutes. */
const RUNS_OF_A_STEP = { journeys: 5, tests: 20 };

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
/**
 * @param {{ file: string, titles?: string[] }[]} entries
 * @returns a regular expression for names as Playwright compares them: file, titles of groups, title of the test
 */
export const journeyPatternOf = (entries) =>
  entries
    .map(
      ({ file, titles }) =>
        `(?:^| )${escape(file.replace(/^e2e\//, ''))} ${titles ? `.*(?:${patternOf(titles)})` : ''}`,
    )
    .join('|');

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

/** Jest takes one pattern for all files of a command, so titles are for one file. */
const commandOf = ({ file, titles, isDrill }) =>
  workspaceOf(file) === 'e2e' ? 'e2e' : [workspaceOf(file), isDrill ? 'drill' : '', titles ? file : ''].join(' ');

/**
 * The next step: entries that one command runs together. All journeys are one command: Playwright starts a worker anew for each
 * repetition, and with it a program, but the files of one repetition share workers.
 * @typedef {{ file: string, titles?: string[], isDrill?: boolean }} Entry
 * @param {Entry[]} entries
 * @param {(entry: Entry) => number} runsOf - how often an entry has run
 * @param {number} count - how often each has to run
 * @returns {{ entries: Entry[], first: number, runs: number } | null} first: of `runs` runs; null when all have run
 */
export function nextStep(entries, runsOf, count) {
  const missing = entries.filter((entry) => runsOf(entry) < count);
  if (missing.length === 0) return null;
  const together = missing.filter((entry) => commandOf(entry) === commandOf(missing[0]));
  const done = Math.min(...together.map(runsOf));
  const most = RUNS_OF_A_STEP[commandOf(missing[0]) === 'e2e' ? 'journeys' : 'tests'];
  return {
    entries: together.filter((entry) => runsOf(entry) === done),
    first: done + 1,
    // Entries that have run less catch up with the others, and go on together with them.
    runs: Math.min(most, ...[...together.map(runsOf), count].filter((runs) => runs > done).map((runs) => runs - done)),
  };
}

function journeyCommand({ entries, first, runs }, log) {
  const runner = inRoot('e2e/node_modules/@playwright/test/cli.js');
  const args = [
    ...[runner, 'test', ...entries.map(({ file }) => file.replace(/^e2e\//, ''))],
    ...[`--repeat-each=${runs}`, '--reporter=line,json'],
    // The next step would remove the traces of this one.
    `--output=test-results/repeated-${first}`,
    `--grep=${journeyPatternOf(entries)}`,
  ];
  return { program: NODE, args, report: `${log}.json` };
}

const journeyEnvironment = async (report) => ({
  CHROMIUM_PATH: await ensureChromium(),
  PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  // What fails once in a hundred runs is seldom seen again: its trace holds the documents, without pictures of frames.
  E2E_TRACE_DOCUMENTS: '1',
});

async function jestCommand({ entries, runs }, workspace, log) {
  const { default: config } = await import(pathToFileURL(inRoot(workspace, 'jest.config.js')).href);
  const projects = `${log}.config.json`;
  writeFileSync(projects, JSON.stringify(repeatedProjects(config, { rootDir: inRoot(workspace), count: runs })));
  const { titles } = entries[0];
  const args = [
    ...[`--config=${projects}`, `--maxWorkers=${availableParallelism()}`],
    ...(titles ? [`--testNamePattern=${patternOf(titles)}`] : []),
    ...['--runTestsByPath', ...entries.map(({ file }) => inRoot(file))],
  ];
  return {
    program: inRoot(workspace, 'node_modules/.bin/redress-jest'),
    args,
    report: inRoot(workspace, 'test-results/jest.json'),
  };
}

/**
 * Runs the entries of a step: both runners share the runs among the processors by themselves.
 * @param step - of `nextStep`
 * @returns a row of the table for each entry: the test, how often it ran, how many tests failed, the seconds of its tests
 */
export async function repeatTests(step) {
  const [{ file, isDrill }] = step.entries;
  const workspace = workspaceOf(file);
  const log = logFile(`repeat-${workspace.replaceAll('/', '-')}`);
  const isJourney = workspace === 'e2e';
  const { program, args, report } = isJourney ? journeyCommand(step, log) : await jestCommand(step, workspace, log);
  rmSync(report, { force: true });
  const env = {
    ...process.env,
    PATH: [path.dirname(NODE), process.env.PATH ?? ''].join(path.delimiter),
    // Without it a drill is skipped.
    ...(isDrill ? { VERIFY: '1' } : {}),
    ...(isJourney ? await journeyEnvironment(report) : {}),
  };
  const code = await runLogged(program, args, { log, cwd: inRoot(workspace), env });
  const rows = rowsOf(step, readReport(report), code);
  // The next step writes a new log.
  if (rows.some(({ failed }) => failed > 0)) copyFileSync(log, `${log}.${step.first}.failed`);
  return rows;
}

/**
 * @param step - of `nextStep`
 * @param {import('./repeated-reports.mjs').RanTests} ran
 * @param {number} code - with which the command ended: a failure that belongs to no test is one of each entry
 */
export function rowsOf({ entries, runs }, ran, code) {
  const outcomes = entries.map((entry) => ({ test: keyOf(entry), runs, ...outcomeOf(ran, entry, runs) }));
  const isExplained = code === 0 || outcomes.some(({ failed }) => failed > 0);
  return isExplained ? outcomes : outcomes.map((row) => ({ ...row, failed: 1 }));
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
