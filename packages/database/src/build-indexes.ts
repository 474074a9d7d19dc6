import { createDatabase, type Database } from './open-database.ts';

export interface BuildIndexesOptions {
  schema: string;
  /** By name: what follows `on` in `create index`, the table without its schema. `mailing (created_at) where state = 'waiting'` */
  indexes: Readonly<Record<string, string>>;
  /** Ends the work; an index that is half built is dropped at the next start. */
  stopping?: AbortSignal;
  log?: (message: string) => void;
}

const HOUR_MS = 3_600_000;

/**
 * Builds the indexes that are missing, one after the other, while programs of this release and of others read and write:
 * `create index` in a migration would hold up each writer of a large table for as long as it takes. Of several programs one
 * does the work. Nothing depends on these indexes but time.
 * @returns names of those built by this call
 * @throws what the database says; an index that failed is tried again at the next start
 */
export async function buildIndexes(url: string, options: BuildIndexesOptions): Promise<string[]> {
  const { stopping = new AbortController().signal } = options;
  // One connection works and has the lock, the other can cancel it.
  const database = createDatabase({ url, name: 'indexes', maxConnections: 2, statementTimeoutMs: HOUR_MS });
  try {
    return stopping.aborted ? [] : await withLock(database, { ...options, stopping });
  } finally {
    await database.close();
  }
}

async function withLock(
  { pool }: Database,
  { schema, indexes, stopping, log }: BuildIndexesOptions & { stopping: AbortSignal },
): Promise<string[]> {
  const client = await pool.connect();
  const built: string[] = [];
  let pid: number | undefined;
  const cancel = () => void pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
  try {
    const { rows } = await client.query<{ pid: number; is_ours: boolean }>(
      'select pg_backend_pid() as pid, pg_try_advisory_lock(hashtextextended($1, 0)) as is_ours',
      [`indexes of ${schema}`],
    );
    pid = rows[0]?.pid;
    // A second program that waited here would hold a snapshot, which the building of an index waits for.
    if (rows[0]?.is_ours !== true) return built;
    const { rows: there } = await client.query<{ name: string; is_valid: boolean }>(
      `select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = $1::regnamespace`,
      [schema],
    );
    const known = new Map(there.map(({ name, is_valid }) => [name, is_valid]));
    stopping.addEventListener('abort', cancel);
    for (const [name, definition] of Object.entries(indexes)) {
      if (known.get(name) === true || stopping.aborted) continue;
      const startedAt = performance.now();
      // Left by a program that was ended while it built.
      if (known.has(name)) await client.query(`drop index concurrently ${schema}.${name}`);
      await client.query(`create index concurrently ${name} on ${schema}.${definition}`);
      built.push(name);
      const ms = performance.now() - startedAt;
      if (ms > 1_000) log?.(`The index ${schema}.${name} was built in ${(ms / 1_000).toFixed(0)} s.`);
    }
    return built;
  } catch (error) {
    if (stopping.aborted) return built;
    throw error;
  } finally {
    stopping.removeEventListener('abort', cancel);
    // With its connection the lock would go a moment later, and a program that starts in it would leave the work undone.
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
    client.release(true);
  }
}
