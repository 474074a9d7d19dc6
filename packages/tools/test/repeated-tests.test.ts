import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { frozenClone, hasUncommitted, resolveCommit } from '../lib/frozen-clone.mjs';
import { keyOf, printRepeated, readRepeatedTests } from '../lib/repeated-tests.mjs';
import { inRoot } from '../lib/repository.mjs';

describe('the list of tests that run many times', () => {
  const entries: { file: string; title?: string; why: string }[] = readRepeatedTests();

  it.each(entries.map((entry) => [keyOf(entry), entry] as const))('names a test that is there: %s', (_, entry) => {
    expect(existsSync(inRoot(entry.file))).toBe(true);
    expect(readFileSync(inRoot(entry.file), 'utf8')).toContain(entry.title ?? '');
    expect(entry.why).toMatch(/^(failed|waits|listens)/);
  });

  it('is chosen from by a part of a name, and refuses one that fits nothing', () => {
    expect(readRepeatedTests('payment.spec').map(({ file }: { file: string }) => file)).toEqual([
      'e2e/journeys/payment.spec.ts',
    ]);
    expect(() => readRepeatedTests('no such test')).toThrow('No test of the list holds "no such test"');
  });

  it('prints how many never failed', () => {
    const rows = [
      { test: 'a', runs: 100, failed: 0, seconds: 9 },
      { test: 'b', runs: 100, failed: 1, seconds: 9 },
    ];
    expect(printRepeated(rows, 3)).toMatch(/1 of 3 tests never failed$/);
  });
});

describe('a clone at one commit', () => {
  let folder: string;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: path.join(folder, 'tree'), encoding: 'utf8' });
  const commit = (text: string) => {
    writeFileSync(path.join(folder, 'tree/file'), text);
    git('add', '.');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '-m', text);
    return resolveCommit('HEAD', path.join(folder, 'tree'));
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'redress-clone-'));
    execFileSync('git', ['init', '--quiet', path.join(folder, 'tree')]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what the commit held, whatever the tree holds by now', () => {
    const source = path.join(folder, 'tree');
    const first = commit('one');
    commit('two');
    const clone = frozenClone(first, { source, parent: folder });
    expect(readFileSync(path.join(clone, 'file'), 'utf8')).toBe('one');
    expect(frozenClone(first, { source, parent: folder })).toBe(clone);
  });

  it('is refused for a name that is no commit', () => {
    commit('one');
    expect(() => resolveCommit('nothing', path.join(folder, 'tree'))).toThrow('nothing names no commit here');
  });

  it('lacks what is not committed, which can be asked', () => {
    commit('one');
    expect(hasUncommitted(path.join(folder, 'tree'))).toBe(false);
    writeFileSync(path.join(folder, 'tree/file'), 'two');
    expect(hasUncommitted(path.join(folder, 'tree'))).toBe(true);
  });
});
