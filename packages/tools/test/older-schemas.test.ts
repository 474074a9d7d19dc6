import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backFrom, olderSchemas } from '../lib/older-schemas.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-schemas-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
function commit(file: string): string {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), `${Math.random()}`);
  git('add', '.');
  git('commit', '--quiet', '--message', file);
  return git('rev-parse', 'HEAD');
}

it('finds the newest commit before the newest migration of each service', () => {
  commit('one/0001-a.ts');
  commit('two/0001-a.ts');
  const older = commit('readme');
  commit('two/0002-b.ts');
  commit('one/0002-b.ts');
  // Neither adds a migration.
  commit('one/0001-a.ts');
  commit('two/0002-b.test.ts');
  expect(olderSchemas(root, ['one', 'two'])).toBe(older);
});

it('says what to do where the history does not hold one', () => {
  commit('one/0001-a.ts');
  expect(() => olderSchemas(root, ['one'])).toThrow('no commit with older schemas');
});

it('goes back from a commit, one after the other', () => {
  const commits = [commit('one/0001-a.ts'), commit('readme'), commit('readme')].toReversed();
  expect(backFrom(commits[0] as string, root)).toEqual(commits);
});
