import type { Socket } from 'node:net';
import { present, type Secret } from '@redress/server/secrets';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { gateOf } from './connect-gate.ts';
import { connectRefusal } from './errors.ts';
import { guardedStream } from './guarded-stream.ts';
import { PatientPool, type PatientPoolSettings } from './patient-pool.ts';
import { StartRefusal } from './refusal.ts';
import { watchedClient } from './silent-connection.ts';

const OLDEST_MAJOR = 15;

export interface OpenDatabaseOptions {
  /** `postgresql://…`, or what {@link startEmbeddedPostgres} answers as `url`. */
  url: Secret;
  /**
   * The same database past a pooler, for what needs a session of its own: listening, migrations, the building of indexes.
   * `url` where there is no pooler.
   */
  directUrl?: Secret | undefined;
  /** Shown in pg_stat_activity: which role of the program holds the connection. */
  name: string;
  maxConnections?: number;
  /** Longest a caller waits for a connection; 1.5 s unless said. */
  patienceMs?: number;
  /** Longest a statement may run; 3 s unless said (docs/reliability.md, Time limits). */
  statementTimeoutMs?: number;
  /** Longest a transaction may ask nothing; 8 s unless said. */
  idleTransactionMs?: number;
  /** Called for each connection that is lost; the pool replaces it by itself. */
  log?: (message: string) => void;
}

export interface Database {
  /** As it is now: its login may become another one. */
  readonly url: string;
  /** Leads to the database itself, whatever `url` leads to. */
  readonly directUrl: string;
  pool: pg.Pool;
  /** A Kysely over the pool, typed by the caller's tables. Closed with the pool, not by itself. */
  kysely<Tables>(): Kysely<Tables>;
  /** From now on callers wait for a connection as long as a request may. */
  serve(): void;
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

/**
 * Waiting for a connection, one statement and the answer of a server that hangs fit into the 5 s in which a caller gets
 * the answer that the database is away.
 */
const PATIENCE_MS = 1_500;
/** While a program starts it has no callers that wait, and a machine that is busy with it takes its time. */
export const START_PATIENCE_MS = 15_000;
/** A server that was just started, or has a tenth of a processor, takes seconds; it begins a session also for who has left. */
const LOGIN_LIMIT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 3_000;
/**
 * A program that was lost without a word (its machine without power, its network cut) leaves its transactions with their locks.
 * The server ends them in the 10 s in which the database heals (docs/reliability.md, Invariants).
 */
const IDLE_TRANSACTION_MS = 8_000;
/** The server ends a statement at its limit and says so; silence beyond it means that the server itself hangs. */
const SILENCE_ALLOWANCE_MS = 300;

/**
 * Connections by the login that stands in the address now (a pool keeps the one it was made with), made in their turn behind the
 * gate that all connections of this process to that server pass.
 * @param closing - ends logins that are under way, and waits for a turn
 */
export function clientOf(url: Secret, closing?: AbortSignal): typeof pg.Client {
  return class extends pg.Client {
    readonly #openedWith: string;
    constructor(settings: pg.ClientConfig) {
      const connectionString = present(url);
      super({ ...settings, connectionString, connectionTimeoutMillis: LOGIN_LIMIT_MS });
      this.#openedWith = connectionString;
      // An error event without a listener ends the program. A pool listens to connections that nobody uses, and not before it
      // has heard of the login: the server's word that it ends a session can come in one piece with that.
      this.on('error', () => {});
    }
    isOfFormerLogin(): boolean {
      return this.#openedWith !== present(url);
    }
    async #login(): Promise<this> {
      const cut = () => void (this.connection.stream as Socket).destroy(new Error('Connection terminated'));
      closing?.addEventListener('abort', cut);
      try {
        await super.connect();
        return this;
      } finally {
        closing?.removeEventListener('abort', cut);
      }
    }
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const login = gateOf(`${this.host}:${this.port}`).pass(() => this.#login(), closing);
      if (!callback) return login;
      // pg calls back with null after a login; its types name an Error alone.
      login.then(() => callback(null as unknown as Error), callback);
    }
  };
}

/** Settings every connection of the product shares. */
const connectionSettings = (options: OpenDatabaseOptions): pg.PoolConfig => ({
  connectionString: present(options.url),
  application_name: `redress-${options.name}`,
  max: options.maxConnections ?? 10,
  idleTimeoutMillis: 30_000,
  statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: options.idleTransactionMs ?? IDLE_TRANSACTION_MS,
  keepAlive: true,
  stream: guardedStream,
  types,
});

/**
 * A connection of a login of before is not used again: it ends when it is given back, and one that is not taken by
 * `idleTimeoutMillis`. So the login can be closed half a minute after the change.
 */
function endWithLogin(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    // Of clientOf, above; the types of the pool name its base class without `end`.
    const { isOfFormerLogin, end } = client as unknown as { isOfFormerLogin(): boolean; end(): Promise<void> };
    // The pool looks at it next, and takes out one that is ending.
    if (isOfFormerLogin.call(client)) void end.call(client).catch(() => {});
  });
}

/** A pool that has not connected yet. */
export function createDatabase(options: OpenDatabaseOptions): Database {
  const silenceLimitMs = (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + SILENCE_ALLOWANCE_MS;
  const closing = new AbortController();
  const settings: PatientPoolSettings = {
    ...connectionSettings(options),
    Client: watchedClient(silenceLimitMs, clientOf(options.url, closing.signal)),
    async onConnect(client) {
      // Only the first error names the reason; a second one reports that the connection ended.
      client.once('error', (error) => options.log?.(`A database connection was lost: ${error.message}`));
      // Each statement follows an index and takes milliseconds: to compile one that is expected to cost much, or to start
      // workers for it, takes longer than to run it. Not named when connecting: a pooler would refuse settings that it
      // does not know.
      await client.query('set jit = off; set max_parallel_workers_per_gather = 0');
    },
  };
  const pool = new PatientPool(settings, options.patienceMs ?? PATIENCE_MS);
  endWithLogin(pool);
  // Repeats what the connection has reported itself.
  pool.on('error', () => {});
  let closed: Promise<void> | undefined;
  return {
    get url() {
      return present(options.url);
    },
    get directUrl() {
      return present(options.directUrl ?? options.url);
    },
    pool,
    kysely: <Tables>() => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    serve: () => void (pool.patienceMs = PATIENCE_MS),
    close() {
      closing.abort(new Error('Connection terminated'));
      return (closed ??= pool.end());
    },
  };
}

/**
 * Opens a database and checks that it can be worked with. Its pool has the patience of a start until `serve` is called.
 * @throws {StartRefusal} `DATABASE_UNREACHABLE`, `DATABASE_REFUSED`, `DATABASE_TOO_OLD`; each says what to do
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  let database: Database;
  try {
    database = createDatabase({ patienceMs: START_PATIENCE_MS, ...options });
  } catch (cause) {
    throw connectRefusal(present(options.url), cause);
  }
  try {
    const { rows } = await database.pool.query<{ version: string; encoding: string }>(
      "select current_setting('server_version_num') as version, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()",
    );
    const { version, encoding } = rows[0] as { version: string; encoding: string };
    assertUsable(Math.floor(Number(version) / 10_000), encoding);
    await assertOneDatabase(database, options);
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof StartRefusal ? error : connectRefusal(present(options.url), error);
  }
}

/** Which database this is, whatever its address: a replica that became the primary is the same. */
const IDENTITY = 'select system_identifier::text || current_database() as identity from pg_control_system()';

/**
 * After a restore or a move one of the two addresses may be of before: jobs would then be worked on in the database of before, and
 * migrations run there.
 * @throws {StartRefusal} `DATABASE_REFUSED`
 */
async function assertOneDatabase({ pool, url, directUrl }: Database, options: OpenDatabaseOptions): Promise<void> {
  if (url === directUrl) return;
  const direct = createDatabase({ ...options, url: directUrl, maxConnections: 1 });
  try {
    const identityOf = async (each: pg.Pool) => (await each.query<{ identity: string }>(IDENTITY)).rows[0]?.identity;
    const reached = identityOf(direct.pool).catch((error: unknown) => {
      throw connectRefusal(directUrl, error);
    });
    const [one, other] = await Promise.all([identityOf(pool), reached]);
    if (one !== other) {
      throw new StartRefusal(
        'DATABASE_REFUSED',
        'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: correct one of them, or unset DATABASE_DIRECT_URL where there is no pooler.',
      );
    }
  } finally {
    await direct.close();
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
