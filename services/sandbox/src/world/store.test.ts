import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWorldStore } from './store.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-world-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const linesOfLog = () => readFileSync(path.join(folder, 'world.ndjson'), 'utf8').trimEnd().split('\n');

it('forgets the oldest records that are over, also for the program that comes after', () => {
  const isOver = ({ state }: { state: string }) => state === 'done';
  const open = () => openWorldStore(folder).collection<{ state: string }>('tries', { most: 3, isOver });
  const tries = open();
  for (const id of ['a', 'b', 'c']) tries.put(id, { state: 'done' });
  tries.put('d', { state: 'pending' });
  tries.put('e', { state: 'done' });
  expect(tries.entries().map(([id]) => id)).toEqual(['c', 'd', 'e']);
  for (const id of ['f', 'g', 'h']) tries.put(id, { state: 'done' });
  expect(tries.entries().map(([id]) => id)).toEqual(['d', 'e', 'f', 'g', 'h']);
  tries.put('d', { state: 'done' });
  expect(open().entries()).toEqual(['f', 'g', 'h'].map((id) => [id, { state: 'done' }]));
});

it('keeps everything where nothing is said', () => {
  const records = openWorldStore(folder).collection<number>('letters');
  for (let number = 0; number < 200; number += 1) records.put(`${number}`, number);
  expect(records.values()).toHaveLength(200);
});

it('writes its log anew when most of its lines are of records that changed', () => {
  const meta = openWorldStore(folder, 1_000).collection<number>('meta');
  meta.put('seed', 7);
  for (let number = 1; number <= 2_500; number += 1) meta.put('counter', number);
  expect(linesOfLog().length).toBeLessThan(1_100);
  const after = openWorldStore(folder).collection<number>('meta');
  expect([after.get('seed'), after.get('counter')]).toEqual([7, 2_500]);
  expect(linesOfLog()).toHaveLength(2);
});

it('reads a log of more than one piece, with characters that stand across two', () => {
  const texts = openWorldStore(folder).collection<string>('texts');
  // Of three bytes each: no piece of a million bytes ends between two of all of them.
  for (let number = 0; number < 10; number += 1) texts.put(`${number}`, `${'x'.repeat(number)}${'€'.repeat(150_000)}`);
  const after = openWorldStore(folder).collection<string>('texts');
  expect(after.entries()).toEqual(texts.entries());
});
