import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUDGET, changeSinceVerify, findOversize, sizeOfTree } from '../lib/size-of-tree.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-tree-'));
  execFileSync('git', ['init', '-q'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

function commit(file: string, lines: number): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), 'x\n'.repeat(lines));
  execFileSync('git', ['add', '.'], { cwd: root });
}

it('counts what is committed, each kind for itself', () => {
  commit('shell/src/a.ts', 3);
  commit('shell/src/a.test.tsx', 5);
  commit('e2e/journeys/b.spec.ts', 7);
  commit('docs/c.md', 11);
  commit('docs/openapi.json', 13);
  commit('shell/src/style.css', 17);
  writeFileSync(path.join(root, 'shell/src/not-added.ts'), 'x\n');
  writeFileSync(path.join(root, 'shell/src/a.ts'), 'x\nx // prettier-ignore\nx // prettier-ignore\n');
  expect(sizeOfTree(root)).toEqual({ source: 3, tests: 5, e2e: 7, docs: 11, generated: 13, unformatted: 2 });
});

it('names the kind that outgrew its budget', () => {
  commit('docs/long.md', BUDGET.docs);
  expect(findOversize(root)).toEqual([]);
  commit('docs/more.md', 1);
  expect(findOversize(root)).toEqual([`docs: ${BUDGET.docs + 1} lines, at most ${BUDGET.docs}`]);
});

it('says what came and went since the commit of the last verify, and nothing without one', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root })
      .toString()
      .trim();
  commit('shell/src/a.ts', 10);
  git('commit', '-qm', 'first');
  expect(changeSinceVerify(root)).toBeNull();
  const head = git('rev-parse', 'HEAD');
  commit('shell/src/a.ts', 4);
  commit('e2e/journeys/b.spec.ts', 7);
  mkdirSync(path.join(root, 'docs/proof'), { recursive: true });
  writeFileSync(path.join(root, 'docs/proof/verify.md'), `| commit | ${head.slice(0, 12)} |\n`);
  expect(changeSinceVerify(root)).toMatchObject({ change: { source: -6, e2e: 7, tests: 0 } });
});
