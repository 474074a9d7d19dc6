import { StartRefusal } from './refusal.ts';

/**
 * What a failed statement means for the caller:
 * `unique` a row of this identity exists;
 * `retry` two transactions met, run it again; `timeout` it took too long; `unavailable` no database just now;
 * `full` it answers but cannot write: nothing of the transaction is kept.
 */
export type DatabaseErrorKind = 'unique' | 'retry' | 'timeout' | 'unavailable' | 'full' | 'other';

const KINDS: Record<string, DatabaseErrorKind> = {
  '23505': 'unique',
  '40001': 'retry',
  '40P01': 'retry',
  '55P03': 'retry',
  '57014': 'timeout',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '53300': 'unavailable',
  '53200': 'unavailable',
  '53000': 'full',
  '53100': 'full',
  '58030': 'full',
  // Hosted databases are made read-only when their quota is used up.
  '25006': 'full',
  EADDRNOTAVAIL: 'unavailable',
  EAI_AGAIN: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOENT: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
};

/** pg and Kysely say these in words only; the last is a database that an operator has closed, whose SQLSTATE is of many other things. */
const LOST_CONNECTION =
  /connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|not queryable|connection has been discarded|not currently accepting connections/i;

/** Reads any thrown value; what did not come from the database is `other`. */
/** @returns `code`: SQLSTATE, or the system's code of a failed connection */
export function describeDatabaseError(error: unknown) {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const known = typeof code === 'string' ? code : null;
  const kind: DatabaseErrorKind =
    (known && (KINDS[known] ?? (known.startsWith('08') ? 'unavailable' : undefined))) ||
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
