import { AppError } from '@redress/contracts/errors';
import { keptOfPrice } from '@redress/domain/refund';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { JobQueue } from '../../platform/jobs/job.ts';
import { JOBS } from '../job-names.ts';
import { REFUNDED, REFUNDING } from '../letters/letter-problem.ts';
import { arePapersOpened } from '../papers/opened-papers.ts';
import { returnCoupon } from '../reference/coupons.ts';
import { findOrder, findQuote, type OrderRow, type PaymentRow } from './order.repository.ts';

/** `problem` of an order whose money came back from the bank of its payer. */
export const REFUND_FAILED = 'refund-failed';

/** What court papers that were opened, and copies in the mail, keep of a payment, in cents with its tax (R44). */
export async function keptOf(
  db: Db | Trx,
  { order_id: orderId, quote_id }: Pick<PaymentRow, 'order_id' | 'quote_id'>,
): Promise<number> {
  const quote = await findQuote(db, quote_id);
  if (!quote) return 0;
  const { rows } = await sql<{ mailed: number; all: number }>`
    select count(distinct recipient_no) filter (where state not in ('waiting', 'rejected'))::int as mailed,
      count(distinct recipient_no)::int as all
    from claims.mailing where order_id = ${orderId} and recipient_no > 0`.execute(db);
  const { mailed = 0, all = 0 } = rows[0] ?? {};
  return keptOfPrice({
    packageCents: quote.package_cents,
    discountCents: quote.discount_cents,
    papersCents: (await arePapersOpened(db, orderId)) ? quote.papers_cents : 0,
    copiesCents: mailed && Math.round((quote.recipients_cents * mailed) / all),
    taxRate: quote.tax_rate,
  });
}

/**
 * Whether the price of an order went back, or is on its way, but for what opened papers keep. The payment says so from the
 * moment it is asked for, also while Stripe is away; a letter of such an order is not approved, and not handed over.
 */
export async function givenBackAs(db: Db | Trx, orderId: string): Promise<typeof REFUNDED | typeof REFUNDING | null> {
  const order = await db
    .selectFrom('claim_order')
    .leftJoin('payment', (on) =>
      on.onRef('payment.order_id', '=', 'claim_order.id').on('payment.status', '=', 'succeeded'),
    )
    .select(['claim_order.status', 'refund_due_cents', 'refunded_cents'])
    .where('claim_order.id', '=', orderId)
    .executeTakeFirst();
  if (order?.status === 'refunded') return REFUNDED;
  if (!order?.refund_due_cents) return null;
  return (order.refunded_cents ?? 0) < order.refund_due_cents ? REFUNDING : REFUNDED;
}

/** @throws {AppError} NOT_PAID, also when the price is on its way back */
export async function paidOrder(trx: Trx, orderId: string | null): Promise<OrderRow> {
  const order = orderId === null ? null : await findOrder(trx, orderId);
  if (order?.status !== 'paid' || (await givenBackAs(trx, order.id))) throw new AppError('NOT_PAID');
  return order;
}

type Refundable = Pick<PaymentRow, 'id' | 'order_id' | 'amount_cents' | 'refund_no'>;

/**
 * The one way money goes back. What is due is written down with the wish; a job asks Stripe, and the sweep asks again until it
 * is done. An order that cost nothing is closed at once. Where there is a letter, the caller has locked it.
 * @param wish.dueCents - in all, with what went back before
 */
export async function askRefund(
  trx: Trx,
  { enqueue }: Pick<JobQueue, 'enqueue'>,
  { id: paymentId, order_id: orderId, amount_cents: paidCents, refund_no: no }: Refundable,
  wish: { dueCents: number; reason: string; at: Date },
): Promise<void> {
  if (paidCents === 0) {
    await trx.updateTable('claim_order').set({ status: 'refunded' }).where('id', '=', orderId).execute();
    if (!(await arePapersOpened(trx, orderId))) await returnCoupon(trx, orderId);
    return;
  }
  await trx
    .updateTable('payment')
    .set({
      refund_due_cents: sql<number>`greatest(refund_due_cents, ${wish.dueCents})`,
      refund_asked_at: wish.at,
    })
    .where('id', '=', paymentId)
    .execute();
  // One that came back from a bank is asked for anew: the sweep looks after it again.
  await trx
    .updateTable('claim_order')
    .set({ problem: null })
    .where('id', '=', orderId)
    .where('problem', '=', REFUND_FAILED)
    .execute();
  await enqueue(trx, JOBS.refund, { paymentId, reason: wish.reason }, { key: `${paymentId}:${no}:${wish.dueCents}` });
}
