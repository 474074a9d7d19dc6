import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from './database.ts';
import { defineJob, type Job } from './jobs/job.ts';
import type { Platform } from './platform.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Days for which figures are kept, from the one on which they were given. */
export const FEE_FIGURES_DAYS = 30;
/** Rows a statement: short locks, and a table that was never cleaned does not run into the time limit. */
const BATCH = 2_000;
const MAX_BATCHES = 50;

interface Rule {
  /** Name of the table, for the log. */
  table: string;
  /** Rows that have expired. */
  where: (now: Date) => RawBuilder<unknown>;
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** How long things are kept; decision 0304 says why. */
const rules = (idleMs: number): Rule[] => [
  { table: 'rate_limit', where: (now) => sql`ends_at < ${now}` },
  { table: 'code', where: (now) => sql`expires_at < ${before(now, DAY_MS)}` },
  { table: 'oidc_attempt', where: (now) => sql`expires_at < ${now}` },
  { table: 'pending_link', where: (now) => sql`expires_at < ${now}` },
  { table: 'user_session', where: (now) => sql`ends_at < ${now} or last_seen_at < ${before(now, idleMs)}` },
  { table: 'trusted_browser', where: (now) => sql`last_sign_in_at < ${before(now, 365 * DAY_MS)}` },
  // An address that was not confirmed within a week is free again.
  { table: 'account', where: (now) => sql`email_verified_at is null and created_at < ${before(now, 7 * DAY_MS)}` },
  { table: 'current_draft', where: (now) => sql`updated_at < ${before(now, 180 * DAY_MS)}` },
  // A rule each, because no index leads to rows of one or the other. The day a draft was begun leads to its last change.
  { table: 'form_session', where: (now) => sql`paid_at is null and deleted_at < ${before(now, 30 * DAY_MS)}` },
  {
    table: 'form_session',
    where: (now) =>
      sql`paid_at is null and user_id is null and created_at < ${before(now, 90 * DAY_MS)} and updated_at < ${before(now, 90 * DAY_MS)}`,
  },
  {
    table: 'form_session',
    where: (now) =>
      sql`paid_at is null and user_id is null and revision = 0 and created_at < ${before(now, 2 * DAY_MS)} and updated_at < ${before(now, 2 * DAY_MS)}`,
  },
  { table: 'fee_figures', where: (now) => sql`given_at < ${before(now, FEE_FIGURES_DAYS * DAY_MS)}` },
  { table: 'mail', where: (now) => sql`status <> 'waiting' and created_at < ${before(now, 90 * DAY_MS)}` },
  // What no operator has sent after an outage is no news any more.
  { table: 'mail', where: (now) => sql`status = 'waiting' and created_at < ${before(now, 7 * DAY_MS)}` },
  { table: 'alert', where: (now) => sql`dismissed_at < ${before(now, 365 * DAY_MS)}` },
];

async function clean(db: Db, { table, where }: Rule, now: Date): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const target = sql.table(`claims.${table}`);
    const { numAffectedRows = 0n } = await sql`
      delete from ${target} where ctid = any(array(select ctid from ${target} where ${where(now)} limit ${BATCH}))`.execute(
      db,
    );
    removed += Number(numAffectedRows);
    if (numAffectedRows < BigInt(BATCH)) break;
  }
  return removed;
}

/** Removes expired rows, every hour. */
export const housekeepingJob = ({ config, db, log, now }: Pick<Platform, 'config' | 'db' | 'log' | 'now'>): Job =>
  defineJob({
    name: 'housekeeping',
    schema: z.object({}),
    cron: '17 * * * *',
    retry: { limit: 2, delaySeconds: 60, maxDelaySeconds: 600 },
    concurrency: 1,
    async handle() {
      const at = now();
      // The longest a rate-limit window lasts is an hour, so a window that has ended has no use.
      const failures: unknown[] = [];
      for (const rule of rules(Math.max(config.session.idleMinutes * 60_000, HOUR_MS))) {
        try {
          const count = await clean(db, rule, at);
          if (count > 0) log.info({ job: 'housekeeping', kind: rule.table, count }, 'expired rows removed');
        } catch (err) {
          // A table that is locked keeps the rows of no other.
          log.warn({ job: 'housekeeping', kind: rule.table, err }, 'expired rows not removed');
          failures.push(err);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  });
