import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { frozenClone, hasUncommitted, resolveCommit } from '../lib/frozen-clone.mjs';
import { outcomeOf, readReport } from '../lib/repeated-reports.mjs';
import {
  journeyPatternOf,
  keyOf,
  nextStep,
  patternOf,
  readRepeatedTests,
  repeatedProjects,
  rowsOf,
  sumOfSteps,
} from '../lib/repeated-tests.mjs';
import { inRoot } from '../lib/repository.mjs';

type Entry = { file: string; titles?: string[]; isDrill?: boolean; why: string };
const FILE = 'services/site/test/a.test.ts';
const JOURNEY = 'e2e/journeys/a.spec.ts';

/** @param files - how the test of each run of the file ended; a broken one was not loaded */
const jestReport = (files: string[], name = FILE) => ({
  testResults: files.map((end) => ({
    name: inRoot(name),
    status: end === 'passed' ? 'passed' : 'failed',
    assertionResults: end === 'broken' ? [] : [{ status: end, fullName: 'a group: one', duration: 1500 }],
  })),
});

/** A test that is written in a file which the journey imports. @param ends - as Playwright names them */
const journeyReport = (ends: string[], errors: object[] = []) => ({
  config: { rootDir: inRoot('e2e') },
  stats: {},
  errors,
  suites: [
    {
      file: 'journeys/a.spec.ts',
      suites: [
        {
          title: 'a group:',
          file: 'support/shared.ts',
          specs: ends.map((status) => ({
            title: 'one',
            file: 'support/shared.ts',
            tests: [{ status, results: [{ duration: 1500 }] }],
          })),
        },
      ],
    },
  ],
});

/** Of two runs. @param report - what the runner wrote; `null` when it wrote nothing */
function outcomeIn(report: object | null, entry: { file: string; titles?: string[] }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-report-'));
  try {
    const file = path.join(folder, 'report.json');
    if (report) writeFileSync(file, JSON.stringify(report));
    return outcomeOf(readReport(file), entry, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the list of tests that run many times', () => {
  const entries: Entry[] = readRepeatedTests();

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

  it('finds the journeys of many entries in one command, each title in its own file', () => {
    const pattern = new RegExp(
      journeyPatternOf([
        { file: 'e2e/journeys/a.spec.ts', titles: ['pays (once)', 'is told'] },
        { file: 'e2e/faults/b.spec.ts' },
      ]),
    );
    const isRun = (name: string) => pattern.test(name);
    expect(isRun(' journeys/a.spec.ts a group he pays (once), no more')).toBe(true);
    expect(isRun(' journeys/a.spec.ts is told')).toBe(true);
    expect(isRun(' faults/b.spec.ts whatever')).toBe(true);
    expect(isRun(' journeys/a.spec.ts another')).toBe(false);
    expect(isRun(' journeys/other-a.spec.ts is told')).toBe(false);
    expect(isRun(' journeys/c.spec.ts is told')).toBe(false);
  });

  it('is run in steps: all journeys by one command, files of a workspace by one, drills and titles alone', () => {
    const files: Omit<Entry, 'why'>[] = [
      { file: 'e2e/a.spec.ts' },
      { file: 'services/site/a.test.ts' },
      { file: 'e2e/b.spec.ts', titles: ['one'] },
      { file: 'services/site/b.test.ts', isDrill: true },
      { file: 'services/site/c.test.ts', titles: ['one'] },
      { file: 'services/site/d.test.ts' },
    ];
    const runs = new Map<string, number>([['e2e/b.spec.ts', 7]]);
    const runsOf = ({ file }: { file: string }) => runs.get(file) ?? 0;
    const steps = [];
    for (let step = nextStep(files, runsOf, 25); step; step = nextStep(files, runsOf, 25)) {
      for (const { file } of step.entries) runs.set(file, runsOf({ file }) + step.runs);
      steps.push([step.first, step.runs, step.entries.map(({ file }: { file: string }) => path.basename(file)).join()]);
    }
    expect(steps).toEqual([
      // What a stopped run had not done yet comes first, then both together.
      ...[
        [1, 5, 'a.spec.ts'],
        [6, 2, 'a.spec.ts'],
        [8, 5, 'a.spec.ts,b.spec.ts'],
        [13, 5, 'a.spec.ts,b.spec.ts'],
        [18, 5, 'a.spec.ts,b.spec.ts'],
        [23, 3, 'a.spec.ts,b.spec.ts'],
      ],
      ...[
        [1, 20, 'a.test.ts,d.test.ts'],
        [21, 5, 'a.test.ts,d.test.ts'],
      ],
      ...[
        [1, 20, 'b.test.ts'],
        [21, 5, 'b.test.ts'],
      ],
      ...[
        [1, 20, 'c.test.ts'],
        [21, 5, 'c.test.ts'],
      ],
    ]);
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

  it('counts how often a test failed, by its file, and what its runs took', () => {
    expect(outcomeIn(jestReport(['passed', 'failed']), { file: FILE })).toEqual({ failed: 1, seconds: 3 });
    expect(outcomeIn(journeyReport(['expected', 'unexpected']), { file: JOURNEY })).toEqual({ failed: 1, seconds: 3 });
  });

  it.each([
    ['every run passed', FILE, jestReport(['passed', 'passed']), 0],
    ['a file could not be loaded', FILE, jestReport(['passed', 'broken']), 1],
    ['a run is missing', FILE, jestReport(['passed']), 1],
    ['no test has that name', FILE, jestReport(['pending', 'pending']), 2],
    ['another file ran', FILE, jestReport(['passed', 'passed'], 'services/site/test/b.test.ts'), 2],
    ['journeys passed', JOURNEY, journeyReport(['expected', 'expected']), 0],
    ['a journey passed when it was tried again', JOURNEY, journeyReport(['expected', 'flaky']), 1],
    ['a journey was skipped', JOURNEY, journeyReport(['expected', 'skipped']), 1],
    ['no journey ran', JOURNEY, journeyReport([]), 2],
    ['the journey could not be loaded', JOURNEY, journeyReport([], [{ location: { file: inRoot(JOURNEY) } }]), 2],
    ['a worker ended', JOURNEY, journeyReport(['expected', 'expected'], [{}]), 1],
    ['there is no report', JOURNEY, null, 2],
  ])('counts as failed what did not pass: %s', (_, file, report, failed) => {
    expect(outcomeIn(report, { file })).toMatchObject({ failed });
  });

  it.each([
    ['journeys', JOURNEY, journeyReport(['expected', 'expected'])],
    ['tests of Jest', FILE, jestReport(['passed', 'passed'])],
  ])('counts as failed a title that names none of the %s', (_, file, report) => {
    expect(outcomeIn(report, { file, titles: ['group: one'] })).toMatchObject({ failed: 0 });
    expect(outcomeIn(report, { file, titles: ['one', 'two'] })).toMatchObject({ failed: 2 });
    // Each title for itself: a title that names two tests does not stand for another.
    const twice = journeyReport(['expected', 'expected', 'expected', 'expected']);
    expect(outcomeIn(twice, { file: JOURNEY, titles: ['one', 'two'] })).toMatchObject({ failed: 2 });
  });

  it('counts a failure of the command that belongs to no test for each of its entries', () => {
    const step = { entries: [{ file: FILE }, { file: JOURNEY }], first: 1, runs: 1 };
    const ran = (ok: boolean) => ({
      tests: [FILE, JOURNEY].map((file) => ({ file, name: 'one', ok: ok || file === FILE, ms: 0 })),
      broken: [],
    });
    const failures = (ok: boolean, code: number) =>
      rowsOf(step, ran(ok), code).map(({ failed }: { failed: number }) => failed);
    expect(failures(true, 0)).toEqual([0, 0]);
    expect(failures(true, 1)).toEqual([1, 1]);
    expect(failures(false, 1)).toEqual([0, 1]);
  });

  it('adds up the steps of a test, and has none of one that has not run', () => {
    const step = { test: 'a.test.ts', runs: 20, failed: 1, seconds: 9 };
    const rows = [step, { ...step, test: 'b.test.ts' }, { ...step, failed: 0 }];
    expect(sumOfSteps(rows, { file: 'a.test.ts' })).toEqual({ test: 'a.test.ts', runs: 40, failed: 1, seconds: 18 });
    expect(sumOfSteps([], { file: 'a.test.ts' })).toMatchObject({ runs: 0 });
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
