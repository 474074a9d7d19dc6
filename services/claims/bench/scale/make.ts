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

interface Part {
  table: string;
  name: string;
  definition: string;
}

/**
 * Takes every key and index from the tables, fills these and makes the indexes of all rows at once: a tenth of the time.
 * What was made in the transaction that truncated its table is not written to the log as well, with `wal_level=minimal`.
 */
async function populate(url: string, { size, at, say }: { size: Size; at: Date; say: Say }): Promise<void> {
  const database = createDatabase({ url, name: 'scale', statementTimeoutMs: HOUR_MS });
  const { pool } = database;
  try {
    await pool.query(functionsOf(size, at));
    const { rows: constraints } = await pool.query<Part & { kind: 'f' | 'p' | 'u' }>(`
      select conrelid::regclass::text as table, quote_ident(conname) as name, contype as kind, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'claims'::regnamespace and contype in ('f', 'p', 'u') order by contype`);
    const { rows: indexes } = await pool.query<Part>(`
      select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class c on c.oid = indexrelid
      where c.relnamespace = 'claims'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`);
    // References first: they need the keys.
    for (const { table, name } of constraints) await pool.query(`alter table ${table} drop constraint ${name}`);
    for (const { name } of indexes) await pool.query(`drop index ${name}`);
    const texts = new Map<string, string[]>();
    for (const { table, text } of stepsOf(size)) texts.set(table, [...(texts.get(table) ?? []), text]);
    const fills = [...texts].map(([table, of]) => ({
      what: table,
      text: [`truncate claims.${table}`, ...of].join(';\n'),
    }));
    await runAll(url, [{ what: 'jobs', text: jobsOf(size) }, ...fills], say);
    const keys = constraints.filter(({ kind }) => kind !== 'f');
    await runAll(
      url,
      [
        ...keys.map(({ table, name, definition }) => ({
          what: name,
          text: `alter table ${table} add constraint ${name} ${definition}`,
        })),
        ...indexes.map(({ name, definition }) => ({ what: name, text: definition })),
      ],
      say,
    );
    // That the rows refer to rows which are there is tested with a small population.
    for (const { table, name, definition, kind } of constraints) {
      if (kind === 'f') await pool.query(`alter table ${table} add constraint ${name} ${definition} not valid`);
    }
    await pool.query(
      "update pg_constraint set convalidated = true where contype = 'f' and connamespace = 'claims'::regnamespace",
    );
    const { rows: tables } = await pool.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class where relkind = 'r'
        and relnamespace in ('claims'::regnamespace, 'claims_jobs'::regnamespace) order by pg_table_size(oid) desc`);
    await runAll(
      url,
      tables.map(({ name }) => ({ what: `vacuum of ${name}`, text: `vacuum (freeze, analyze) ${name}` })),
      say,
    );
    await pool.query('vacuum (analyze)');
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
  say(`made in ${seconds(startedAt)}`);
}
