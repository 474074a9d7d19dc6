import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './repository.mjs';
import { StepFailed } from './steps.mjs';

const git = (cwd, ...args) => spawnSync('git', args, { cwd, encoding: 'utf8' });

/**
 * The full name of a commit of this repository.
 * @throws {StepFailed} when there is none
 */
export function resolveCommit(name = 'HEAD', cwd = inRoot()) {
  const { status, stdout } = git(cwd, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (status !== 0) throw new StepFailed(`${name} names no commit here`, { advice: 'write --commit=<hash>' });
  return stdout.trim();
}

/** Whether files of the tree differ from its newest commit: what is run does not hold them. */
export const hasUncommitted = (cwd = inRoot()) => git(cwd, 'status', '--porcelain').stdout.trim() !== '';

/**
 * A clone at one commit, beside which work in the tree goes on. It stands outside of the tree, so that nothing in it
 * is found in the tree's own node_modules, and stays for a run that goes on later.
 * @param {string} commit - its full name
 * @param {{ source?: string, parent?: string, mark?: string }} [options] - mark: tells several clones of one commit apart
 * @returns its folder
 */
export function frozenClone(commit, { source = inRoot(), parent = tmpdir(), mark = '' } = {}) {
  const folder = path.join(parent, `redress-at-${commit.slice(0, 12)}${mark}`);
  if (existsSync(folder)) return folder;
  // Renamed when it is whole: a clone that was stopped in the middle is made again.
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const steps = [
    [parent, 'clone', '--quiet', '--no-checkout', source, unfinished],
    [unfinished, 'checkout', '--quiet', '--detach', commit],
  ];
  for (const [cwd, ...args] of steps) {
    const { status, stderr } = git(cwd, ...args);
    if (status !== 0)
      throw new StepFailed(
        `The clone at ${commit.slice(0, 7)} could not be made (${stderr.trim().split('\n').at(-1)})`,
      );
  }
  renameSync(unfinished, folder);
  return folder;
}
