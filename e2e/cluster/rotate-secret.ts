import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask } from '../support/database.ts';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { REPOSITORY } from './rehearsal/places.ts';

const run = promisify(execFile);
/** Between the steps: every process has read the next secret by then (services/claims/src/ops/rotate-secret.ts). */
const KNOWN_MS = 11_000;
const FOLLOW_LIMIT_MS = 30_000;

/** The secret of the installation, while every process goes on. */
export async function changeSecret({ layout }: RunningCluster): Promise<{ measured: string; isReached: boolean }> {
  const claims = layout.members.find(({ role }) => role === 'claims');
  const env = { ...process.env, ...claims?.environment };
  // Of the time before: the drill is the first rotation for hours.
  rmSync(path.join(env['KEYS_DIR'] ?? '', 'secret.former'), { force: true });
  const rotate = (...words: string[]) =>
    run(
      process.execPath,
      ['--no-warnings', path.join(REPOSITORY, 'services/claims/src/ops/cli.ts'), 'rotate-secret', ...words],
      { env },
    );
  const digest = async () => {
    const sql = 'select secret_digest from claims.installation';
    return (await ask<{ secret_digest: string }>(claims?.environment['DATABASE_URL'] ?? '', sql))[0]?.secret_digest;
  };
  const before = await digest();
  await rotate();
  await wait(KNOWN_MS);
  await rotate('--finish');
  const finishedAt = performance.now();
  while ((await digest()) === before) {
    if (performance.now() - finishedAt > FOLLOW_LIMIT_MS) return { measured: 'the same', isReached: false };
    await wait(100);
  }
  const seconds = ((performance.now() - finishedAt) / 1_000).toFixed(1);
  return { measured: `in use ${seconds} s after the second step`, isReached: true };
}
