import { createHash } from 'node:crypto';
import type { BrowserError } from '@redress/contracts/release-api';
import type { ReportedError } from '@redress/contracts/releases';
import { isPassingFailure } from '@redress/database';
import { redactMessage } from '@redress/telemetry/server';
import { sql } from 'kysely';
import type { Db, RowOf } from '../store/schema.ts';
import { wire } from '../store/wire.ts';

/** One error of one session. */
export interface SeenError {
  remote: string;
  buildId: string;
  kind: string;
  session: string;
  error: ReportedError;
}

interface Pending extends Omit<RowOf<'browser_error'>, 'sessions' | 'first_at' | 'last_at'> {
  sessions: Set<string>;
}

const keyOf = ({ remote, build_id: buildId, digest }: Pick<Pending, 'remote' | 'build_id' | 'digest'>) =>
  `${remote} ${buildId} ${digest}`;

/** Different errors that are kept: of one build, and between two flushes. */
const MAX_OF_BUILD = 50;
const MAX_PENDING = 200;
/** Of one error between two flushes: a database that is away for hours must not fill the memory. */
const MAX_SESSIONS = 1_000;
const KEPT_MS = 14 * 86_400_000;
/** How many places tell two errors apart: further out the same error comes by many ways. */
const TELLING_FRAMES = 3;

/** A browser is not trusted: what it should have removed is removed here again, and NUL, which no column can hold. */
const clean = (text: string): string => redactMessage(text.replaceAll('\0', ''), []);
const redacted = ({ message, cause, frames }: ReportedError) => ({
  message: clean(message),
  cause: cause === undefined ? null : clean(cause),
  frames,
});

const digestOf = (kind: string, { message, cause, frames }: Pick<Pending, 'message' | 'cause' | 'frames'>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, message, cause ?? '', frames.slice(0, TELLING_FRAMES)]))
    .digest('hex')
    .slice(0, 16);

/** @param deps.isServed - reports name any build they like; only those of builds being served are kept */
export function createBrowserErrors(deps: {
  db: Db;
  now: () => Date;
  isServed: (remote: string, buildId: string) => boolean;
}) {
  const { db, now, isServed } = deps;
  let pending = new Map<string, Pending>();

  /** What could not be written waits for the next time, within the same limit. */
  const putBack = (rows: readonly Pending[]) => {
    for (const row of rows) {
      const later = pending.get(keyOf(row));
      if (later) {
        later.sessions = new Set([...row.sessions, ...later.sessions].slice(0, MAX_SESSIONS));
        later.events += row.events;
      } else if (pending.size < MAX_PENDING) pending.set(keyOf(row), row);
    }
  };

  return {
    count(errors: readonly SeenError[]): void {
      for (const { remote, buildId: build_id, kind, session, error: sent } of errors) {
        if (!isServed(remote, build_id)) continue;
        const error = redacted(sent);
        const about = { remote, build_id, kind, ...error, digest: digestOf(kind, error) };
        const key = keyOf(about);
        const known = pending.get(key);
        if (!known && pending.size >= MAX_PENDING) continue;
        const row = known ?? { ...about, sessions: new Set<string>(), events: 0 };
        if (row.sessions.size < MAX_SESSIONS) row.sessions.add(session);
        row.events += 1;
        pending.set(key, row);
      }
    },

    /** Writes down what was counted since the last time. */
    async flush(): Promise<void> {
      if (pending.size === 0) return;
      const rows = [...pending.values()];
      pending = new Map();
      const at = now();
      let stored = 0;
      try {
        await db
          .deleteFrom('releases.browser_error')
          .where('last_at', '<', new Date(at.getTime() - KEPT_MS))
          .execute();
        for (const row of rows) {
          await storeError(db, row, at);
          stored += 1;
        }
      } catch (failure) {
        if (isPassingFailure(failure)) putBack(rows.slice(stored));
        throw failure;
      }
    },
  };
}

export type BrowserErrors = ReturnType<typeof createBrowserErrors>;

async function storeError(db: Db, pending: Pending, at: Date): Promise<void> {
  const { sessions, frames, ...row } = pending;
  const { remote, build_id, digest, events } = row;
  const counted = {
    sessions: sql<number>`releases.browser_error.sessions + ${sessions.size}`,
    events: sql<number>`releases.browser_error.events + ${events}`,
    last_at: at,
  };
  const known = await db
    .updateTable('releases.browser_error')
    .set(counted)
    .where(({ and }) => and({ remote, build_id, digest }))
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return;
  // Of a build with many errors the first ones say most.
  const { kept } = await db
    .selectFrom('releases.browser_error')
    .select(({ fn }) => fn.countAll<string>().as('kept'))
    .where(({ and }) => and({ remote, build_id }))
    .executeTakeFirstOrThrow();
  if (Number(kept) >= MAX_OF_BUILD) return;
  await db
    .insertInto('releases.browser_error')
    .values({ ...row, frames: JSON.stringify(frames), sessions: sessions.size, first_at: at, last_at: at })
    .onConflict((conflict) => conflict.columns(['remote', 'build_id', 'digest']).doUpdateSet(counted))
    .execute();
}

/** The latest first. @param wanted.build - an id, or the beginning of one */
export async function readBrowserErrors(
  db: Db,
  wanted: { remote?: string | undefined; build?: string | undefined; since?: Date; limit: number },
): Promise<BrowserError[]> {
  const { remote, build, since, limit } = wanted;
  const rows = await db
    .selectFrom('releases.browser_error')
    .select(['remote', 'build_id', 'kind', 'message', 'cause', 'frames', 'sessions', 'events', 'first_at', 'last_at'])
    .$if(remote !== undefined, (query) => query.where('remote', '=', remote as string))
    .$if(build !== undefined, (query) => query.where(sql<boolean>`starts_with(build_id, ${build})`))
    .$if(since !== undefined, (query) => query.where('last_at', '>=', since as Date))
    .orderBy('last_at', 'desc')
    .orderBy('events', 'desc')
    .limit(limit)
    .execute();
  return rows.map(wire);
}
