import { connectRefusal, type Database } from '@redress/database';
import type { Service } from './front-door.ts';

/** A prober waits about this long for `/readyz`. */
const ASK_LIMIT_MS = 2_000;

/** What is wrong, as a sentence; `null` when nothing is. */
async function faultOf(work: () => Promise<unknown>, limitMs: number): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    await Promise.race([work(), late]);
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    clearTimeout(timer);
  }
}

/** A database that somebody else runs. Without it no role that has one can do its work. */
export const databaseService = (database: Pick<Database, 'pool' | 'url'>, limitMs = ASK_LIMIT_MS): Service => ({
  name: 'database',
  stop: () => Promise.resolve(),
  async ready() {
    const fault = await faultOf(() => database.pool.query('select 1'), limitMs);
    return fault ? { ok: false, detail: connectRefusal(database.url, fault).message } : { ok: true };
  },
});

/**
 * The bucket of builds, by a signed read. A process without it stays in service: what was verified last is on its own disk
 * (docs/reliability.md, Invariants).
 */
export const bucketService = (check: () => Promise<void>, limitMs = ASK_LIMIT_MS): Service => ({
  name: 'store',
  stop: () => Promise.resolve(),
  async ready() {
    const fault = await faultOf(check, limitMs);
    return fault ? { ok: true, detail: `${fault.message} What is served is on this machine.` } : { ok: true };
  },
});
