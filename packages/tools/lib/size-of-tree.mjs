import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Most lines of each kind, and statements that the formatter leaves alone: what is added makes room first. A number is
 * lowered when a change made the tree smaller, and raised only by a change that says what it buys.
 */
export const BUDGET = { source: 122_870, tests: 63_360, e2e: 25_470, docs: 6_500, generated: 0, unformatted: 130 };

/** A statement that the formatter leaves alone: for a table, never to count as fewer lines. */
const UNFORMATTED = /\/\/ prettier-ignore/g;

const TEST = /\.(test|spec)\.tsx?$|\/(test|testing|corpus)\//;
const GENERATED = /(^|\/)openapi[\w-]*\.json$/;

/** @returns {Exclude<keyof typeof BUDGET, 'unformatted'> | null} what its lines count for; `null`: data, styles, settings */
export function kindOf(file) {
  if (GENERATED.test(file)) return 'generated';
  if (file.startsWith('docs/')) return file.endsWith('.md') ? 'docs' : null;
  if (!/\.tsx?$/.test(file)) return null;
  if (file.startsWith('e2e/')) return 'e2e';
  return TEST.test(file) ? 'tests' : 'source';
}

/**
 * Lines of the committed tree by kind.
 * @param {string} root - the repository's folder
 * @returns {Record<keyof typeof BUDGET, number>}
 */
export function sizeOfTree(root) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1e8 }).toString().split('\0');
  const size = Object.fromEntries(Object.keys(BUDGET).map((kind) => [kind, 0]));
  for (const file of files) {
    const kind = kindOf(file);
    if (kind === null) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    size[kind] += text.split('\n').length - 1;
    size.unformatted += text.match(UNFORMATTED)?.length ?? 0;
  }
  return size;
}

const VERIFIED = 'docs/proof/verify.md';

/**
 * Lines that came and went of each kind since the commit that `npm run verify` last passed on, by its page.
 * @param {string} root - the repository's folder
 * @returns {{ commit: string, change: Partial<Record<keyof typeof BUDGET, number>> } | null} `null` without such a commit
 */
export function changeSinceVerify(root) {
  const page = path.join(root, VERIFIED);
  const [, commit] = (existsSync(page) && /^\| commit +\| ([0-9a-f]{7,40})/m.exec(readFileSync(page, 'utf8'))) || [];
  if (!commit) return null;
  const change = Object.fromEntries(Object.keys(BUDGET).map((kind) => [kind, 0]));
  // A change counts lines alone.
  delete change.unformatted;
  try {
    const git = ['diff', '--numstat', '--no-renames', '-z', commit];
    for (const row of execFileSync('git', git, { cwd: root, maxBuffer: 1e8, stdio: 'pipe' }).toString().split('\0')) {
      const [added, removed, file] = row.split('\t');
      const kind = file === undefined ? null : kindOf(file);
      if (kind !== null && added !== '-') change[kind] += Number(added) - Number(removed);
    }
  } catch {
    return null; // A clone without that commit.
  }
  return { commit, change };
}

/** @returns {string[]} one line for each kind that has outgrown its budget */
export const findOversize = (root) =>
  Object.entries(sizeOfTree(root))
    .filter(([kind, lines]) => lines > BUDGET[kind])
    .map(([kind, lines]) => `${kind}: ${lines}${kind === 'unformatted' ? '' : ' lines'}, at most ${BUDGET[kind]}`);
