import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './repository.mjs';

const MOST_TESTS = 40;
const MOST_LINES = 15;
const MOST_CHARACTERS = 240;

/** Every line end that a terminal, a log viewer or a language knows. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
/** What a terminal obeys, or what changes the direction of writing; an unpaired surrogate is no character. */
const COMMANDS = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Names and errors of tests hold what pages, files and other programs said: each line of them stays one line and commands
 * nothing. `forTerminal` of release-client would do the same, but the gate runs before anything is installed and on a
 * Node that reads no TypeScript.
 * @param {unknown} text
 */
const plainLines = (text) =>
  stripVTControlCharacters(String(text ?? ''))
    .split(LINE_END)
    .map((line) => line.replace(/\t/g, '  ').replace(COMMANDS, ' ').trimEnd().slice(0, MOST_CHARACTERS));

/** @param {unknown} text */
const oneLine = (text) => plainLines(text).join(' ').trim();

const inRepository = (file) => path.relative(ROOT, file).split(path.sep).join('/');

/**
 * @typedef {object} Failure
 * @property {string} where - the workspace
 * @property {string} file - from the top folder; empty when a run failed outside of its files
 * @property {string} name - of the test, or what else failed
 * @property {string} error
 */

/**
 * @param {string} where
 * @param {any} summary - jest's own
 * @returns {Failure[]}
 */
export const jestFailures = (where, summary) =>
  (summary.testResults ?? []).flatMap(({ name = '', status, message, assertionResults = [] }) => {
    const file = name && inRepository(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') {
      return [{ where, file, name: 'the file could not run', error: message ?? '' }];
    }
    return failed.map(({ fullName, failureMessages = [] }) => ({
      where,
      file,
      name: fullName,
      error: failureMessages.join('\n'),
    }));
  });

const errorsOf = (results = []) =>
  results.flatMap(({ errors = [] }) => errors.map(({ message, value }) => message ?? value ?? '')).join('\n');

/**
 * @param {any} report - Playwright's
 * @returns {Failure[]}
 */
export function browserFailures(report) {
  const where = 'e2e';
  const folder = report.config?.rootDir ?? path.join(ROOT, where);
  const inSuite = (suite, titles) => [
    ...(suite.specs ?? []).flatMap(({ file, line, title, tests = [] }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          where,
          file: `${inRepository(path.join(folder, file))}:${line}`,
          name: `${[...titles, title].join(' › ')}${status === 'flaky' ? ' (passed when repeated)' : ''}`,
          error: errorsOf(results),
        })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
  ];
  return [
    // The outermost suite is the file.
    ...(report.suites ?? []).flatMap((suite) => inSuite(suite, [])),
    ...(report.errors ?? []).map(({ message, value }) => ({
      where,
      file: '',
      name: 'the run',
      error: message ?? value ?? '',
    })),
  ];
}

/** Frames of the test runner and of libraries say nothing about the test. */
const isOfLibrary = (line) => /^\s+at .*[\\/]node_modules[\\/]/.test(line);

function describe({ where, file, name, error }) {
  const lines = plainLines(error).filter((line) => line.trim() !== '' && !isOfLibrary(line));
  const left = lines.length - MOST_LINES;
  return [
    `FAILED ${oneLine(where)} ${oneLine(file)} › ${oneLine(name)}`,
    ...lines.slice(0, MOST_LINES).map((line) => `    ${line}`),
    ...(left > 0 ? [`    … ${left} more lines`] : []),
  ].join('\n');
}

/**
 * The end of a log is often all that is seen of a run on another machine: which tests failed, and the beginning of why.
 * @param {Failure[]} failures
 * @returns {string} empty when nothing failed
 */
export function listFailures(failures) {
  const left = failures.length - MOST_TESTS;
  return [...failures.slice(0, MOST_TESTS).map(describe), ...(left > 0 ? [`… ${left} more tests failed`] : [])].join(
    '\n',
  );
}
