import { createDatabase, withMigrationDatabase } from '@redress/database';
import { buildClaimsIndexes, migrateClaims } from '../../src/platform/migrations.ts';
import { functionsOf, jobsOf, stepsOf, type Size } from './population.ts';
import { withService } from './service.ts';
import type { ScaleServer } from './server.ts';

const HOUR_MS = 3_600_000;
/** Statements at the same time: one for each core, and one core for everything else. */
const AT_ONCE = 3;

type Say = (line: string) => void;
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

/** Runs each statement once, some at the same time. */
async function runAll(url: string, statements: readonly { what: string; text: string }[], say: Say): Promise<void> {
  const database = createDatabase({ url, name: 'scale', maxConnections: AT_ONCE, statementTimeoutMs: 3 * HOUR_MS });
  const waiting = [...statements];
  const worker = async () => {
    const client = await database.pool.connect();
    try {
      // Rows refer to rows of other tables that are made at the same time.
      await client.query('set session_replication_role = replica');
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const startedAt = performance.now();
        await client.query(next.text);
        say(`${next.what}: ${seconds(startedAt)}`);
      }
    } finally {
      client.release(true);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await database.close();
  }
}

/** Fills an empty, migrated schema. Indexes that no key needs are made when the rows are there: a tenth of the time. */
async function populate(url: string, { size, at, say }: { size: Size; at: Date; say: Say }): Promise<void> {
  const database = createDatabase({ url, name: 'scale', statementTimeoutMs: HOUR_MS });
  try {
    await database.pool.query(functionsOf(size, at));
    const { rows: indexes } = await database.pool.query<{ name: string; definition: string }>(`
      select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes
      where schemaname = 'claims' and not exists (
        select from pg_constraint where conname = indexname and connamespace = 'claims'::regnamespace)`);
    for (const { name } of indexes) await database.pool.query(`drop index ${name}`);
    const steps = stepsOf(size).map(({ table, text }) => ({ what: table, text }));
    await runAll(url, [...steps, { what: 'jobs', text: jobsOf(size) }], say);
    await runAll(
      url,
      indexes.map(({ name, definition }) => ({ what: name, text: definition })),
      say,
    );
  } finally {
    await database.close();
  }
}

/** A server with the whole population, as it is after a vacuum. */
export async function make(server: ScaleServer, size: Size, say: Say): Promise<void> {
  const startedAt = performance.now();
  await server.start({ isFilling: true });
  await withMigrationDatabase(server.url, migrateClaims);
  await buildClaimsIndexes(server.url);
  // The queue makes its tables when the service starts.
  await withService(server.url, () => Promise.resolve());
  await populate(server.url, { size, at: new Date(), say });
  await server.stop();
  await server.start();
  const database = createDatabase({ url: server.url, name: 'scale', statementTimeoutMs: HOUR_MS });
  try {
    await database.pool.query('vacuum (freeze, analyze)');
  } finally {
    await database.close();
  }
  say(`made in ${seconds(startedAt)}`);
}
