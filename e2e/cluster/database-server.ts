import { spawn } from 'node:child_process';
import path from 'node:path';
import { findPostgresFolder } from '@redress/backup';
import { serverAccount } from '@redress/database';
import { ask } from '../support/database.ts';
import { hasEnded } from '../support/program.ts';
import { until } from '../support/until.ts';

/**
 * PostgreSQL on the files of a restored server, as its operator starts it: no replica follows it yet.
 * @param databaseUrl - of the program, with the port to listen on
 */
export async function startServer(pgdata: string, databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const program = path.join(findPostgresFolder(['postgres']) ?? '', 'postgres');
  const { port } = new URL(databaseUrl);
  const child = spawn(program, ['-D', pgdata, '-p', port, '-c', 'synchronous_standby_names='], {
    ...serverAccount(),
    cwd: '/',
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const answers = async () => hasEnded(child) || ask(databaseUrl, 'select 1');
  await until(`PostgreSQL answers on ${pgdata}`, answers);
  if (hasEnded(child)) throw new Error(`PostgreSQL did not start on ${pgdata}.`);
  return {
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
