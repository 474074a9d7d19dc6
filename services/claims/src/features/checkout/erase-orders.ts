import type { Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Services } from '../../shared/feature-services.ts';
import { JOBS } from '../../shared/job-names.ts';
import { markLeft } from '../../shared/orders/leaving.ts';
import { forgetEvents } from '../../shared/orders/provider-events.ts';
import { findLivePayment, findOrder } from '../../shared/orders/order.repository.ts';
import { closePayment } from './open-intent.ts';

/**
 * Orders of a deleted account. What was paid stays as tax law asks (R29): sums, tax, days and numbers, without a name,
 * an address or a card. Unpaid orders are deleted; an intent that is still open at Stripe is canceled first.
 */
export async function eraseOrders(
  trx: Trx,
  { jobs, now }: Pick<Platform, 'jobs' | 'now'>,
  userId: string,
): Promise<void> {
  const orders = await trx
    .selectFrom('claim_order')
    .leftJoin('payment', (join) =>
      join.onRef('payment.order_id', '=', 'claim_order.id').on('payment.status', 'in', ['open', 'processing']),
    )
    .select(['claim_order.id', 'claim_order.status', 'claim_order.problem', 'payment.id as paymentId'])
    .where('claim_order.user_id', '=', userId)
    .execute();
  const open = orders.filter(({ status }) => status === 'open');
  // An operator settles a payment that matches no quote; the order is kept for that.
  const kept = open.filter(({ paymentId, problem }) => paymentId !== null || problem !== null);
  for (const { id } of kept) await jobs.enqueue(trx, JOBS.closePayment, { orderId: id });
  await markLeft(
    trx,
    kept.map(({ id }) => id),
    'closing',
    now(),
  );
  await deleteOrders(
    trx,
    open.filter((order) => !kept.includes(order)).map(({ id }) => id),
  );

  const own = trx.selectFrom('claim_order').select('id').where('user_id', '=', userId);
  await trx.updateTable('claim_order').set({ email: '' }).where('user_id', '=', userId).execute();
  await trx
    .updateTable('order_quote')
    .set({ recipients: '[]', billing: '{}', email: '' })
    .where('order_id', 'in', own)
    .execute();
  const payments = await trx
    .selectFrom('payment')
    .select(['intent_id', 'receipt_key'])
    .where('user_id', '=', userId)
    .execute();
  await trx
    .updateTable('payment')
    .set({ card_brand: null, card_last4: null, receipt_key: null })
    .where('user_id', '=', userId)
    .execute();
  await forgetEvents(
    trx,
    'stripe',
    payments.flatMap(({ intent_id }) => intent_id ?? []),
  );
  const receipts = payments.flatMap(({ receipt_key }) => receipt_key ?? []);
  if (receipts.length > 0) await jobs.enqueue(trx, JOBS.forgetFiles, { keys: receipts });
}

async function deleteOrders(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('coupon_hold').where('order_key', 'in', ids).execute();
  await trx.deleteFrom('payment').where('order_id', 'in', ids).execute();
  await trx.deleteFrom('order_quote').where('order_id', 'in', ids).execute();
  await trx.deleteFrom('claim_order').where('id', 'in', ids).execute();
}

/** Cancels the intent that was open when the account was deleted; it is refunded if it was paid first. */
export async function closeLeftPayment(services: Services, orderId: string): Promise<void> {
  const { db } = services;
  const order = await findOrder(db, orderId);
  if (order?.left_as !== 'closing' || order.status !== 'open') return;
  const payment = await findLivePayment(db, orderId);
  if (payment && (await closePayment(services, payment)) !== 'canceled') return;
  if (order.problem === null) await db.transaction().execute((trx) => deleteOrders(trx, [orderId]));
}
