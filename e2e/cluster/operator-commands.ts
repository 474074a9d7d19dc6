import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY } from './rehearsal/places.ts';

const OPS = path.join(REPOSITORY, 'services/claims/src/ops/cli.ts');
const COMMAND_LIMIT_MS = 300_000;
/** Within this a new point of the archive is there. */
export const POINT_LIMIT_MS = 90_000;

export interface Said {
  code: number | null;
  output: string;
}

/** Begins a command of an operator, which is killed when it does not end in five minutes. */
export function runOps(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; ended: Promise<Said>; said: () => string } {
  const child = spawn(process.execPath, ['--no-warnings', OPS, ...args], {
    env,
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const limit = setTimeout(() => child.kill('SIGKILL'), COMMAND_LIMIT_MS);
  const ended = new Promise<Said>((resolve) => child.once('close', (code) => resolve({ code, output })));
  void ended.then(() => clearTimeout(limit));
  return { child, ended, said: () => output };
}

export const pick = (environment: NodeJS.ProcessEnv, ...names: string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, environment[name]]));

export const lastLine = (output: string): string =>
  output
    .trim()
    .split('\n')
    .findLast((line) => line.trim() !== '') ?? '';
