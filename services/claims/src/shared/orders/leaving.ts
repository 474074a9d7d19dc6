import type { Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ClaimOrderTable } from './order-tables.ts';
import { askRefund, keptOf } from './refund.ts';

/** Why an order was refunded, for the audit and for Stripe. */
const LEFT = 'account deleted';

export interface UnpostedOrder {
  orderId: string;
  /** Nothing while the letter is still being written. */
  letterId: string | null;
}

/** Paid orders whose letter has not begun its way to the carrier, and whose price is neither back nor on its way. */
export const findUnposted = (trx: Trx, userId: string): Promise<UnpostedOrder[]> =>
  trx
    .selectFrom('claim_order')
    .innerJoin('payment', (on) =>
      on.onRef('payment.order_id', '=', 'claim_order.id').on('payment.status', '=', 'succeeded'),
    )
    .leftJoin('letter', 'letter.order_id', 'claim_order.id')
    .select(['claim_order.id as orderId', 'letter.id as letterId'])
    .where('claim_order.user_id', '=', userId)
    .where('claim_order.status', '=', 'paid')
    .where('claim_order.left_as', 'is', null)
    .where('payment.refund_due_cents', '=', 0)
    .where((is) => is.or([is('letter.id', 'is', null), is('letter.state', 'not in', ['posting', 'posted'])]))
    .execute();

/**
 * Everything that could change these rows meanwhile waits: a payment that comes in, the end of a change window, an
 * approval, the carrier's answer. Cases, claims, letters and orders in the order in which they lock them (see lockLetter).
 */
export async function lockAllOf(trx: Trx, userId: string): Promise<void> {
  const cases = trx.selectFrom('form_session').select('id').where('user_id', '=', userId);
  await cases.where('follows_letter_id', 'is', null).orderBy('id').forUpdate().execute();
  for (const table of ['form_session', 'letter', 'claim_order'] as const) {
    await trx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').forUpdate().execute();
  }
}

/** Written down in the transaction that deletes the account: the sweep and `ops stuck` see what is still to be done. */
export async function markLeft(
  trx: Trx,
  orderIds: readonly string[],
  leftAs: NonNullable<ClaimOrderTable['left_as']>,
  at: Date,
): Promise<void> {
  if (orderIds.length === 0) return;
  await trx.updateTable('claim_order').set({ left_as: leftAs, left_at: at }).where('id', 'in', orderIds).execute();
}

/** The money of an order goes back because its owner's account goes. */
export async function orderRefund(
  trx: Trx,
  { jobs, now }: Pick<Platform, 'jobs' | 'now'>,
  orderId: string,
): Promise<void> {
  const payment = await trx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', 'succeeded')
    .executeTakeFirst();
  if (!payment) return;
  await markLeft(trx, [orderId], 'refunding', now());
  await recordEvent(trx, {
    kind: 'order.refund-ordered',
    ...byPerson(payment.user_id, { kind: 'order', id: orderId }),
    details: { reason: LEFT },
    at: now(),
  });
  const dueCents = payment.amount_cents - (await keptOf(trx, payment));
  await askRefund(trx, jobs, payment, { dueCents, reason: LEFT, at: now() });
}
