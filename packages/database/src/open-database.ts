import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { connectRefusal } from './errors.ts';
import { StartRefusal } from './refusal.ts';

export const OLDEST_MAJOR = 15;

export interface OpenDatabaseOptions {
  /** `postgresql://…`, or what {@link startEmbeddedPostgres} answers as `url`. */
  url: string;
  /** Shown in pg_stat_activity: which role of the program holds the connection. */
  name: string;
  maxConnections?: number;
  /** Longest a statement may run: 3 s for a request, 5 s at most (docs/reliability.md, Time limits). */
  statementTimeoutMs?: number;
  /** Hears about an idle connection that broke; the pool replaces it by itself. */
  log?: (message: string) => void;
}

export interface Database {
  url: string;
  pool: pg.Pool;
  /** A Kysely over the pool, typed by the caller's tables. Closed with the pool, not by itself. */
  kysely<Tables>(): Kysely<Tables>;
  close(): Promise<void>;
}

/** Counts and sums arrive as bigint; what does not fit a number is an error rather than a rounded figure. */
function parseWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

const INT8 = 20;
const DATE = 1082;

/**
 * `bigint` as number, `date` as the text of the day it is (`2026-04-01`): a JavaScript Date would move it to the day
 * before in half of the world's time zones.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return parseWholeNumber;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Settings every connection of the product shares; `pg-boss` takes them too. */
export const connectionSettings = (options: OpenDatabaseOptions): pg.PoolConfig => ({
  connectionString: options.url,
  application_name: `redress-${options.name}`,
  max: options.maxConnections ?? 10,
  // A wait for a connection is part of a request and has a limit like any other.
  connectionTimeoutMillis: 3_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: options.statementTimeoutMs ?? 4_000,
  // The network may swallow an answer: this ends the wait on our side.
  query_timeout: (options.statementTimeoutMs ?? 4_000) + 2_000,
  idle_in_transaction_session_timeout: 30_000,
  keepAlive: true,
  types,
});

/** A pool without any question asked yet. */
export function createDatabase(options: OpenDatabaseOptions): Database {
  const pool = new pg.Pool(connectionSettings(options));
  // Without a listener, a database that restarts would end this program.
  pool.on('error', (error) => options.log?.(`A database connection was lost: ${error.message}`));
  let closing: Promise<void> | undefined;
  return {
    url: options.url,
    pool,
    kysely: <Tables>() => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    close: () => (closing ??= pool.end()),
  };
}

/**
 * Opens a database and checks that it can be worked with.
 * @throws {StartRefusal} `DATABASE_UNREACHABLE`, `DATABASE_REFUSED`, `DATABASE_TOO_OLD`; each says what to do
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  let database: Database;
  try {
    database = createDatabase(options);
  } catch (cause) {
    throw connectRefusal(options.url, cause);
  }
  try {
    const { rows } = await database.pool.query<{ version: string; encoding: string }>(
      "select current_setting('server_version_num') as version, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()",
    );
    const { version, encoding } = rows[0] as { version: string; encoding: string };
    assertUsable(Math.floor(Number(version) / 10_000), encoding);
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof StartRefusal ? error : connectRefusal(options.url, error);
  }
}

/** @throws {StartRefusal} `DATABASE_TOO_OLD` or, for an encoding that cannot hold every name, `DATABASE_REFUSED` */
export function assertUsable(major: number, encoding: string): void {
  if (major < OLDEST_MAJOR) {
    throw new StartRefusal(
      'DATABASE_TOO_OLD',
      `DATABASE_URL leads to PostgreSQL ${major} and Redress needs ${OLDEST_MAJOR} or newer: upgrade it, or unset DATABASE_URL to use the embedded one.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new StartRefusal(
      'DATABASE_REFUSED',
      `The database of DATABASE_URL is encoded as ${encoding} and names need UTF8: create one with ENCODING 'UTF8'.`,
    );
  }
}
