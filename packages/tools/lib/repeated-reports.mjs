import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './repository.mjs';

/**
 * @typedef {object} RanTests
 * @property {{ file: string, name: string, ok: boolean, ms: number }[]} tests - that ran, by file in the repository
 * @property {(string | null)[]} broken - file of each error outside of a test; null when none is known
 */

const toRepository = (file) => path.relative(inRoot(), file).replaceAll(path.sep, '/');

/** A test that passed only when it was tried again has failed; one that was skipped did not run. */
function journeysOf({ config, suites = [], errors = [] }) {
  const walk = (file, suite, names) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status !== 'skipped')
        .map(({ status, results }) => ({
          file,
          name: [...names, spec.title].join(' '),
          ok: status === 'expected',
          ms: results.reduce((sum, { duration }) => sum + duration, 0),
        })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(file, inner, [...names, inner.title])),
  ];
  return {
    // The outermost group is the file that was asked for; a test may be written in another one, which it imports.
    tests: suites.flatMap((suite) => walk(toRepository(path.join(config.rootDir, suite.file)), suite, [])),
    broken: errors.map(({ location }) => (location ? toRepository(location.file) : null)),
  };
}

/** Each run of a file is a result of its own. */
function jestTestsOf({ testResults }) {
  const isRun = ({ status }) => status === 'passed' || status === 'failed';
  return {
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(isRun).map(({ fullName, status, duration }) => ({
        file: toRepository(name),
        name: fullName,
        ok: status === 'passed',
        ms: duration ?? 0,
      })),
    ),
    // A file that could not be loaded has no test that failed.
    broken: testResults
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
      )
      .map(({ name }) => toRepository(name)),
  };
}

/**
 * @param {string} file - what Playwright or Jest wrote about a command
 * @returns {RanTests} nothing where there is no report
 */
export function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return report.stats ? journeysOf(report) : jestTestsOf(report);
  } catch {
    return { tests: [], broken: [] };
  }
}

/**
 * @param {RanTests} ran
 * @param {{ file: string, titles?: string[] }} entry
 * @param {number} count - how often each of its titles must have run, or any test of its file
 * @returns how many of its tests failed, with those that did not run, and the seconds of those that ran
 */
export function outcomeOf({ tests, broken }, { file, titles = [''] }, count) {
  const own = tests.filter((test) => test.file === file && titles.some((title) => test.name.includes(title)));
  const broke = broken.filter((each) => each === file || each === null).length;
  const missing = titles.map((title) =>
    Math.max(0, count - broke - own.filter(({ name }) => name.includes(title)).length),
  );
  return {
    failed: own.filter(({ ok }) => !ok).length + broke + missing.reduce((sum, each) => sum + each, 0),
    seconds: Math.round(own.reduce((sum, { ms }) => sum + ms, 0) / 1000),
  };
}
