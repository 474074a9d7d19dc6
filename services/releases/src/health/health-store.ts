import { sql, type Kysely } from 'kysely';
import type { ReleaseTables } from '../store/schema.ts';
import type { HealthCount } from './beacons.ts';

export interface BuildHealth {
  remote: string;
  buildId: string;
  kind: string;
  /** Sessions that reported this kind, each counted once a minute. */
  sessions: number;
  events: number;
  /** Mean of the reported values: milliseconds for `loaded`. */
  mean: number | null;
}

export interface HealthStore {
  count(counts: readonly HealthCount[]): void;
  /** Writes down what was counted since the last time. */
  flush(): Promise<void>;
  read(since: Date): Promise<BuildHealth[]>;
}

interface Pending {
  remote: string;
  buildId: string;
  kind: string;
  minute: Date;
  sessions: number;
  events: number;
  total: number;
}

const MAX_PENDING = 5_000;
const KEPT_MINUTES = 7 * 24 * 60;

/** @param deps.isServed - reports name any build they like; only those of builds being served count */
export function createHealthStore(deps: {
  db: Kysely<ReleaseTables>;
  now: () => Date;
  isServed: (remote: string, buildId: string) => boolean;
}): HealthStore {
  const { db, now, isServed } = deps;
  let pending = new Map<string, Pending>();
  let seen = new Set<string>();
  let seenMinute = 0;

  return {
    count(counts) {
      const minute = Math.floor(now().getTime() / 60_000);
      if (minute !== seenMinute) {
        seenMinute = minute;
        seen = new Set();
      }
      for (const { remote, buildId, kind, session, value } of counts) {
        const key = `${remote} ${buildId} ${kind} ${minute}`;
        if (!isServed(remote, buildId) || (!pending.has(key) && pending.size >= MAX_PENDING)) continue;
        const at = new Date(minute * 60_000);
        const row = pending.get(key) ?? { remote, buildId, kind, minute: at, sessions: 0, events: 0, total: 0 };
        const voice = `${key} ${session}`;
        if (!seen.has(voice)) row.sessions += 1;
        seen.add(voice);
        row.events += 1;
        row.total += value;
        pending.set(key, row);
      }
    },

    async flush() {
      if (pending.size === 0) return;
      const rows = [...pending.values()];
      pending = new Map();
      await db
        .insertInto('releases.health')
        .values(rows.map(({ buildId, ...row }) => ({ ...row, build_id: buildId })))
        .onConflict((conflict) =>
          conflict.columns(['remote', 'build_id', 'minute', 'kind']).doUpdateSet({
            sessions: sql`releases.health.sessions + excluded.sessions`,
            events: sql`releases.health.events + excluded.events`,
            total: sql`releases.health.total + excluded.total`,
          }),
        )
        .execute();
      await db
        .deleteFrom('releases.health')
        .where('minute', '<', new Date(now().getTime() - KEPT_MINUTES * 60_000))
        .execute();
    },

    async read(since) {
      const rows = await db
        .selectFrom('releases.health')
        .select(({ fn }) => [
          'remote',
          'build_id',
          'kind',
          fn.sum<number>('sessions').as('sessions'),
          fn.sum<number>('events').as('events'),
          fn.sum<number>('total').as('total'),
        ])
        .where('minute', '>=', since)
        .groupBy(['remote', 'build_id', 'kind'])
        .orderBy('remote')
        .orderBy('kind')
        .execute();
      return rows.map(({ remote, build_id: buildId, kind, sessions, events, total }) => ({
        remote,
        buildId,
        kind,
        sessions,
        events,
        mean: events > 0 ? total / events : null,
      }));
    },
  };
}
