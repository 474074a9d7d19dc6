import type pg from 'pg';
import { refusedForTime } from './time-left.ts';

/** What ends in a commit. A word that is not known here costs a connection and no more. */
const WRITES = /^\s*(commit|insert|update|delete|merge)\b|^\s*with\b[^]*\b(insert|update|delete)\b|;\s*commit\b/i;

/** A commit that goes on takes milliseconds. What others run of this user is shown without a right of its own. */
const STANDING = `select 1 from pg_stat_activity
  where usename = current_user and wait_event = 'SyncRep' and state_change < clock_timestamp() - interval '1 s' limit 1`;

type Query = (...args: unknown[]) => unknown;
type Callback = (error: Error) => void;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '');

/**
 * PostgreSQL that waits for a replica before it acknowledges a commit waits on while none is there, also for a client that
 * has given up: it cannot take the commit back. Each further try would leave one more of its connections behind, until none
 * is left for those who only read. So once a connection has been given up, the server is asked before each write whether a
 * commit of ours stands there, and while one does nothing is sent that would stand behind it.
 */
export function createCommitGate() {
  let isSuspected = false;

  /** @throws as for a database that is away */
  const pass = async (query: Query): Promise<void> => {
    const { rowCount } = (await query(STANDING)) as pg.QueryResult;
    if (!rowCount) isSuspected = false;
    else
      throw Object.assign(new Error('A commit waits for a replica that is not there: nothing more is written.'), {
        code: 'ETIMEDOUT',
      });
  };
  return {
    /** A connection was given up: from now on the server is asked, until it says that no commit waits. */
    suspect: () => void (isSuspected = true),
    /** Every statement of this connection goes through the gate. */
    guard(client: pg.ClientBase): void {
      const query = client.query.bind(client) as Query;
      const guarded: Query = (...args) => {
        const text = textOf(args[0]);
        const late = refusedForTime(text);
        if (!late && (!isSuspected || !WRITES.test(text))) return query(...args);
        const passed = late ? Promise.reject(late) : pass(query);
        // The pool's own `query` gives a callback.
        const callback = args.at(-1);
        if (typeof callback !== 'function') return passed.then(() => query(...args));
        passed.then(() => query(...args), callback as Callback);
        return undefined;
      };
      client.query = guarded as typeof client.query;
    },
  };
}
