import { AppError } from '@redress/contracts/errors';
import { sql, type Generated } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import { endHold } from './coupon-holds.ts';

export interface CouponTable {
  code: string;
  type: 'fixed' | 'percentage';
  /** fixed: whole cents; percentage: hundredths of a percent. */
  amount: number;
  description: Generated<string>;
  starts_at: Date | null;
  ends_at: Date | null;
  max_uses: number | null;
  uses: Generated<number>;
  max_uses_per_person: number | null;
  active: Generated<boolean>;
  created_at: Date;
}

export interface CouponRedemptionTable {
  order_key: string;
  code: string;
  user_id: string;
  redeemed_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    coupon: CouponTable;
    coupon_redemption: CouponRedemptionTable;
  }
}

/** Codes can be guessed; this many in a quarter of an hour are enough for anybody who has one. */
const BY_BROWSER: Limit = { name: 'coupon.browser', max: 10, seconds: 900 };
const FROM_NETWORK: Limit = { name: 'coupon.network', max: 50, seconds: 900, isOfNetwork: true };

/** Who asks, as calls know it. */
interface Asking {
  browserKey: string;
  ip: string;
}

/** Every call that says whether a code is good counts as a try, wherever it is asked. */
export async function countCouponTry({ limits }: Pick<Platform, 'limits'>, asking: Asking): Promise<void> {
  await limits.take(BY_BROWSER, asking.browserKey);
  await limits.take(FROM_NETWORK, asking.ip);
}

/** Where a good code comes along with every price: only what was no good stays counted. */
export async function watchCoupon<T>(
  platform: Pick<Platform, 'limits'>,
  asking: Asking,
  code: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!code) return work();
  await countCouponTry(platform, asking);
  const release = async () => {
    await platform.limits.release(BY_BROWSER, asking.browserKey);
    await platform.limits.release(FROM_NETWORK, asking.ip);
  };
  try {
    const done = await work();
    await release();
    return done;
  } catch (error) {
    if ((error as AppError).code !== 'COUPON_NOT_ACTIVE') await release();
    throw error;
  }
}

/** `discount` as the wire and the pricing rule have it: dollars, or percent. */
export interface ActiveCoupon {
  code: string;
  type: 'fixed' | 'percentage';
  discount: number;
  description: string;
}

/**
 * A coupon that may be used now.
 * @param code - upper-case
 * @param userId - to hold a person to the number of uses each has; absent for a visitor
 * @returns `null` when there is none, it has not begun, has ended, or every use is taken or held by others
 */
export async function findActiveCoupon(
  db: Db | Trx,
  code: string,
  at: Date,
  userId?: string | null,
): Promise<ActiveCoupon | null> {
  const row = await db
    .selectFrom('coupon')
    .select(['code', 'type', 'amount', 'description', 'uses', 'max_uses', 'max_uses_per_person'])
    .where('code', '=', code)
    .where('active', '=', true)
    .where((is) => is.or([is('starts_at', 'is', null), is('starts_at', '<=', at)]))
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', at)]))
    .where((is) => is.or([is('max_uses', 'is', null), is('uses', '<', is.ref('max_uses'))]))
    .executeTakeFirst();
  if (!row) return null;
  if (row.max_uses !== null) {
    const held = await db
      .selectFrom('coupon_hold')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('code', '=', code)
      // A person's own hold is for them.
      .$if(Boolean(userId), (query) => query.where('user_id', '<>', userId ?? ''))
      .executeTakeFirstOrThrow();
    if (row.uses + held.count >= row.max_uses) return null;
  }
  if (userId && row.max_uses_per_person !== null) {
    if ((await usesBy(db, code, userId)) >= row.max_uses_per_person) return null;
  }
  return { code: row.code, type: row.type, discount: row.amount / 100, description: row.description };
}

/**
 * Uses a coupon up by one, in the transaction that records the payment. The same `orderKey` again changes nothing.
 * @param force - the payment was received: count the use even if the coupon has ended since; the price was promised
 * @throws {AppError} COUPON_NOT_ACTIVE when another order took the last use, unless forced
 */
export async function redeemCoupon(
  trx: Trx,
  {
    code,
    orderKey,
    userId,
    at,
    force = false,
  }: { code: string; orderKey: string; userId: string; at: Date; force?: boolean },
): Promise<void> {
  const added = await trx
    .insertInto('coupon_redemption')
    .values({ order_key: orderKey, code, user_id: userId, redeemed_at: at })
    .onConflict((conflict) => conflict.column('order_key').doNothing())
    .returning('order_key')
    .executeTakeFirst();
  if (!added) return;
  await endHold(trx, orderKey);
  // The coupon's row is locked from here on: two last uses wait for each other.
  const used = await trx
    .updateTable('coupon')
    .set({ uses: sql`least(uses + 1, coalesce(max_uses, uses + 1))` })
    .where('code', '=', code)
    .where((is) => is.or([is.lit(force), is('max_uses', 'is', null), is('uses', '<', is.ref('max_uses'))]))
    .returning('max_uses_per_person')
    .executeTakeFirst();
  const isUsedUp =
    !used ||
    (!force && used.max_uses_per_person !== null && (await usesBy(trx, code, userId)) > used.max_uses_per_person);
  if (isUsedUp) throw new AppError('COUPON_NOT_ACTIVE', { details: { reason: 'used up' } });
}

async function usesBy(db: Db | Trx, code: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('coupon_redemption')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('code', '=', code)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The use of a coupon comes back with the whole price: once, in the transaction that records the refund. */
export async function returnCoupon(trx: Trx, orderKey: string): Promise<void> {
  const back = await trx
    .deleteFrom('coupon_redemption')
    .where('order_key', '=', orderKey)
    .returning('code')
    .executeTakeFirst();
  if (!back) return;
  // Locked before it is counted: one that is redeemed meanwhile is seen.
  await trx.selectFrom('coupon').select('code').where('code', '=', back.code).forNoKeyUpdate().execute();
  // Where money had come, more were redeemed than there are uses: none is free yet.
  await sql`
    update claims.coupon c set uses = case when max_uses is null then greatest(uses - 1, 0)
      else least(uses, (select count(*)::int from claims.coupon_redemption r where r.code = c.code)) end
    where code = ${back.code}`.execute(trx);
}
