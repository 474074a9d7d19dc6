import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inputHash } from './identity.ts';

let remote: string;
let copy: string;
beforeEach(() => {
  remote = mkdtempSync(path.join(tmpdir(), 'redress-identity-'));
  copy = path.join(remote, 'node_modules/@redress/copy');
  write(remote, 'package.json', { name: 'mf-x', version: '1.0.0', dependencies: { '@redress/copy': '1.0.0' } });
  write(copy, 'package.json', { name: '@redress/copy', version: '1.0.0' });
  write(remote, 'src/page.ts', `import { letters } from '@redress/copy/letters';`);
  write(copy, 'src/catalogue.ts', 'export const catalogue = 1;');
  for (const area of ['letters', 'wizard']) {
    write(copy, `src/${area}/index.ts`, `import { en } from './en.ts';\nimport { catalogue } from '../catalogue.ts';`);
    write(copy, `src/${area}/en.ts`, `export const en = 'Send';`);
  }
});
afterEach(() => rmSync(remote, { recursive: true, force: true }));

function write(folder: string, file: string, content: object | string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}
const id = () => inputHash(remote, 'production');

it('stays when words change that the remote does not use', () => {
  const before = id();
  write(copy, 'src/wizard/en.ts', `export const en = 'Go on';`);
  expect(id()).toBe(before);
});

it.each(['src/letters/en.ts', 'src/catalogue.ts'])('changes with %s, which is in the build', (file) => {
  const before = id();
  write(copy, file, `export const en = 'Post';`);
  expect(id()).not.toBe(before);
});

it('changes when an area is used for the first time', () => {
  const before = id();
  write(remote, 'src/other.ts', `export { wizard } from "@redress/copy/wizard";`);
  expect(id()).not.toBe(before);
});
