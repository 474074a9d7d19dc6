import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder with these programs of PostgreSQL: the newest of Debian's layout, or the one on the PATH.
 * @param major - of the server; only its own programs read its files
 * @returns `null` where none has all of them
 */
export function findPostgresFolder(
  names: readonly string[],
  { atLeast = 15, major }: { atLeast?: number; major?: number } = {},
) {
  const installed = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const suitable = installed.filter((each) => (major === undefined ? each >= atLeast : each === major));
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => existsSync(path.join(folder, 'postgres')));
  const folders = [
    ...suitable.toSorted((a, b) => b - a).map((each) => path.join(DEBIAN, String(each), 'bin')),
    ...onPath,
  ];
  return folders.find((folder) => names.every((name) => existsSync(path.join(folder, name)))) ?? null;
}

/** @throws {Error} naming the package that has them */
export function postgresTool(name: string, major: number): string {
  const folder = findPostgresFolder([name], { major });
  if (folder === null) {
    throw new Error(
      `${name} of PostgreSQL ${major} is needed: apt-get install --no-install-recommends postgresql-${major}`,
    );
  }
  return path.join(folder, name);
}

/** Nothing of this program's environment but what PostgreSQL's own programs read. */
export function toolEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => name === 'PATH' || name === 'HOME' || name.startsWith('PG'),
  );
  return { ...Object.fromEntries(own), LC_ALL: 'C', ...more };
}

/** Where a program connects to; the password goes by the environment, because every account may read its arguments. */
export function connectionOf(url: string): { target: string; environment: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { target: address.href, environment: password ? { PGPASSWORD: password } : {} };
}

/** What a program of PostgreSQL said when it failed, in one sentence with the way on. */
export function toolFailure(name: string, said: string, folder: string): Error {
  if (/No space left on device|ENOSPC/.test(said)) return fullDisk(folder);
  const line =
    said
      .trim()
      .split('\n')
      .findLast((each) => /error|fatal/i.test(each)) ?? said.trim().split('\n').at(-1);
  return new Error(
    `${name} failed: ${line?.replace(/^\S+: (error|FATAL): +/, '').slice(0, 300) ?? 'it gave no reason'}`,
  );
}

export const fullDisk = (folder: string): Error =>
  new Error(
    `The disk of ${folder} is full: nothing of this copy counts, copies of before are untouched. Make room and try again.`,
  );

/** @throws {Error} with what the program said last */
export async function runTool(
  file: string,
  args: readonly string[],
  {
    folder,
    environment = {},
    account = {},
    signal,
  }: {
    folder: string;
    environment?: Record<string, string>;
    account?: { uid?: number; gid?: number };
    signal?: AbortSignal | undefined;
  },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env: toolEnvironment(environment),
      cwd: '/',
      maxBuffer: 16_000_000,
      ...account,
      ...(signal && { signal }),
    };
    execFile(file, args, options, (error: ExecFileException | null, stdout, stderr) => {
      if (error) reject(toolFailure(path.basename(file), stderr || error.message, folder));
      else resolve(stdout);
    });
  });
}
