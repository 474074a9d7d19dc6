import { spawnSync } from 'node:child_process';
import { inRoot } from './repository.mjs';
import { StepFailed } from './steps.mjs';

const FOLDERS = ['services/claims/src/migrations', 'services/releases/src/store/migrations'];

const git = (cwd, ...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return { ok: status === 0, said: stdout.trim() };
};

/**
 * The newest commit that knows the newest migration of no service: a program of it on today's database is old code on a
 * new schema.
 * @param cwd - the repository; folders of migrations below it
 * @returns the commit's full name
 * @throws {StepFailed} where the history does not hold it, as in a shallow clone
 */
export function olderSchemas(cwd = inRoot(), folders = FOLDERS) {
  const added = folders.map((folder) => {
    const words = ['log', '-1', '--format=%H', '--diff-filter=A', '--', folder, `:!${folder}/*.test.ts`];
    return git(cwd, ...words).said;
  });
  const oldest = added.find((commit) =>
    added.every((other) => git(cwd, 'merge-base', '--is-ancestor', commit, other).ok),
  );
  const before = oldest ? git(cwd, 'rev-parse', '--verify', '--quiet', `${oldest}^`) : { ok: false, said: '' };
  if (!before.ok)
    throw new StepFailed('The history holds no commit with older schemas', {
      advice: 'fetch the whole history, or name a commit with --from=<commit>',
    });
  return before.said;
}

/** How many commits of one series may not start by themselves. */
const SERIES = 20;

/** @returns this commit and those before it on its line, the newest first */
export const backFrom = (commit, cwd = inRoot()) =>
  git(cwd, 'rev-list', '--first-parent', `--max-count=${SERIES}`, commit).said.split('\n');
