import { keptForPapers } from '@redress/domain/refund';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { JobQueue } from '../../platform/jobs/job.ts';
import { JOBS } from '../job-names.ts';
import { arePapersOpened } from '../papers/opened-papers.ts';
import { findQuote, type PaymentRow } from './order.repository.ts';

/** `problem` of an order whose money came back from the bank of its payer. */
export const REFUND_FAILED = 'refund-failed';

/** What court papers that were opened keep of a payment, in cents with its tax (R44). */
export async function keptOf(db: Db | Trx, payment: Pick<PaymentRow, 'order_id' | 'quote_id'>): Promise<number> {
  const quote = (await arePapersOpened(db, payment.order_id)) && (await findQuote(db, payment.quote_id));
  if (!quote) return 0;
  return keptForPapers({
    packageCents: quote.package_cents,
    discountCents: quote.discount_cents,
    papersCents: quote.papers_cents,
    taxRate: quote.tax_rate,
  });
}

/**
 * The one way money goes back. What is due is written down with the wish; a job asks Stripe, and the sweep asks again until it
 * is done. Where there is a letter, the caller has locked it.
 * @param wish.dueCents - in all, with what went back before
 */
export async function askRefund(
  trx: Trx,
  { enqueue }: Pick<JobQueue, 'enqueue'>,
  paymentId: string,
  wish: { dueCents: number; reason: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('payment')
    .set({
      refund_due_cents: sql<number>`greatest(refund_due_cents, ${wish.dueCents})`,
      refund_asked_at: wish.at,
    })
    .where('id', '=', paymentId)
    .execute();
  await enqueue(trx, JOBS.refund, { paymentId, reason: wish.reason }, { key: `${paymentId}:${wish.dueCents}` });
}
