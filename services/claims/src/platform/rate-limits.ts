import { AppError } from '@redress/contracts';
import { sql } from 'kysely';
import type { ClaimsConfig } from './config.ts';
import type { Db } from './database.ts';
import type { Secrets } from './secrets.ts';

export type LimitConfig = Pick<ClaimsConfig, 'addressLimitFactor'>;

export interface Limit {
  /** What is counted: `login.address`. */
  name: string;
  max: number;
  seconds: number;
  /** Counts by network address: it is larger by `addressLimitFactor`. */
  isOfNetwork?: true;
}

/** The most that a limit lets through where the service runs. */
export const mostOf = ({ max, isOfNetwork }: Limit, { addressLimitFactor }: LimitConfig): number =>
  isOfNetwork ? max * addressLimitFactor : max;

export interface RateLimits {
  /**
   * Counts one more for `who`, in all processes together. A database that does not answer refuses (fails closed).
   * @param who - kept as a keyed digest: an address never stands in this table
   * @throws {AppError} RATE_LIMITED with the seconds until the window ends
   */
  take(limit: Limit, who: string): Promise<void>;
  /** Whether `who` has used the limit up; counts nothing. */
  isUsedUp(limit: Limit, who: string): Promise<boolean>;
  /** Takes one count back, for a try that was no failure after all. */
  release(limit: Limit, who: string): Promise<void>;
}

export function createRateLimits(deps: { db: Db; now: () => Date; secrets: Secrets; config: LimitConfig }): RateLimits {
  const { db, now, secrets, config } = deps;
  const keyOf = (limit: Limit, who: string) => `${limit.name}:${secrets.digest('rate-limit', who).slice(0, 32)}`;
  return {
    async take(limit, who) {
      const at = now();
      const endsAt = new Date(at.getTime() + limit.seconds * 1000);
      // One statement, so that fifty at once are counted as fifty.
      const { rows } = await sql<{ count: number; ends_at: Date }>`
        insert into claims.rate_limit as r (key, count, ends_at) values (${keyOf(limit, who)}, 1, ${endsAt})
        on conflict (key) do update set
          count = case when r.ends_at <= ${at} then 1 else r.count + 1 end,
          ends_at = case when r.ends_at <= ${at} then ${endsAt} else r.ends_at end
        returning count, ends_at`.execute(db);
      const row = rows[0]!;
      if (row.count > mostOf(limit, config)) {
        throw new AppError('RATE_LIMITED', {
          details: { limit: limit.name },
          retryAfterSeconds: Math.max(1, Math.ceil((row.ends_at.getTime() - at.getTime()) / 1000)),
        });
      }
    },
    async isUsedUp(limit, who) {
      const row = await db
        .selectFrom('rate_limit')
        .select('count')
        .where('key', '=', keyOf(limit, who))
        .where('ends_at', '>', now())
        .executeTakeFirst();
      return (row?.count ?? 0) >= mostOf(limit, config);
    },
    async release(limit, who) {
      await db
        .updateTable('rate_limit')
        .set((expression) => ({ count: expression('count', '-', 1) }))
        .where('key', '=', keyOf(limit, who))
        .where('count', '>', 0)
        .execute();
    },
  };
}
