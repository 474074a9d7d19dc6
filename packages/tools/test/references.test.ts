import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrokenReferences } from '../lib/references.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-references-'));
  write('docs/product/rulings.md', '# Rulings\n\n### R6a\n\n### R15\n');
  write('docs/product/specification.md', '# The product\n\n## 3. Things\n\n## 4. States\n');
  write('docs/decisions/drafts.md', '# Drafts\n\n## 0302, 0303 A save names its revision\n');
  write('docs/reliability.md', '# Reliability\n\n## Time limits\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
const brokenIn = (file: string, text: string) => {
  write(file, text);
  return findBrokenReferences(root);
};

it('finds nothing where every citation leads somewhere', () => {
  write('services/claims/src/jobs.ts', '');
  expect(
    brokenIn(
      'packages/domain/src/a.ts',
      [
        '// R15 and R6a; decisions 0302 and 0303; specification, sections 3 and 4; (docs/reliability.md, Time limits)',
        '// docs/reliability.md (Time limits), services/claims/src/jobs.ts',
      ].join('\n'),
    ),
  ).toEqual([]);
});

it.each([
  ['a ruling that is not there', '// R99', 'R99'],
  ['a decision that is not there', '// decision 0999', 'decision 0999'],
  ['a section that is not there', '// specification, section 12', 'specification, section 12'],
  ['a page that is not there', '// docs/nothing.md', 'docs/nothing.md'],
  ['a heading that is not there', '// (docs/reliability.md, Colours)', 'docs/reliability.md, Colours'],
  ['a heading in parentheses that is not there', '// docs/reliability.md (Colours)', 'docs/reliability.md (Colours)'],
  ['a page outside the repository', '// SEE PROVIDERS.md', 'PROVIDERS.md'],
  ['a numbered section of SECURITY.md, which has none', '// SECURITY.md 3.3', 'SECURITY.md 3'],
  ['a ruling by its old name', '// RULINGS 15', 'RULINGS 15'],
  ['a file that is not there', '// services/claims/src/gone.ts', 'services/claims/src/gone.ts'],
])('names %s', (_, line, cited) => {
  expect(brokenIn('packages/domain/src/a.ts', line)).toEqual([`packages/domain/src/a.ts: ${cited}`]);
});

it('follows links of pages, with their anchors', () => {
  expect(
    brokenIn('docs/a.md', '[x](reliability.md#time-limits) [y](reliability.md#colours) [z](gone.md) `[n](gone.md)`'),
  ).toEqual(['docs/a.md: reliability.md#colours', 'docs/a.md: gone.md']);
});

it('takes the number of a ruling or a section from its heading alone: Prettier numbers the items of a list anew', () => {
  write('docs/product/rulings.md', '# Rulings\n\n15. A save names its revision.\n');
  write('docs/product/specification.md', '# The product\n\n3. Things\n4. States\n');
  expect(brokenIn('packages/domain/src/a.ts', '// R15, specification, section 3')).toEqual([
    'packages/domain/src/a.ts: R15',
    'packages/domain/src/a.ts: specification, section 3',
  ]);
});

it('names a decision that the index does not list with its page', () => {
  write('docs/decisions/README.md', '# Decisions\n\n- [Drafts](drafts.md): 0302\n- [Money](money.md): 0303\n');
  expect(findBrokenReferences(root)).toEqual([
    'docs/decisions/README.md: money.md',
    'docs/decisions/README.md: does not list 0303 of drafts.md',
  ]);
});

it('names two decisions with one number', () => {
  write('docs/decisions/money.md', '# Money\n\n## 0302 Another\n');
  expect(findBrokenReferences(root)).toEqual(['docs/decisions/README.md: 0302 stands in drafts.md and in money.md']);
});
