import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBackupFolder } from './backup-folder.ts';
import { removeOld } from './remove-old.ts';

let place: string;
beforeEach(() => (place = mkdtempSync(path.join(tmpdir(), 'redress-old-'))));
afterEach(() => rmSync(place, { recursive: true, force: true }));

const put = (name: string, text = '') => {
  mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
  writeFileSync(path.join(place, name), text);
};
const segment = (timeline: number, number: number) =>
  `${[timeline, 0, number].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')}`;
/** @param begins - the number of the segment that a recovery of it begins with */
function aBase(day: number, chain: string | null, begins: number): void {
  const base = {
    format: 1,
    kind: 'server',
    at: `2026-04-0${day}T08:00:00.000Z`,
    systemId: '1',
    major: 15,
    chain,
    files: {},
  };
  put(`bases/2026040${day}T080000.000Z/base.json`, JSON.stringify(base));
  const label = `START WAL LOCATION: 0/${begins}000028 (file ${segment(1, begins)})\nCHECKPOINT LOCATION: 0/1\n`;
  put(`bases/2026040${day}T080000.000Z/database/backup_label`, label);
}
const names = (folder: string) => readdirSync(path.join(place, folder)).toSorted();
const said: string[] = [];
const prune = (keep: number) => removeOld(openBackupFolder(place), keep, (line) => void said.push(line));

it('keeps the newest copies with all that a restore of them needs, and nothing else', () => {
  aBase(1, 'c1', 1);
  aBase(2, 'c2', 3);
  aBase(3, 'c2', 5);
  put('chains/c1/wal/x');
  for (const number of [3, 4, 5, 6]) put(`chains/c2/wal/${segment(1, number)}`);
  // After a failover: another timeline, and positions that go on.
  put(`chains/c2/wal/${segment(2, 7)}.partial`);
  put('chains/c2/wal/00000002.history');
  put('chains/c3/wal/x');
  for (const day of [1, 2, 4]) put(`keys/2026040${day}T070000.000Z/keys.json`);
  put('store/kept');
  prune(1);
  expect(names('bases')).toEqual(['20260403T080000.000Z']);
  expect(names('chains')).toEqual(['c2', 'c3']);
  expect(names('chains/c2/wal')).toEqual(
    [segment(1, 5), segment(1, 6), '00000002.history', `${segment(2, 7)}.partial`].toSorted(),
  );
  expect(names('keys')).toEqual(['20260402T070000.000Z', '20260404T070000.000Z']);
  expect(names('store')).toEqual(['kept']);
  expect(said).toEqual([expect.stringContaining('a restore reaches from 2026-04-03T08:00:00.000Z on')]);
});

it('takes nothing away while there are no more copies than are kept, and never the last one', () => {
  aBase(1, 'c1', 1);
  put(`chains/c1/wal/${segment(1, 1)}`);
  put('keys/20260401T070000.000Z/keys.json');
  prune(2);
  prune(1);
  expect([names('bases').length, names('chains/c1/wal').length, names('keys').length]).toEqual([1, 1, 1]);
});

it('removes no log before a copy whose beginning is not known', () => {
  aBase(1, 'c1', 1);
  aBase(2, 'c1', 2);
  put('bases/20260402T080000.000Z/database/backup_label', 'of another form');
  put(`chains/c1/wal/${segment(1, 1)}`);
  prune(1);
  expect(names('chains/c1/wal')).toHaveLength(1);
});
