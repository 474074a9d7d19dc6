import path from 'node:path';
import { select } from './database.ts';
import type { Program } from './program.ts';

/** Environment of a program whose clock can be moved. */
export const MOVABLE: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import ${path.join(import.meta.dirname, '../drill/shifted-clock.mjs')}`,
  CLOCK_SHIFT_MS: '0',
};

/** Starts the program again at that time. Its database and this machine keep theirs. */
export async function startAt(program: Program, at: number): Promise<void> {
  await program.kill();
  program.env['CLOCK_SHIFT_MS'] = String(at - Date.now());
  await program.start();
}

/** The clock's job that finds reminders, now: workers are notified. */
export const lookAtCases = (program: Program): Promise<unknown> =>
  select(
    program,
    `with due as (insert into claims_jobs.job (name, data) values ('case.look', '{"data":{}}') returning name)
     select pg_notify('pgboss_' || left(encode(sha224('claims_jobs'), 'hex'), 24), name) from due`,
  );
