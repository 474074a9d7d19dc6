import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserTimes, jestTimes, printTimes, slowest } from '../lib/gate-times.mjs';
import { inRoot } from '../lib/repository.mjs';
import { findVerifyOnlyFaults, judgeLastVerify, VERIFY_ONLY, VERIFY_PROOF } from '../lib/verify-only.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-verify-'));
  for (const folder of ['e2e/faults', 'docs/proof']) mkdirSync(path.join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
const commits = (count: number) => {
  const head = git('rev-parse', 'HEAD').trim();
  const stream = Array.from({ length: count }, (_, index) => {
    const from = index === 0 ? `from ${head}\n` : '';
    return `commit refs/heads/main\ncommitter a <a@example.com> ${1_800_000_000 + index} +0000\ndata 1\nx\n${from}`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: stream.join('\n') });
};

it('names entries of files and tests that are gone, and those that nothing catches in the gate', () => {
  write('e2e/faults/a.spec.ts', "test('one', async () => {});");
  const list = (...entries: object[]) => write(VERIFY_ONLY, JSON.stringify(entries));
  list({ file: 'faults/a.spec.ts', title: 'one', caughtBy: 'a unit test' });
  expect(findVerifyOnlyFaults(root)).toEqual([]);
  list(
    { file: 'faults/gone.spec.ts', caughtBy: 'a unit test' },
    { file: 'faults/a.spec.ts', title: 'two', caughtBy: 'a unit test' },
    { file: 'faults/a.spec.ts', title: 'one' },
  );
  expect(findVerifyOnlyFaults(root)).toEqual([
    expect.stringContaining('there is no faults/gone.spec.ts'),
    expect.stringContaining('has no test "two"'),
    expect.stringContaining('does not say what catches'),
  ]);
});

it('says how many commits ago the long tests passed, and fails past 400', () => {
  git('init', '-q', '-b', 'main');
  write(VERIFY_ONLY, '[]');
  git('add', '.');
  git('commit', '-q', '-m', 'list');
  expect(judgeLastVerify(root)).toEqual({ ok: true, sentence: expect.stringContaining('have not passed yet') });
  write(VERIFY_PROOF, `# The long tests\n\nCommit ${git('rev-parse', '--short=7', 'HEAD').trim()} passed all of it.\n`);
  expect(judgeLastVerify(root)).toEqual({ ok: true, sentence: 'The long tests last passed 0 commits ago' });
  commits(400);
  expect(judgeLastVerify(root)).toEqual({ ok: true, sentence: 'The long tests last passed 400 commits ago' });
  commits(1);
  expect(judgeLastVerify(root).ok).toBe(false);
  write(VERIFY_PROOF, 'Commit 0000000 passed all of it.');
  expect(judgeLastVerify(root)).toEqual({ ok: false, sentence: expect.stringContaining('is no commit here') });
});

it('reads the seconds of files from both runners, and shows the slowest first', () => {
  const unit = jestTimes({ testResults: [{ name: inRoot('shell/src/a.test.ts'), startTime: 1_000, endTime: 3_500 }] });
  const spec = (duration: number) => ({ tests: [{ results: [{ duration }] }] });
  const journeys = browserTimes({
    suites: [{ file: 'faults/a.spec.ts', specs: [spec(1_000)], suites: [{ specs: [spec(30_000)] }] }],
  });
  const files = slowest([...unit, ...journeys]);
  expect(files).toEqual([
    { name: 'e2e/faults/a.spec.ts', seconds: 31 },
    { name: 'shell/src/a.test.ts', seconds: 2.5 },
  ]);
  expect(slowest(files, 1)).toHaveLength(1);
  expect(printTimes({ steps: [{ name: 'Journeys', seconds: 31 }], files })).toContain('    31.0  Journeys');
  expect(jestTimes(null)).toEqual([]);
});
