/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const EVERYWHERE = ['latest', 'parts', 'form', 'list', 'paper'];

it('names every ref and every stored key in the README, and no other', () => {
  const sources = (readdirSync(new URL('src', root), { recursive: true }) as string[])
    .map((path) => `src/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('/testing/'));
  const held = sources.flatMap((path) =>
    [...read(path).matchAll(/const (\w+) = (?:useRef|stored)\b/g)].map(([, name]) => `${path} ${name}`),
  );
  const named = [...read('README.md').matchAll(/^\| `(src[^`]*)` +\| (`\w+`(?:, `\w+`)*) +\|/gm)].flatMap(
    ([, path, names]) => (names ?? '').split(', ').map((name) => `${path} ${name.slice(1, -1)}`),
  );
  expect(named.toSorted()).toEqual(held.filter((row) => !EVERYWHERE.includes(row.split(' ')[1] ?? '')).toSorted());
});
