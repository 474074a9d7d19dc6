import { StartRefusal } from './refusal.ts';

/**
 * What a failed statement means for the caller:
 * `unique` a row of this identity exists;
 * `retry` two transactions met, run it again; `timeout` it took too long; `unavailable` no database just now;
 * `full` it answers but cannot write: nothing of the transaction is kept.
 */
export type DatabaseErrorKind = 'unique' | 'retry' | 'timeout' | 'unavailable' | 'full' | 'other';

const CODES: Readonly<Record<Exclude<DatabaseErrorKind, 'other'>, string>> = {
  unique: '23505',
  retry: '40001 40P01 55P03',
  timeout: '57014',
  unavailable:
    '25P03 25P04 53200 53300 57P01 57P02 57P03 57P05 EADDRNOTAVAIL EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH ' +
    'ENETUNREACH ENOENT ENOTFOUND EPIPE ETIMEDOUT',
  // Hosted databases are made read-only (25006) when their quota is used up.
  full: '25006 53000 53100 58030',
};
const KINDS = new Map(
  Object.entries(CODES).flatMap(([kind, codes]) => codes.split(' ').map((code) => [code, kind as keyof typeof CODES])),
);

/**
 * pg and Kysely say these in words only. The last two are a database that an operator has closed, whose SQLSTATE is of many other
 * things, and a program that ends.
 */
const LOST_CONNECTION =
  /connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|not queryable|connection has been discarded|not currently accepting connections|after calling end on the pool/i;

/** Kind and code of a thrown value (SQLSTATE, or the system's of a failed connection); `other` is none of a database. */
export function describeDatabaseError(error: unknown) {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const known = typeof code === 'string' ? code : null;
  const kind: DatabaseErrorKind =
    (known && (KINDS.get(known) ?? (known.startsWith('08') ? 'unavailable' : undefined))) ||
    (typeof message === 'string' && LOST_CONNECTION.test(message) ? 'unavailable' : 'other');
  return { kind, code: known };
}

const PASSING: ReadonlySet<DatabaseErrorKind> = new Set(['retry', 'timeout', 'unavailable', 'full']);

/** Whether the same statement may succeed later: the database was away, busy or full. Other errors are of the data itself. */
export const isPassingFailure = (error: unknown): boolean => PASSING.has(describeDatabaseError(error).kind);

/** Host and database of a connection string, without its password. */
function placeOf(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url);
    return `${searchParams.get('host') ?? host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

const CONNECT_REASONS: Record<string, (place: string) => string> = {
  ECONNREFUSED: (place) => `Nothing answers at ${place}: start PostgreSQL there, or correct DATABASE_URL.`,
  ENOENT: (place) => `Nothing answers at ${place}: start PostgreSQL there, or correct DATABASE_URL.`,
  ENOTFOUND: (place) => `The host of ${place} is not known: correct DATABASE_URL.`,
  EAI_AGAIN: (place) => `The host of ${place} cannot be looked up: correct DATABASE_URL, or check the network.`,
  '28P01': (place) => `PostgreSQL at ${place} refused the user name or password: correct DATABASE_URL.`,
  '28000': (place) => `PostgreSQL at ${place} does not let this user in: correct DATABASE_URL or pg_hba.conf.`,
  '3D000': (place) => `There is no database ${place}: create it, or correct DATABASE_URL.`,
  '53300': (place) => `PostgreSQL at ${place} has no connection left: raise max_connections or lower DATABASE_POOL.`,
};

/** One sentence for the person who set the connection string. */
export function connectRefusal(url: string, cause: unknown): StartRefusal {
  const { code } = describeDatabaseError(cause);
  const place = placeOf(url);
  const sentence =
    CONNECT_REASONS[code ?? '']?.(place) ??
    `No database at ${place} (${(cause as Error).message}): correct DATABASE_URL.`;
  return new StartRefusal(
    code?.startsWith('28') || code === '3D000' ? 'DATABASE_REFUSED' : 'DATABASE_UNREACHABLE',
    sentence,
    { cause },
  );
}
