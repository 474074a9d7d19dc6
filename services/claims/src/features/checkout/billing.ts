import { AppError, type AnswerOf, type ClaimFormData, type getUserPayments } from '@redress/contracts';
import {
  type CalendarDay,
  centsToDollars,
  dayAtPlace,
  formatCents,
  formatDay,
  refundedTax,
  shortDayOf,
} from '@redress/domain';
import { isAmong } from '../../platform/database.ts';
import { EXPORT_PAGE, inPages, isAfter, mapRows, placeOf } from '../../platform/export-rows.ts';
import type { Block } from '../../platform/pdf/blocks.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Services } from '../../shared/feature-services.ts';
import {
  findOrder,
  findQuote,
  type OrderRow,
  type PaymentRow,
  type QuoteRow,
} from '../../shared/orders/order.repository.ts';

const PAYMENTS_SHOWN = 50;

/** A declined payment is listed as failed; one that was never confirmed is not listed. */
function paymentStatus(
  payment: Pick<PaymentRow, 'status' | 'amount_cents' | 'refunded_cents' | 'disputed' | 'decline_code'>,
): string {
  if (payment.status === 'succeeded') {
    if (payment.disputed) return 'disputed';
    if (payment.refunded_cents >= payment.amount_cents && payment.refunded_cents > 0) return 'refunded';
    return payment.refunded_cents > 0 ? 'partly refunded' : 'succeeded';
  }
  if (payment.status === 'canceled') return 'canceled';
  return payment.status === 'open' && payment.decline_code ? 'failed' : 'pending';
}

/** The day a payment is dated, on its receipt and in the list: that of the place where it happened, as the letter's (R35). */
function paymentDay(
  payment: Pick<PaymentRow, 'succeeded_at' | 'created_at'>,
  stateCode: string,
  answers: Partial<ClaimFormData> | null,
): CalendarDay {
  const place = { state: stateCode, zipcode: answers?.incidentZipcode };
  return dayAtPlace((payment.succeeded_at ?? payment.created_at).getTime(), place);
}

/** Payments that are listed, the newest first. */
const shownPayments = (db: Platform['db'], userId: string) =>
  db
    .selectFrom('payment')
    .select('payment.id')
    .where('user_id', '=', userId)
    .where((is) =>
      is.or([
        is('status', 'in', ['succeeded', 'processing']),
        is.and([is('status', '=', 'open'), is('decline_code', 'is not', null)]),
      ]),
    );

/** @param shown - ids: cut by the index before anything is joined */
const paymentRows = (db: Platform['db'], shown: ReturnType<typeof shownPayments>) =>
  db
    .selectFrom('payment')
    .innerJoin('claim_order', 'claim_order.id', 'payment.order_id')
    .innerJoin('order_quote', 'order_quote.id', 'payment.quote_id')
    .leftJoin('form_session', 'form_session.id', 'claim_order.form_session_id')
    .where(isAmong('payment.id', shown))
    .select([
      'payment.id',
      'payment.charge_id',
      'payment.created_at',
      'payment.succeeded_at',
      'payment.amount_cents',
      'payment.refunded_cents',
      'payment.disputed',
      'payment.decline_code',
      'payment.status',
      'claim_order.order_number',
      'order_quote.package_title',
      'order_quote.state_code',
      'form_session.form_data',
    ]);
type ListedPayment = Awaited<ReturnType<ReturnType<typeof paymentRows>['execute']>>[number];

function paymentOf(row: ListedPayment) {
  const day = paymentDay(row, row.state_code, row.form_data);
  return {
    id: row.id,
    charge_id: row.charge_id,
    display_date: shortDayOf(day),
    day,
    created_at: row.created_at.toISOString(),
    description: `${row.package_title} (${row.order_number})`,
    amount: centsToDollars(row.amount_cents),
    formatted_amount: formatCents(row.amount_cents),
    status: paymentStatus(row),
  };
}

/** All of a person's payments, the oldest first: for the export. */
export const allPayments = ({ db }: Pick<Platform, 'db'>, userId: string) =>
  mapRows(
    inPages((after) =>
      paymentRows(
        db,
        shownPayments(db, userId)
          .where(isAfter('payment', after))
          .orderBy('payment.created_at')
          .orderBy('payment.id')
          .limit(EXPORT_PAGE),
      )
        .select(placeOf('payment'))
        .orderBy('payment.created_at')
        .orderBy('payment.id')
        .execute(),
    ),
    paymentOf,
  );

export async function listPayments(
  { db, text }: Pick<Platform, 'db' | 'text'>,
  userId: string,
): Promise<AnswerOf<typeof getUserPayments>> {
  const newest = shownPayments(db, userId).orderBy('created_at', 'desc').orderBy('id').limit(PAYMENTS_SHOWN);
  const rows = await paymentRows(db, newest).orderBy('payment.created_at', 'desc').orderBy('payment.id').execute();
  const totals = await db
    .selectFrom('payment')
    .where('user_id', '=', userId)
    .where('status', '=', 'succeeded')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.coalesce(select.fn.sum<number>('amount_cents'), select.lit(0)).as('paid'),
      select.fn.coalesce(select.fn.sum<number>('refunded_cents'), select.lit(0)).as('refunded'),
    ])
    .executeTakeFirstOrThrow();
  const totalCents = Number(totals.paid) - Number(totals.refunded);
  return {
    message: text('orders.paymentsListed'),
    data: {
      payments: rows.map(paymentOf),
      statistics: {
        total_payments: totals.count,
        total_amount: centsToDollars(totalCents),
        formatted_total_amount: formatCents(totalCents),
      },
    },
  };
}

/** @throws {AppError} NOT_FOUND for another person's payment as for one that never came in */
export async function readReceipt(
  { db, blobs, text, config, pdf }: Services,
  userId: string,
  paymentId: string,
): Promise<{ bytes: Buffer; fileName: string }> {
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', paymentId)
    .where('user_id', '=', userId)
    .where('status', '=', 'succeeded')
    .executeTakeFirst();
  const order = payment && (await findOrder(db, payment.order_id));
  const quote = payment && (await findQuote(db, payment.quote_id));
  if (!payment || !order || !quote) throw new AppError('NOT_FOUND');
  const fileName = `receipt-${order.order_number}.pdf`;
  const kept = payment.refunded_cents === 0 && payment.receipt_key && (await blobs.get(payment.receipt_key));
  if (kept) return { bytes: kept, fileName };
  const claim = await db
    .selectFrom('form_session')
    .select('form_data')
    .where('id', '=', order.form_session_id)
    .executeTakeFirst();
  const file = await pdf.draw(
    {
      title: `Receipt ${order.order_number}`,
      madeAt: (payment.succeeded_at ?? payment.created_at).toISOString(),
      footer: text('receipt.footer', { site: new URL(config.siteOrigin).host, order: order.order_number }),
    },
    receiptBlocks(text, {
      order,
      payment,
      quote,
      paidOn: paymentDay(payment, quote.state_code, claim?.form_data ?? null),
    }),
  );
  // A refund is part of what the paper says, so a receipt with one is drawn anew rather than kept.
  if (payment.refunded_cents === 0) {
    const key = await blobs.put(file, 'application/pdf');
    await db.updateTable('payment').set({ receipt_key: key }).where('id', '=', payment.id).execute();
  }
  return { bytes: file, fileName };
}

type Line = readonly [string, number];

/** What was paid and given back, line by line, with the tax: what an accountant and a court ask of a receipt. */
function linesOf(text: Platform['text'], quote: QuoteRow, refundedCents: number): { sums: Line[]; refunds: Line[] } {
  const taxPercent = `${Number((quote.tax_rate * 100).toFixed(4))}%`;
  const sums: Line[] = [
    [text('receipt.package', { title: quote.package_title }), quote.package_cents],
    ...(quote.discount_cents
      ? [[text('receipt.discount', { code: quote.coupon_code ?? '' }), -quote.discount_cents] as const]
      : []),
    ...(quote.recipients_cents
      ? [[text('receipt.recipients', recipientsLine(quote)), quote.recipients_cents] as const]
      : []),
    [text('receipt.subtotal'), quote.total_cents - quote.tax_cents],
    [text('receipt.tax', { rate: taxPercent, state: quote.state_name }), quote.tax_cents],
    [text('receipt.total'), quote.total_cents],
  ];
  const backCents = refundedTax(
    { totalCents: quote.total_cents, taxCents: quote.tax_cents, taxRate: quote.tax_rate },
    refundedCents,
  );
  const refunds: Line[] = refundedCents
    ? [
        [text('receipt.refundedNet'), backCents - refundedCents],
        [text('receipt.refundedTax', { rate: taxPercent, state: quote.state_name }), -backCents],
        [text('receipt.refunded'), -refundedCents],
        [text('receipt.kept'), quote.total_cents - refundedCents],
      ]
    : [];
  return { sums, refunds };
}

const cardOf = (text: Platform['text'], { card_brand: brand, card_last4: last4 }: PaymentRow): string =>
  last4 ? text('receipt.card', { brand: brand ?? '', last4 }) : text('receipt.noCard');

/** The lines of the receipt as a mail says them. */
export function paymentFacts(text: Platform['text'], payment: PaymentRow, quote: QuoteRow) {
  const { sums, refunds } = linesOf(text, quote, payment.refunded_cents);
  const facts = [...sums, ...refunds].map(([label, cents]) => ({ label, value: formatCents(cents) }));
  return [...facts, { label: text('receipt.paidWith'), value: cardOf(text, payment) }];
}

export function receiptBlocks(
  text: Platform['text'],
  { order, payment, quote, paidOn }: { order: OrderRow; payment: PaymentRow; quote: QuoteRow; paidOn: CalendarDay },
): Block[] {
  const { cardholderName, zipCode, country } = quote.billing;
  const refundedCents = payment.refunded_cents;
  const { sums, refunds } = linesOf(text, quote, refundedCents);
  return [
    { kind: 'title', text: text(refundedCents ? 'receipt.credit' : 'receipt.title'), lead: text('receipt.lead') },
    {
      kind: 'facts',
      rows: [
        { label: text('receipt.order'), value: order.order_number },
        { label: text('receipt.paidOn'), value: formatDay(paidOn) },
        { label: text('receipt.billedTo'), value: cardholderName },
        {
          label: text('receipt.country'),
          value: [zipCode, text(`receipt.countries.${country}`)].filter(Boolean).join(', '),
        },
        { label: text('receipt.sentTo'), value: quote.email },
        { label: text('receipt.paidWith'), value: cardOf(text, payment) },
        ...(payment.charge_id ? [{ label: text('receipt.reference'), value: payment.charge_id }] : []),
      ],
    },
    { kind: 'gap', points: 8 },
    {
      kind: 'table',
      columns: [{ header: text('receipt.what') }, { header: text('receipt.amount'), align: 'right', share: 0.25 }],
      rows: [...sums, ...refunds].map(([label, cents]) => [label, formatCents(cents)]),
      strongRows: [sums.length - 1, ...(refundedCents ? [sums.length + 2, sums.length + 3] : [])],
    },
    { kind: 'paragraph', look: 'small', text: text('receipt.note') },
  ];
}

const recipientsLine = ({ recipients, recipients_cents }: QuoteRow) => ({
  count: recipients.length,
  each: formatCents(recipients_cents / recipients.length),
});
