import { execFileSync } from 'node:child_process';

/** Beside `build.json`, and no file of the build: the same sources give the same bytes whoever builds them. */
export const ORIGIN_FILE = 'origin.json';

export interface Origin {
  commit?: string;
  branch?: string;
  author?: string;
  /** First line of the commit's message. */
  message?: string;
  /** It was made of files that are not committed. */
  isDirty?: boolean;
  /** Address of the CI run. */
  ciRun?: string;
}

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
export function originOf(directory: string, environment: NodeJS.ProcessEnv = process.env): Origin {
  const [commit, author, message] = git(directory, 'log', '-1', '--format=%H%n%an%n%s')?.split('\n') ?? [];
  const branch =
    environment['GITHUB_REF_NAME'] ??
    environment['CI_COMMIT_REF_NAME'] ??
    git(directory, 'symbolic-ref', '--short', '-q', 'HEAD');
  const ciRun = ciRunOf(environment);
  if (!commit) return ciRun ? { ciRun } : {};
  const isDirty = git(directory, 'status', '--porcelain') !== '';
  return {
    commit,
    ...(branch ? { branch } : {}),
    ...(author ? { author } : {}),
    ...(message ? { message: message.slice(0, 300) } : {}),
    ...(isDirty ? { isDirty } : {}),
    ...(ciRun ? { ciRun } : {}),
  };
}
