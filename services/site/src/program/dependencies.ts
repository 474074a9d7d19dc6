import type { S3Bucket } from '@redress/server/blob-store';
import { connectRefusal, type Database } from '@redress/database';
import { faultOf } from './fault-of.ts';
import type { Service } from './front-door.ts';

/** A prober waits about this long for `/readyz`. */
const ASK_LIMIT_MS = 2_000;

/** A database that others run. Without it no role that has one can do its work. */
export const databaseService = (database: Pick<Database, 'pool' | 'url'>, limitMs = ASK_LIMIT_MS): Service => ({
  name: 'database',
  async ready() {
    const fault = await faultOf(() => database.pool.query('select 1'), limitMs, `no answer within ${limitMs / 1000} s`);
    return fault ? { ok: false, detail: connectRefusal(database.url, fault).message } : { ok: true };
  },
});

/**
 * The bucket of builds, by a signed read. A process without it stays in service: what was verified last is on its own disk
 * (docs/reliability.md, Invariants).
 */
export const bucketService = (
  { endpoint, bucket }: Pick<S3Bucket, 'endpoint' | 'bucket'>,
  check: () => Promise<void>,
  limitMs = ASK_LIMIT_MS,
): Service => ({
  name: 'store',
  async ready() {
    const late = `The store at ${endpoint.replace(/\/$/, '')}/${bucket} (S3_URL, S3_BUCKET) gives no answer within ${limitMs / 1000} s.`;
    const fault = await faultOf(check, limitMs, late);
    return fault ? { ok: true, detail: `${fault.message} What is served is on this machine.` } : { ok: true };
  },
});
