import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './repository.mjs';

/**
 * What the gate may take. Seconds are told and never failed on: they are the machine's as much as the tree's. The number of
 * journeys is the tree's alone, so one more than these fails; a journey that is added takes the place of another, or goes
 * to e2e/verify-only.json.
 */
export const GATE_BUDGET = { journeys: 170, seconds: { 2: 1_200, 4: 480 } };

/** @param {number} cores @returns {number} seconds that a whole gate may take there, with nothing taken from a cache */
export const secondsFor = (cores) => GATE_BUDGET.seconds[cores >= 4 ? 4 : 2];

/** Of the last whole gate, below the folder of the repository that it checked. */
const FILE = '.cache/gate-times.json';
const SHOWN = 20;

const inRepository = (file) => path.relative(ROOT, file).split(path.sep).join('/');
const inSeconds = (milliseconds) => Math.round(milliseconds / 100) / 10;

/**
 * @typedef {{ name: string, seconds: number }} Time - of a step, a task or a file of tests
 * @typedef {{ steps: Time[], files: Time[] }} GateTimes - files: the slowest, slowest first
 */

/** @param {any} summary - Jest's own @returns {Time[]} each file, from its start to its end */
export const jestTimes = (summary) =>
  (summary?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: inRepository(name),
    seconds: inSeconds(endTime - startTime),
  }));

/** @param {any} report - Playwright's @returns {Time[]} each file: its tests added up, without the start of their program */
export function browserTimes(report) {
  const durations = ({ specs = [], suites = [] }) => [
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    ...suites.flatMap(durations),
  ];
  return (report?.suites ?? []).map((suite) => ({
    name: `e2e/${suite.file}`,
    seconds: inSeconds(durations(suite).reduce((sum, duration) => sum + duration, 0)),
  }));
}

/** @param {Time[]} times @returns {Time[]} */
export const slowest = (times, count = SHOWN) =>
  times.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);

/** @param {GateTimes} times @returns {string} for a terminal */
export const printTimes = ({ steps, files }) =>
  [
    ['seconds of each step', steps],
    ['slowest files', files],
  ]
    .map(([title, rows]) =>
      [title, ...rows.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(9)}  ${name}`)].join('\n'),
    )
    .join('\n\n');

/** @param {GateTimes} times */
export function keepTimes(times, root = ROOT) {
  mkdirSync(path.join(root, path.dirname(FILE)), { recursive: true });
  writeFileSync(path.join(root, FILE), `${JSON.stringify(times, null, 2)}\n`);
}

/** @returns {GateTimes | null} of the last whole gate in this folder */
export function readTimes(root = ROOT) {
  const file = path.join(root, FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
