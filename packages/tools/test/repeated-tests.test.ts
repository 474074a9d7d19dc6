import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { frozenClone, hasUncommitted, resolveCommit } from '../lib/frozen-clone.mjs';
import {
  failuresOf,
  keyOf,
  patternOf,
  printRepeated,
  readRepeatedTests,
  repeatedProjects,
  sumOfSteps,
} from '../lib/repeated-tests.mjs';
import { inRoot } from '../lib/repository.mjs';

/** @param files - how each run of the file ended; a broken one was not loaded */
const jestReport = ({ passed = 0, failed = 0, files }: { passed?: number; failed?: number; files: string[] }) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files.map((end) => ({
    status: end === 'broken' ? 'failed' : end,
    assertionResults: end === 'broken' ? [] : [{ status: end }],
  })),
});

/** Of two runs. @param report - what the runner wrote; `null` when it wrote nothing */
function failuresIn(report: object | null, titles?: string[]): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-report-'));
  try {
    const file = path.join(folder, 'report.json');
    if (report) writeFileSync(file, JSON.stringify(report));
    return failuresOf(file, 2, titles);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the list of tests that run many times', () => {
  const entries: { file: string; titles?: string[]; isDrill?: boolean; why: string }[] = readRepeatedTests();

  it.each(entries.map((entry) => [keyOf(entry), entry] as const))('names a test that is there: %s', (_, entry) => {
    expect(existsSync(inRoot(entry.file))).toBe(true);
    const text = readFileSync(inRoot(entry.file), 'utf8');
    // A test that was renamed is not run by its former name.
    expect((entry.titles ?? []).filter((title) => !text.includes(title))).toEqual([]);
    expect(entry.titles ?? ['all of the file']).not.toEqual([]);
    expect(entry.why).toMatch(/^(failed|waits|listens)/);
    // A file that skips all of its tests but for `npm run verify` would run 100 times and test nothing.
    expect(entry.isDrill ?? false).toBe(text.includes('describe.skip'));
  });

  it('has one entry for a file: the rows of the table are told apart by it', () => {
    const files = entries.map(({ file }) => file);
    expect(files).toEqual([...new Set(files)]);
    expect(keyOf({ file: 'a.test.ts' })).toBe('a.test.ts');
    expect(keyOf({ file: 'a.test.ts', titles: ['one', 'two'] })).toBe('a.test.ts (titles: 2)');
  });

  it('finds the tests of an entry by any of its titles, taken as they are written', () => {
    const pattern = new RegExp(patternOf(['pays $1.50 (once)', 'a|b']));
    const names = ['it pays $1.50 (once), and no more', 'a|b', 'pays $1x50 (once)', 'a', 'pays'];
    expect(names.filter((name) => pattern.test(name))).toEqual(names.slice(0, 2));
  });

  it('is chosen from by a part of a name, and refuses one that fits nothing', () => {
    for (const part of ['payment.spec', 'a bank that asks']) {
      const files = readRepeatedTests(part).map(({ file }: { file: string }) => file);
      expect(files).toEqual(['e2e/journeys/payment.spec.ts']);
    }
    expect(() => readRepeatedTests('no such test')).toThrow('No test of the list holds "no such test"');
  });

  it('is run by one process of Jest, which has the file once for each run', () => {
    const config = { testEnvironment: 'node', testTimeout: 90_000 };
    const { projects, ...ofAll } = repeatedProjects(config, { rootDir: '/w', count: 3 });
    expect(ofAll).toEqual({ testTimeout: 90_000, rootDir: '/w' });
    expect(projects).toEqual(Array.from({ length: 3 }, () => ({ testEnvironment: 'node', rootDir: '/w' })));
  });

  it.each([
    ['every run passed', jestReport({ passed: 2, files: ['passed', 'passed'] }), 0],
    ['one failed', jestReport({ passed: 1, failed: 1, files: ['passed', 'failed'] }), 1],
    ['a file could not be loaded', jestReport({ passed: 1, files: ['passed', 'broken'] }), 1],
    ['a run is missing', jestReport({ passed: 1, files: ['passed'] }), 1],
    ['no test has that name', jestReport({ passed: 0, files: ['passed', 'passed'] }), 2],
    ['journeys passed', { stats: { expected: 2, unexpected: 0, flaky: 0 } }, 0],
    ['a journey failed', { stats: { expected: 1, unexpected: 1, flaky: 0 } }, 1],
    ['no journey ran', { stats: { expected: 0, unexpected: 0, flaky: 0 } }, 2],
    ['there is no report', null, 1],
  ])('counts as failed what did not pass: %s', (_, report, failed) => {
    expect(failuresIn(report)).toBe(failed);
  });

  it.each([
    ['journeys', { stats: { expected: 2, unexpected: 0, flaky: 0 } }],
    ['tests of Jest', jestReport({ passed: 2, files: ['passed', 'passed'] })],
  ])('counts as failed a title that names none of the %s', (_, report) => {
    expect(failuresIn(report, ['one'])).toBe(0);
    expect(failuresIn(report, ['one', 'two'])).toBe(2);
  });

  it('adds up the steps of a test, and has none of one that has not run', () => {
    const step = { test: 'a.test.ts', runs: 20, failed: 1, seconds: 9 };
    const rows = [step, { ...step, test: 'b.test.ts' }, { ...step, failed: 0 }];
    expect(sumOfSteps(rows, { file: 'a.test.ts' })).toEqual({ test: 'a.test.ts', runs: 40, failed: 1, seconds: 18 });
    expect(sumOfSteps([], { file: 'a.test.ts' })).toMatchObject({ runs: 0 });
  });

  it('prints how many never failed', () => {
    const rows = [
      { test: 'a', runs: 100, failed: 0, seconds: 9 },
      { test: 'b', runs: 100, failed: 1, seconds: 9 },
    ];
    expect(printRepeated(rows, 3)).toMatch(/1 of 3 tests never failed$/);
  });
});

describe('a clone at one commit', () => {
  let folder: string;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: path.join(folder, 'tree'), encoding: 'utf8' });
  const commit = (text: string) => {
    writeFileSync(path.join(folder, 'tree/file'), text);
    git('add', '.');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '-m', text);
    return resolveCommit('HEAD', path.join(folder, 'tree'));
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'redress-clone-'));
    execFileSync('git', ['init', '--quiet', path.join(folder, 'tree')]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what the commit held, whatever the tree holds by now', () => {
    const source = path.join(folder, 'tree');
    const first = commit('one');
    commit('two');
    const clone = frozenClone(first, { source, parent: folder });
    expect(readFileSync(path.join(clone, 'file'), 'utf8')).toBe('one');
    expect(frozenClone(first, { source, parent: folder })).toBe(clone);
  });

  it('has another beside it for a run at the same time, made from the first', () => {
    const first = commit('one');
    commit('two');
    const clone = frozenClone(first, { source: path.join(folder, 'tree'), parent: folder });
    const second = frozenClone(first, { source: clone, parent: folder, mark: '-second' });
    expect(second).not.toBe(clone);
    expect(resolveCommit('HEAD', second)).toBe(first);
    expect(readFileSync(path.join(second, 'file'), 'utf8')).toBe('one');
  });

  it('is refused for a name that is no commit', () => {
    commit('one');
    expect(() => resolveCommit('nothing', path.join(folder, 'tree'))).toThrow('nothing names no commit here');
  });

  it('lacks what is not committed, which can be asked', () => {
    commit('one');
    expect(hasUncommitted(path.join(folder, 'tree'))).toBe(false);
    writeFileSync(path.join(folder, 'tree/file'), 'two');
    expect(hasUncommitted(path.join(folder, 'tree'))).toBe(true);
  });
});
