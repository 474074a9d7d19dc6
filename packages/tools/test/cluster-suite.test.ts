import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findClusterSuiteFaults } from '../lib/cluster-suite.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-suite-'));
  for (const folder of ['cluster', 'journeys', 'releases', 'faults', 'a11y'])
    mkdirSync(path.join(root, 'e2e', folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(path.join(root, 'e2e', file), text);
const list = (...entries: object[]) => write('cluster/not-applicable.json', JSON.stringify(entries));

it('takes a list that names tests, each with its reason', () => {
  write('journeys/a.spec.ts', "test('one', async () => { await startProgram({}); });");
  write('faults/b.spec.ts', "test('two', async ({ program }) => { await program.kill(); });");
  write('a11y/c.spec.ts', "test('three', async ({ program }) => { await page.goto(program.url); });");
  list({ file: 'journeys/a.spec.ts', why: 'own program' }, { file: 'faults/b.spec.ts', title: 'two', why: 'ends it' });
  expect(findClusterSuiteFaults(root)).toEqual([]);
});

it('names entries of files and tests that are gone, and those without a reason', () => {
  write('journeys/a.spec.ts', "test('renamed', async () => {});");
  list(
    { file: 'journeys/gone.spec.ts', why: 'own program' },
    { file: 'journeys/a.spec.ts', title: 'one', why: 'own program' },
    { file: 'journeys/a.spec.ts', title: 'renamed', why: '' },
  );
  expect(findClusterSuiteFaults(root)).toEqual([
    expect.stringContaining('there is no journeys/gone.spec.ts'),
    expect.stringContaining('journeys/a.spec.ts has no test "one"'),
    expect.stringContaining('has no reason'),
  ]);
});

it('names a file that starts a program of its own and is not listed', () => {
  write('releases/d.spec.ts', "test('four', async () => { await startReleaseService(); });");
  list();
  expect(findClusterSuiteFaults(root)).toEqual([expect.stringContaining('e2e/releases/d.spec.ts starts or ends')]);
});
