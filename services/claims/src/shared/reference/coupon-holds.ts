import { AppError } from '@redress/contracts/errors';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';

export interface CouponHoldTable {
  order_key: string;
  code: string;
  user_id: string;
  held_at: Date;
  ends_at: Date;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    coupon_hold: CouponHoldTable;
  }
}

/** Time a coupon is held from the last press of Pay: enough for 3-D Secure. */
const HOLD_MS = 30 * 60_000;
/** The longest hold from the first press: pressing again cannot block a use without limit. */
const LONGEST_HOLD_MS = 2 * 3_600_000;

export interface CouponUse {
  code: string;
  orderKey: string;
  userId: string;
  at: Date;
}

/**
 * Keeps one use of a coupon for an order, in the transaction that prices it. The same order again prolongs its hold.
 * @returns when the hold ends; `null` for a coupon that everybody may use without limit
 * @throws {AppError} COUPON_NOT_ACTIVE when every use is taken or held by others
 */
export async function holdCoupon(trx: Trx, { code, orderKey, userId, at }: CouponUse): Promise<Date | null> {
  // Locks the coupon's row, so that concurrent buyers are served one after another.
  const coupon = await trx
    .selectFrom('coupon')
    .select(['uses', 'max_uses', 'max_uses_per_person'])
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!coupon) throw new AppError('COUPON_NOT_ACTIVE');
  if (coupon.max_uses === null && coupon.max_uses_per_person === null) {
    await endHold(trx, orderKey);
    return null;
  }
  const { rows } = await sql<{ held: number; held_by_person: number; used_by_person: number }>`
    select
      (select count(*)::int from claims.coupon_hold where code = ${code} and order_key <> ${orderKey}) as held,
      (select count(*)::int from claims.coupon_hold
        where code = ${code} and order_key <> ${orderKey} and user_id = ${userId}) as held_by_person,
      (select count(*)::int from claims.coupon_redemption
        where code = ${code} and user_id = ${userId}) as used_by_person`.execute(trx);
  const { held, held_by_person, used_by_person } = rows[0]!;
  const isTaken =
    coupon.uses + held >= (coupon.max_uses ?? Infinity) ||
    used_by_person + held_by_person >= (coupon.max_uses_per_person ?? Infinity);
  if (isTaken) throw new AppError('COUPON_NOT_ACTIVE', { details: { reason: 'held' } });
  const prolonged = new Date(at.getTime() + HOLD_MS);
  const longest = new Date(at.getTime() + LONGEST_HOLD_MS);
  const { rows: kept } = await sql<{ ends_at: Date }>`
    insert into claims.coupon_hold as h (order_key, code, user_id, held_at, ends_at)
    values (${orderKey}, ${code}, ${userId}, ${at}, ${prolonged})
    on conflict (order_key) do update set
      code = excluded.code,
      held_at = case when h.code = excluded.code then h.held_at else excluded.held_at end,
      ends_at = case when h.code = excluded.code
        then least(excluded.ends_at, h.held_at + (${longest}::timestamptz - ${at}::timestamptz))
        else excluded.ends_at end
    returning ends_at`.execute(trx);
  return kept[0]!.ends_at;
}

/** Removes the hold: the order is paid, repriced without the coupon, or the hold has ended. */
export async function endHold(db: Db | Trx, orderKey: string): Promise<void> {
  await db.deleteFrom('coupon_hold').where('order_key', '=', orderKey).execute();
}
