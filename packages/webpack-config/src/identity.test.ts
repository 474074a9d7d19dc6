import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inputHash, namesOf } from './identity.ts';
import { fingerprint } from './shared-types.ts';

let remote: string;
let copy: string;
let ui: string;
const BUTTON = `export const Button = (props: { title: string }) => props.title;\nexport const other = (n: number) => n;`;
beforeEach(() => {
  remote = mkdtempSync(path.join(tmpdir(), 'redress-identity-'));
  copy = path.join(remote, 'node_modules/@redress/copy');
  write(remote, 'package.json', {
    name: 'mf-x',
    version: '1.0.0',
    dependencies: { '@redress/copy': '1', '@redress/ui': '1' },
  });
  write(copy, 'package.json', { name: '@redress/copy', version: '1.0.0', exports: { './*': './src/*/index.ts' } });
  write(remote, 'src/page.ts', `import { letters } from '@redress/copy/letters';`);
  ui = path.join(remote, 'packages/ui');
  const parts = { '.': './src/index.ts', './letter': './src/letter/index.ts', './charts': './src/charts/index.ts' };
  write(ui, 'package.json', { name: '@redress/ui', version: '1.0.0', exports: parts, dependencies: {} });
  write(ui, 'src/index.ts', `export * from './button.ts';`);
  write(ui, 'src/button.ts', BUTTON);
  write(ui, 'src/letter/index.ts', `export { paper } from './paper.ts';`);
  write(ui, 'src/letter/paper.ts', 'export const paper = 1;');
  write(ui, 'src/charts/index.ts', 'export const bars = 1;');
  symlinkSync(ui, path.join(remote, 'node_modules/@redress/ui'));
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

it('asks for types of a shared package again when words change that it imports, and not for others', () => {
  write(ui, 'package.json', { name: '@redress/ui', version: '1.0.0', dependencies: { '@redress/copy': '1' } });
  write(ui, 'src/button.ts', `import { letters } from '@redress/copy/letters';`);
  const edited = (area: string) => {
    write(copy, `src/${area}/en.ts`, `export const en = 'Post';`);
    return fingerprint(ui);
  };
  const before = fingerprint(ui);
  expect(edited('wizard')).toBe(before);
  expect(edited('letters')).not.toBe(before);
});

it('changes when an area is used for the first time', () => {
  const before = id();
  write(remote, 'src/other.ts', `export { wizard } from "@redress/copy/wizard";`);
  expect(id()).not.toBe(before);
});

it('changes with a part of a shared package that it holds itself, and with no other part', () => {
  const before = id();
  write(remote, 'src/paper.ts', `import { paper } from '@redress/ui/letter';`);
  const holding = id();
  expect(holding).not.toBe(before);
  write(ui, 'src/charts/index.ts', 'export const bars = 2;');
  expect(id()).toBe(holding);
  write(ui, 'src/letter/paper.ts', 'export const paper = 2;');
  expect(id()).not.toBe(holding);
});

it('changes with the type of a name that it imports of a shared package, and with nothing else of the package', () => {
  write(remote, 'src/form.ts', `import { Button, type Title as T } from '@redress/ui';`);
  const before = id();
  write(ui, 'src/button.ts', `// Another comment.\n${BUTTON.replace('n: number', 'n: string')}`);
  expect(id()).toBe(before);
  write(ui, 'src/button.ts', BUTTON.replace('title: string', 'title: string; tone?: string'));
  expect(id()).not.toBe(before);
});

it.each([
  ['{ a, b as c, type D }', ['a', 'b']],
  ['type { a }', []],
  ['* as all', ['*']],
  ['whole, { a }', ['*']],
])('takes of %s the names %j', (clause, names) => expect(namesOf(clause)).toEqual(names));
