import { sql } from 'kysely';
import * as z from 'zod/mini';
import { bySystem, recordEvent } from '../../platform/event.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { JOBS } from '../../shared/job-names.ts';
import type { Services } from '../../shared/feature-services.ts';
import { findUnknownPayments, UNKNOWN_FOUND, UNKNOWN_REFUNDED } from '../../shared/orders/unknown-payments.ts';

/**
 * Payments that Stripe has and a restored database does not: nothing in the database names them, so they are looked for
 * at Stripe, by an operator's order (docs/runbooks/restored-backup.md).
 */
export function unknownPaymentJobs({ db, now, log, payments }: Services): Job[] {
  return [
    defineJob({
      name: JOBS.findUnknownPayments,
      schema: z.object({ since: z.iso.datetime() }),
      retry: { limit: 3, delaySeconds: 20, maxDelaySeconds: 300 },
      async handle({ since }) {
        const paid = await payments.listPaid(new Date(since));
        // By its own id too: a payment without an intent is adopted by the sweep.
        const { rows } = await sql<{ intentId: string }>`
          select i.intent_id as "intentId" from unnest(${paid.map(({ id }) => id)}::text[],
            ${paid.map(({ metadata }) => metadata['payment_id'] ?? '')}::text[]) as i (intent_id, payment_id)
          where exists (select from claims.payment p where p.intent_id = i.intent_id or p.id = i.payment_id)`.execute(
          db,
        );
        const known = new Set(rows.map(({ intentId }) => intentId));
        const recorded = new Set((await findUnknownPayments(db)).map(({ intentId }) => intentId));
        const unknown = paid.filter(({ id }) => !known.has(id) && !recorded.has(id));
        for (const { id, amountCents, metadata } of unknown) {
          await recordEvent(db, {
            kind: UNKNOWN_FOUND,
            ...bySystem({ kind: 'payment-intent', id }),
            details: { amountCents, claimId: metadata['claim_id'] ?? null, orderId: metadata['order_id'] ?? null },
            at: now(),
          });
        }
        log.info({ count: unknown.length }, 'payments found that the database does not know');
      },
    }),
    defineJob({
      name: JOBS.refundUnknown,
      schema: z.object({ intentId: z.string(), reason: z.string() }),
      async handle({ intentId, reason }, { id, attempt }) {
        const found = (await findUnknownPayments(db)).find((payment) => payment.intentId === intentId);
        if (!found) return;
        // As with known payments: what Stripe has decides whether there is something left to give back.
        const intent = await payments.readIntent(intentId);
        if (intent.refundedCents < intent.amountCents) {
          await payments.refund({ intentId, reason }, `refund-${intentId}-${id}-${attempt}`);
        }
        await recordEvent(db, {
          kind: UNKNOWN_REFUNDED,
          ...bySystem({ kind: 'payment-intent', id: intentId }),
          details: { reason },
          at: now(),
        });
      },
    }),
  ];
}
