import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openProof, proofTable, readPlan } from '../proof/proof.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-proof-'));
  mkdirSync(path.join(root, 'docs'));
  writeFileSync(path.join(root, 'docs/proof.md'), '# Measured proof\n\nWhat it is.\n\n## Parts\n\nan old table\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const HEAD = { name: 'drill', title: 'Faults', command: 'npm run drill' };

it('puts date, commit, machine, versions and load at the head of a part', async () => {
  const file = await openProof({ ...HEAD, database: 'PostgreSQL 18.4' }, root).write({
    body: proofTable(['fault', 'ms'], [['a | bar', 12]]),
    notReached: [],
  });
  const page = read(file);
  expect(file).toBe('docs/proof/drill.md');
  for (const fact of [
    /^# Faults$/m,
    /Written by `npm run drill`/,
    /^\| measured +\| \d{4}-\d\d-\d\d \d\d:\d\d UTC, in \d+ s +\|$/m,
    /^\| commit +\| \S/m,
    /^\| machine +\| \d+ cores, \S/m,
    /^\| memory +\| \d+ GB; /m,
    /^\| versions +\| Node 24\.[\d.]+, PostgreSQL 18\.4 +\|$/m,
    /^\| load average +\| [\d.]+ at the start, [\d.]+ at the end +\|$/m,
    /^\| a \\\| bar +\| 12 +\|$/m,
    /Nothing: every figure is reached\./,
  ])
    expect(page).toMatch(fact);
});

it('replaces a part and its line in the index, and keeps what stands above the table', async () => {
  await openProof(HEAD, root).write({ body: 'the first run', notReached: [] });
  await openProof(HEAD, root).write({ body: 'the second run', notReached: ['10 s for a restart: 12 s.', 'Safari.'] });
  await openProof({ ...HEAD, name: 'attack', title: 'Attacks' }, root).write({ body: 'held', notReached: [] });
  expect(read('docs/proof/drill.md')).not.toContain('the first run');
  const index = read('docs/proof.md');
  expect(index).toContain('What it is.');
  expect(index).not.toContain('an old table');
  expect(index.match(/^\| \[/gm)).toHaveLength(2);
  expect(index).toMatch(/\[Faults\]\(proof\/drill\.md\) +\| `npm run drill` .* 2 not reached/);
  expect(index).toMatch(/\[Attacks\]\(proof\/attack\.md\) .* all reached/);
});

it('reads of a plan how many pages it took and which tables it went through', () => {
  expect(
    readPlan([
      'Aggregate  (actual rows=1)',
      '  Buffers: shared hit=1500 read=35',
      '  ->  Seq Scan on notice_sending  (actual rows=100)',
      '        Buffers: shared hit=1235',
      '  ->  Index Scan using notice_pkey on notice',
    ]),
  ).toEqual({ pages: 1535, wholeTables: 'notice_sending' });
});
