import {
  type AppError,
  createPaymentIntent,
  finalizePayment,
  getPublishableKey,
  getUserPayments,
  orderStatus,
  quote,
  receipt,
  stripeWebhook,
} from '@redress/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../../platform/database.ts';
import { allRows } from '../../platform/export-rows.ts';
import type { Feature, SearchResult } from '../../platform/feature.ts';
import { file, route } from '../../platform/http/route.ts';
import { defineJob, jobAbout } from '../../platform/jobs/job.ts';
import { JOBS } from '../../shared/job-names.ts';
import { findUnposted, orderRefund } from '../../shared/orders/leaving.ts';
import type { Services } from '../../shared/feature-services.ts';
import { providerHealth } from '../../shared/provider-health.ts';
import { closeEvent, findOpenEvent, keepProviderEvent } from '../../shared/orders/provider-events.ts';
import { watchCoupon } from '../../shared/reference/coupons.ts';
import { findQuote } from '../../shared/orders/order.repository.ts';
import { allPayments, listPayments, paymentFacts, readReceipt } from './billing.ts';
import { newsEmails } from './news-emails.ts';
import { closeLeftPayment, eraseOrders } from './erase-orders.ts';
import { settlePayment } from './open-intent.ts';
import { readOrderStatus } from './order-status.ts';
import { askForPayment, expireHold, finishPayment, openPayment } from './payment.service.ts';
import { price, priceToWire } from './pricing.ts';
import { recordFailedRefund, recordIntent } from './record-payment.ts';
import { unknownPaymentJobs } from './unknown-payment-jobs.ts';

/** The receipt of an order as a mail says and carries it. A mail goes out without the file rather than not at all. */
async function receiptOf(services: Services, orderNumber: string) {
  const { db, log, text } = services;
  const payment = await db
    .selectFrom('payment')
    .innerJoin('claim_order', 'claim_order.id', 'payment.order_id')
    .selectAll('payment')
    .where('claim_order.order_number', '=', orderNumber)
    .where('payment.status', '=', 'succeeded')
    .executeTakeFirst();
  const paid = payment && (await findQuote(db, payment.quote_id));
  if (!paid) return { facts: [], attachments: [] };
  const facts = paymentFacts(text, payment, paid);
  try {
    const { bytes, fileName } = await readReceipt(services, payment.user_id, payment.id);
    return { facts, attachments: [{ filename: fileName, contentType: 'application/pdf', content: bytes }] };
  } catch (error) {
    log.warn({ err: error }, 'receipt not attached');
    return { facts, attachments: [] };
  }
}

const routesOf = (services: Services) => [
  route(quote, async (call) => {
    const { body, user } = call;
    const priced = await watchCoupon(services, call, body.coupon_code, () =>
      price(services.db, {
        packageId: body.package_id,
        state: body.state_code,
        recipientsCount: body.recipients_count ?? 0,
        couponCode: body.coupon_code,
        userId: user?.id ?? null,
        at: services.now(),
      }),
    );
    return { quote: { ...priceToWire(priced), mailed_after_minutes: services.config.changeWindowMinutes } };
  }),
  route(getPublishableKey, () => ({ publishable_key: services.payments.publishableKey }), { identity: 'none' }),
  route(createPaymentIntent, (call) =>
    watchCoupon(services, call, call.body.coupon_code, () => openPayment(services, call.user.id, call.body)),
  ),
  route(finalizePayment, ({ user, body }) =>
    finishPayment(services, user.id, body.payment_intent_id, body.form_session_id),
  ),
  route(orderStatus, async ({ user, query }) => {
    await askForPayment(services, user.id, query.form_session_id);
    return { order: await readOrderStatus(services, user.id, query.form_session_id) };
  }),
  route(getUserPayments, ({ user }) => listPayments(services, user.id), { rows: 'data.payments' }),
  route(receipt, async ({ user, query }) =>
    file({ ...(await readReceipt(services, user.id, query.payment_id)), contentType: 'application/pdf' }),
  ),
  route(
    stripeWebhook,
    async ({ rawBody, headers }) => {
      const event = services.payments.readEvent(
        rawBody,
        headers['stripe-signature'] as string | undefined,
        services.now(),
      );
      await keepProviderEvent(services, {
        provider: 'stripe',
        eventId: event.id,
        type: event.type,
        subjectId: event.intentId,
        payload: rawBody,
        job: JOBS.stripeEvent,
      });
      return { received: true };
    },
    { identity: 'none' },
  ),
];

async function refundPayment(
  services: Services,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<void> {
  const { db, payments } = services;
  const payment = await db
    .selectFrom('payment')
    .select(['intent_id', 'status', 'refund_due_cents', 'refund_no'])
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (payment?.status !== 'succeeded' || !payment.intent_id) return;
  // A try before may have been done though its answer was lost or a 500: what Stripe has now decides. Two at once have
  // one key. After a 500, which would be repeated under it, the next number is used: read before what Stripe has.
  const { intent_id: intentId, refund_no: no, refund_due_cents: dueCents } = payment;
  const before = await payments.readIntent(intentId);
  const amountCents = dueCents - before.refundedCents;
  // A bank that looks into a payment has taken it back already: Stripe refuses, and a person decides.
  if (amountCents > 0 && !before.isDisputed) {
    const key = `refund-${paymentId}-${no}-${before.refundedCents}-${amountCents}`;
    await payments.refund({ intentId, amountCents, reason }, key).catch(async (error: AppError) => {
      if (error.details?.['reason'] === 'key-spent') {
        const spent = db
          .updateTable('payment')
          .set({ refund_no: no + 1 })
          .where('id', '=', paymentId);
        await spent.where('refund_no', '=', no).execute();
      }
      throw error;
    });
  }
  await recordIntent(services, await payments.readIntent(intentId));
}

const PATIENT = { limit: 3, delaySeconds: 20, maxDelaySeconds: 300 };

const jobsOf = (services: Services) => {
  const { payments, log } = services;
  return [
    ...unknownPaymentJobs(services),
    jobAbout(
      JOBS.stripeEvent,
      'eventRowId',
      async (eventRowId) => {
        const event = await findOpenEvent(services, eventRowId);
        if (!event?.subject_id) return;
        // Events come in any order: what counts is how the payment stands now.
        const intent = await payments.readIntent(event.subject_id);
        const outcome = await recordIntent(services, intent);
        if (event.type === 'refund.failed') await recordFailedRefund(services, intent);
        await closeEvent(services, event.id, outcome);
      },
      { concurrency: 8 },
    ),
    jobAbout(
      JOBS.checkPayment,
      'intentId',
      async (intentId) => {
        const outcome = await recordIntent(services, await payments.readIntent(intentId));
        log.info({ outcome }, 'payment checked');
      },
      { retry: PATIENT },
    ),
    jobAbout(JOBS.findIntent, 'paymentId', (id) => settlePayment(services, id), { retry: PATIENT }),
    jobAbout(JOBS.endCouponHold, 'orderId', (id) => expireHold(services, id)),
    jobAbout(JOBS.closePayment, 'orderId', (id) => closeLeftPayment(services, id)),
    defineJob({
      name: JOBS.refund,
      schema: z.object({ paymentId: z.string(), reason: z.string() }),
      handle: (refund) => refundPayment(services, refund),
    }),
  ];
};

async function searchOrders(db: Db, userId: string, words: readonly string[]): Promise<SearchResult[]> {
  let query = db
    .selectFrom('claim_order')
    .select(['id', 'order_number', 'package_title'])
    .where('user_id', '=', userId)
    .where('status', '<>', 'open');
  for (const word of words) {
    query = query.where(sql<boolean>`position(${word} in lower(concat_ws(' ', order_number, package_title))) > 0`);
  }
  const rows = await query.orderBy('paid_at', 'desc').limit(10).execute();
  return rows.map((row) => ({
    kind: 'order' as const,
    id: row.id,
    title: row.order_number,
    detail: row.package_title ?? '',
    url: '/billing',
  }));
}

const exportOrders = (services: Services, userId: string) => ({
  orders: allRows(
    'claim_order',
    services.db
      .selectFrom('claim_order')
      .select([
        'order_number',
        'status',
        'package_title',
        'total_cents',
        'email',
        'terms_version',
        'created_at',
        'paid_at',
      ])
      .where('user_id', '=', userId),
  ),
  payments: allPayments(services, userId),
});

/** Quotes, the one payment of a claim, what Stripe says of it, orders and receipts. */
export function createCheckoutFeature(services: Services): Feature {
  const { db, payments, now } = services;
  return {
    name: 'checkout',
    routes: routesOf(services),
    jobs: jobsOf(services),
    emails: newsEmails((orderNumber) => receiptOf(services, orderNumber)),
    search: (userId, words) => searchOrders(db, userId, words),
    exportData: (userId) => Promise.resolve(exportOrders(services, userId)),
    async leave(trx, userId, unposted) {
      if (unposted !== 'refund') return;
      for (const { orderId } of await findUnposted(trx, userId)) await orderRefund(trx, services, orderId);
    },
    eraseUser: (trx, userId) => eraseOrders(trx, services, userId),
    health: providerHealth('stripe', payments.check, now),
  };
}
