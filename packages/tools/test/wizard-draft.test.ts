import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../lib/repository.mjs';

const read = (file: string) => readFileSync(inRoot(file), 'utf8');

it('draws the machine of a draft on the page as its test walks it', () => {
  const [, drawn] = /stateDiagram-v2\n([^`]*)\n```/.exec(read('docs/architecture.md')) ?? [];
  expect(read('mf-wizard/src/features/draft/draft-machine.test.ts')).toContain(`const DRAWN = \`\\\n${drawn}\`;`);
});

it('names every ref and every stored key of the wizard in its README, and no other', () => {
  const everywhere = ['latest', 'parts', 'form', 'list', 'paper', 'box'];
  const sources = (readdirSync(inRoot('mf-wizard/src'), { recursive: true }) as string[])
    .map((file) => path.posix.join('src', file))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.includes('/testing/'));
  const held = sources.flatMap((file) =>
    [...read(`mf-wizard/${file}`).matchAll(/const (\w+) = (?:useRef|stored)\b/g)].map(([, name]) => `${file} ${name}`),
  );
  const rows = read('mf-wizard/README.md').matchAll(/^\| `(src[^`]*)` +\| (`\w+`(?:, `\w+`)*) +\|/gm);
  const named = [...rows].flatMap(([, file, names]) =>
    (names ?? '').split(', ').map((name) => `${file} ${name.slice(1, -1)}`),
  );
  expect(named.toSorted()).toEqual(held.filter((row) => !everywhere.includes(row.split(' ')[1] ?? '')).toSorted());
});
