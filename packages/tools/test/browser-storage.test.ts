import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findUnlistedStorage } from '../lib/browser-storage.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-storage-'));
  write('docs/security/data-inventory.md', '| `redress.personal.order.` |\n| `redress.consent` |\n');
  mkdirSync(path.join(root, 'packages/ui'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

it('finds nothing where every key stands in the inventory', () => {
  write('shell/src/a.ts', "const KEY = 'redress.consent'; localStorage.setItem(KEY, '');");
  write('mf-x/src/b.ts', 'const key = `${PERSONAL_STORAGE_PREFIX}order.${id}`;');
  write('mf-x/src/c.ts', "dispatch('redress.event');");
  expect(findUnlistedStorage(root)).toEqual([]);
});

it('names a key that does not', () => {
  write('shell/src/a.ts', "sessionStorage.setItem('redress.new', '');");
  write('mf-x/src/b.ts', 'const key = `${PERSONAL_STORAGE_PREFIX}draft.${id}`;');
  expect(findUnlistedStorage(root)).toEqual(['mf-x/src/b.ts: redress.personal.draft.', 'shell/src/a.ts: redress.new']);
});
