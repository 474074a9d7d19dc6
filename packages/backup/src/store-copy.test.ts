import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openProductStore, openStoreCopy, type ProductStore } from './product-store.ts';
import { copyStore } from './store-copy.ts';

let folder: string;
let product: ProductStore;
let copy: ProductStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-store-'));
  product = openProductStore({ s3: null, dataDir: path.join(folder, 'data') });
  copy = openStoreCopy(path.join(folder, 'copy'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const letter = Buffer.from('a letter');
const letterKey = createHash('sha256').update(letter).digest('hex');
const script = Buffer.from('a script');
const scriptKey = `sha384/${createHash('sha384').update(script).digest('hex')}`;
async function keysIn(store: ProductStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.toSorted();
}

it('brings letters and builds there and back, each under its key', async () => {
  const files = {
    [letterKey]: letter,
    [scriptKey]: script,
    'ledger/7.json': Buffer.from('{}'),
    'builds/mf-letters/0123456789ab.json': Buffer.from('{}'),
  };
  for (const [key, bytes] of Object.entries(files)) await product.put(key, bytes);
  expect((await copyStore(product, copy)).files).toBe(4);
  const back = openProductStore({ s3: null, dataDir: path.join(folder, 'restored') });
  await copyStore(copy, back);
  expect(await keysIn(back)).toEqual(Object.keys(files).toSorted());
  for (const [key, bytes] of Object.entries(files)) expect(await back.get(key)).toEqual(bytes);
});

it('copies what is new, and takes nothing away', async () => {
  await product.put(letterKey, letter);
  await copyStore(product, copy);
  expect((await copyStore(product, copy)).files).toBe(0);
  rmSync(path.join(folder, 'data/files'), { recursive: true });
  await product.put(scriptKey, script);
  expect((await copyStore(product, copy)).files).toBe(1);
  expect(await keysIn(copy)).toEqual([letterKey, scriptKey].toSorted());
});

it('copies an entry again that was written over in the same length', async () => {
  await product.put('ledger/7.json', Buffer.from('{"a":1}'));
  await copyStore(product, copy);
  await product.replace('ledger/7.json', Buffer.from('{"b":2}'));
  await copyStore(product, copy);
  expect(String(await copy.get('ledger/7.json'))).toBe('{"b":2}');
});

it('refuses a letter that is not what its key says, and names it', async () => {
  await product.put(letterKey, letter);
  writeFileSync(path.join(folder, 'data/files', letterKey.slice(0, 2), letterKey), 'tampered');
  await expect(copyStore(product, copy)).rejects.toThrow(`${letterKey} of`);
});

it('fails in order while it still lists: what fails beside it ends no program', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const source: ProductStore = {
    ...product,
    get: () => Promise.reject(new Error('the store is away')),
    async *list() {
      yield { key: letterKey, bytes: 1, writtenAt: new Date() };
      // The next page comes in a later turn of the event loop: a rejection without a handler is reported before it.
      await new Promise((resolve) => setImmediate(resolve));
      yield { key: scriptKey, bytes: 1, writtenAt: new Date() };
    },
  };
  await expect(copyStore(source, copy)).rejects.toThrow('the store is away');
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

it('says that the disk is full, and leaves no half file behind', async () => {
  await product.put(letterKey, letter);
  const full = { ...copy, put: () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })) };
  await expect(copyStore(product, full)).rejects.toThrow(`The disk of ${copy.place} is full`);
  expect(readdirSync(folder)).toEqual(['data']);
});
