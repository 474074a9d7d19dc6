import type { BlobStore } from '@redress/server/blob-store';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { integrityOf } from '@redress/release-client/publish';
import { contentKey, dictionaryCopiesKey, encodedKey } from './build-files.ts';
import { compressAgainst, packCopies } from './dictionary-copies.ts';
import { compress } from './compress.ts';
import { createBuildFolder } from './build-files.ts';
import { createKeptBlobStore } from './kept-blob-store.ts';

let home: string;
let isAway: boolean;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'redress-kept-'));
  isAway = false;
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const bytes = Buffer.from('self.page=1;'.repeat(40));
const key = contentKey(integrityOf(bytes));

function stores() {
  const files = createBuildFolder(path.join(home, 'store'));
  const store: BlobStore = {
    ...files,
    get: (wanted) => (isAway ? Promise.reject(new Error('the store is away')) : files.get(wanted)),
  };
  const log: string[] = [];
  const kept = createKeptBlobStore(store, { folder: path.join(home, 'kept'), log: (message) => log.push(message) });
  return { kept, log };
}

it('gives what was read once while the store is away', async () => {
  const { kept } = stores();
  await kept.put(key, bytes);
  expect(await kept.get(key)).toEqual(bytes);
  isAway = true;
  expect(await kept.get(key)).toEqual(bytes);
  await expect(kept.get(contentKey(integrityOf(Buffer.from('other'))))).rejects.toThrow('away');
});

const integrity = integrityOf(bytes);
it.each([
  [encodedKey(integrity, 'br'), async () => (await compress(bytes)).br],
  [encodedKey(integrity, 'gzip'), async () => (await compress(bytes)).gzip],
  [dictionaryCopiesKey(integrity), async () => packCopies([await compressAgainst(bytes, bytes)])],
] as const)('asks the store again where the disk has other bytes, for a copy too: %s', async (copyKey, make) => {
  const { kept } = stores();
  const copy = await make();
  for (const [name, content] of [
    [key, bytes],
    [copyKey, copy],
  ] as const) {
    await kept.put(name, content);
    await kept.get(name);
    const hex = name.slice('sha384/'.length);
    writeFileSync(path.join(home, 'kept/sha384', hex.slice(0, 2), hex), 'spoilt');
    expect(await kept.get(name)).toEqual(content);
  }
});

it('keeps only what is in service', async () => {
  const { kept } = stores();
  const other = Buffer.from('other');
  for (const content of [bytes, other]) {
    await kept.put(contentKey(integrityOf(content)), content);
    await kept.get(contentKey(integrityOf(content)));
  }
  await kept.keepOnly(new Set([key]));
  const files = readdirSync(path.join(home, 'kept'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map(({ name }) => `sha384/${name}`)).toEqual([key]);
});

it('gives what the store has when nothing can be kept', async () => {
  writeFileSync(path.join(home, 'kept'), 'no folder');
  const { kept, log } = stores();
  await kept.put(key, bytes);
  // The folder's place is taken, as on a disk that takes no more.
  rmSync(path.join(home, 'kept'));
  writeFileSync(path.join(home, 'kept'), '');
  expect(existsSync(path.join(home, 'kept'))).toBe(true);
  for (let asked = 0; asked < 2; asked += 1) await expect(kept.get(key)).resolves.toEqual(bytes);
  expect(log).toEqual([expect.stringContaining('not kept on this machine')]);
});
