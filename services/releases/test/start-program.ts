import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseWorld } from '../src/testing/index.ts';

/** A release service, with a site's part of it, that a test kills. */
export interface KilledProgram {
  child: ChildProcess;
  api: string;
  site: string;
  ask<T>(route: string, body?: object): Promise<T>;
}

export async function startProgram(world: ReleaseWorld, env: NodeJS.ProcessEnv = {}): Promise<KilledProgram> {
  const child = fork(path.join(import.meta.dirname, 'killed-program.ts'), {
    execArgv: ['--no-warnings'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: world.dataDir,
      DATABASE_URL: world.databaseUrl,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
  });
  const [addresses] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The program ended with ${String(code)}.`))),
  ])) as [Pick<KilledProgram, 'api' | 'site'>];
  return {
    child,
    ...addresses,
    async ask<T>(route: string, body?: object) {
      const token = readFileSync(path.join(world.dataDir, 'keys/release-manager.token'), 'utf8').trim();
      const answer = await fetch(`${addresses.api}${route}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const said = (await answer.json()) as T;
      if (!answer.ok) throw new Error(JSON.stringify(said));
      return said;
    },
  };
}

export async function end({ child }: Pick<KilledProgram, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
