import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Most lines of each kind: what is added makes room first. A number is lowered when a change made the tree smaller, and
 * raised only by a change that says what it buys.
 */
export const BUDGET = { source: 114_000, tests: 56_000, e2e: 22_000, docs: 6_300, generated: 0 };

const TEST = /\.(test|spec)\.tsx?$|\/(test|testing|corpus)\//;
const GENERATED = /(^|\/)openapi[\w-]*\.json$/;

/** @returns {keyof typeof BUDGET | null} which part of the budget a file counts for; `null`: data, styles, settings */
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
    if (kind !== null) size[kind] += readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
  }
  return size;
}

/** @returns {string[]} one line for each kind that has outgrown its budget */
export const findOversize = (root) =>
  Object.entries(sizeOfTree(root))
    .filter(([kind, lines]) => lines > BUDGET[kind])
    .map(([kind, lines]) => `${kind}: ${lines} lines, at most ${BUDGET[kind]}`);
