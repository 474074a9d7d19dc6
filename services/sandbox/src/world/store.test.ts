import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWorldStore } from './store.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-world-'))));
afterEach(() => rmSync(folder, { recursive: true }));

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

it('has after a new start what it had, in the order in which it came, and files', () => {
  const store = openWorldStore(folder);
  const texts = store.collection<string>('texts');
  for (const id of ['a', 'b', 'c', 'd']) texts.put(id, `${id} €`);
  texts.put('a', 'changed');
  texts.delete('b');
  texts.put('b', 'again');
  store.putFile('letter.pdf', Buffer.from('%PDF-'));
  const after = openWorldStore(folder);
  expect(after.collection('texts').entries()).toEqual(texts.entries());
  expect(after.readFile('letter.pdf')?.toString()).toBe('%PDF-');
});

it('forgets all but what is named, also for the program that comes after', () => {
  const store = openWorldStore(folder);
  for (const name of ['meta', 'letters']) store.collection<number>(name).put('one', 1);
  store.putFile('letter.pdf', Buffer.from('%PDF-'));
  store.clear(['meta']);
  for (const each of [store, openWorldStore(folder)]) {
    expect([each.collection('meta').values(), each.collection('letters').values()]).toEqual([[1], []]);
    expect(each.readFile('letter.pdf')).toBeUndefined();
  }
});
