import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Journeys that `npm run verify` runs and the gate does not, each with what finds its defect in the gate. */
export const VERIFY_ONLY = 'e2e/verify-only.json';
/** Written by `npm run verify` when all of its parts have passed. */
export const VERIFY_PROOF = 'docs/proof/verify.md';
/** So many commits after the long tests last passed the gate fails. */
const MOST_COMMITS = 400;

/**
 * Entries that name no test, or say not what catches their defect in the gate.
 * @param {string} root - the repository's folder
 * @returns {string[]} a sentence each
 */
export function findVerifyOnlyFaults(root) {
  const list = JSON.parse(readFileSync(path.join(root, VERIFY_ONLY), 'utf8'));
  return list.flatMap(({ file, title, caughtBy }) => {
    const place = path.join(root, 'e2e', file);
    if (!existsSync(place)) return [`${VERIFY_ONLY}: there is no ${file}.`];
    if (title !== undefined && !readFileSync(place, 'utf8').includes(title))
      return [`${VERIFY_ONLY}: ${file} has no test "${title}".`];
    return caughtBy ? [] : [`${VERIFY_ONLY}: ${file} does not say what catches its defect.`];
  });
}

/**
 * How long ago the long tests passed.
 * @param {string} root - the repository's folder
 * @returns {{ ok: boolean, sentence: string }}
 */
export function judgeLastVerify(root) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  if (git('rev-parse', '--is-shallow-repository') !== 'false')
    return { ok: true, sentence: 'How long ago the long tests passed is not known: there is no whole history here' };
  const page = path.join(root, VERIFY_PROOF);
  const passed = existsSync(page) ? /^Commit ([0-9a-f]{7,40})\b/m.exec(readFileSync(page, 'utf8'))?.[1] : undefined;
  // Before the first time, the list of the long tests is what they are as old as.
  const since = passed ?? git('log', '--diff-filter=A', '--format=%H', '-1', '--', VERIFY_ONLY);
  const count = since ? Number(git('rev-list', '--count', `${since}..HEAD`) ?? NaN) : 0;
  if (Number.isNaN(count))
    return { ok: false, sentence: `${VERIFY_PROOF} names ${since}, which is no commit here: npm run verify` };
  const ago = `${count} ${count === 1 ? 'commit' : 'commits'} ago`;
  const sentence = passed
    ? `The long tests last passed ${ago}`
    : `The long tests have not passed yet; set apart ${ago}`;
  return count <= MOST_COMMITS
    ? { ok: true, sentence }
    : { ok: false, sentence: `${sentence}, more than ${MOST_COMMITS}: npm run verify` };
}
