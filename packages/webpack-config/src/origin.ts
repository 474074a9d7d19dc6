import { execFileSync } from 'node:child_process';

/** Beside `build.json`, and no file of the build: the same sources give the same bytes whoever builds them. */
export const ORIGIN_FILE = 'origin.json';

function git(directory: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // Not a checkout, or no git: nothing is told.
    return undefined;
  }
}

/** GitHub's variables, GitLab's, Jenkins's. */
const ciRunOf = (environment: NodeJS.ProcessEnv): string | undefined => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = environment;
  return server && repository && run
    ? `${server}/${repository}/actions/runs/${run}`
    : (environment['CI_JOB_URL'] ?? environment['BUILD_URL']);
};

/** Where a build of this workspace comes from, from its checkout and the variables of the CI. */
export function originOf(directory: string, environment: NodeJS.ProcessEnv = process.env) {
  const [commit, author, message] = git(directory, 'log', '-1', '--format=%H%n%an%n%s')?.split('\n') ?? [];
  const branch =
    environment['GITHUB_REF_NAME'] ??
    environment['CI_COMMIT_REF_NAME'] ??
    git(directory, 'symbolic-ref', '--short', '-q', 'HEAD');
  const ciRun = ciRunOf(environment);
  if (!commit) return { ciRun };
  // Made of files that are not committed.
  const isDirty = git(directory, 'status', '--porcelain') !== '' || undefined;
  return { commit, branch, author, message: message?.slice(0, 300), isDirty, ciRun };
}
