import { existsSync, readFileSync } from 'node:fs';
import { browserFailures, jestFailures } from './failures.mjs';

/** One row of the table: what was checked, where, how many promises held, and which tests did not. */
const row = (kind, where, passed, failed, note = '', failures = []) => ({
  kind,
  where,
  passed,
  failed,
  note,
  failures,
});

/** A check that holds or does not (lint, types, build, format): a failure counts, a success is no test. */
export const checkResult = (kind, where, ok) => row(kind, where, 0, ok ? 0 : 1, ok ? 'ok' : 'failed');

/** A tool of this machine that is missing: what needs it was not run, or fails. */
export const lackResult = (tool, note) => row('lacking', tool, 0, 1, note);

/** @returns what a runner wrote, or null */
export const readResult = (file) => {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  } catch {
    return null;
  }
};

/**
 * @param file - jest's own summary
 * @param task - how the task ended in turbo; results of a cached task count as well
 */
export function jestResult(where, file, task) {
  const summary = readResult(file);
  if (!summary) return row('tests', where, 0, 1, 'no result');
  const broken = summary.numRuntimeErrorTestSuites ?? 0;
  const failed = summary.numFailedTests + broken;
  // Tests that passed in a run that failed otherwise (a worker that died, an open handle) are not a pass.
  const other = failed === 0 && task?.ok !== true ? 1 : 0;
  const skipped = summary.numPendingTests ?? 0;
  const notes = [
    other ? 'the run failed' : broken ? `${broken} files could not run` : task?.isCached ? 'unchanged' : '',
    skipped ? `${skipped} skipped` : '',
  ];
  const note = notes.filter(Boolean).join(', ');
  return row('tests', where, summary.numPassedTests, failed + other, note, jestFailures(where, summary));
}

/** @param file - Playwright's JSON report */
export function browserResult(file) {
  const report = readResult(file);
  if (!report) return row('journeys', 'e2e', 0, 1, 'no result');
  const { expected, unexpected, flaky, skipped } = report.stats;
  const broken = report.errors?.length ?? 0;
  const nothing = expected + unexpected + flaky === 0 ? 1 : 0;
  const notes = [
    flaky ? `${flaky} passed only when repeated` : '',
    skipped ? `${skipped} skipped` : '',
    nothing ? 'nothing ran' : '',
  ];
  // A journey that passes only when it is tried again has found a race, which a person meets too.
  const failed = unexpected + flaky + broken + nothing;
  return row('journeys', 'e2e', expected, failed, notes.filter(Boolean).join(', '), browserFailures(report));
}

/** @param file - one line a program that the journeys ran: how late its event loop was, in milliseconds */
export function loopDelayLine(file) {
  if (!existsSync(file)) return '';
  const programs = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const worst = (key) => Math.max(...programs.map((program) => program[key]));
  return `event loop of ${programs.length} programs: p99 at most ${worst('p99Ms')} ms late, never more than ${worst('maxMs')} ms`;
}

const pad = (text, width) => String(text).padEnd(width);
const padLeft = (text, width) => String(text).padStart(width);

/** The table people read, and the sums. Checks that hold are counted in one line; only those that fail are listed. */
export function summarise(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const checks = results.filter(({ note }) => note === 'ok');
  const byKind = [...new Set(checks.map(({ kind }) => kind))].map(
    (kind) => `${kind} ${checks.filter((check) => check.kind === kind).length}`,
  );
  const lines = results
    .filter(({ note }) => note !== 'ok')
    .map(({ kind, where, passed, failed, note }) =>
      `${pad(kind, 10)} ${pad(where, 26)} ${padLeft(passed, 6)} ${padLeft(failed, 6)}  ${note}`.trimEnd(),
    );
  const head = `${pad('', 10)} ${pad('', 26)} ${padLeft('passed', 6)} ${padLeft('failed', 6)}`;
  return {
    table: [`checks that hold: ${byKind.join(', ') || 'none'}`, head, ...lines].join('\n'),
    passed: sum('passed'),
    failed: sum('failed'),
  };
}
