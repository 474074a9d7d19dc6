import type { Recipient } from '@redress/contracts';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { ClaimOrderTable, OrderQuoteTable, PaymentTable } from './order-tables.ts';

export type OrderRow = Selectable<ClaimOrderTable>;
export type QuoteRow = Selectable<OrderQuoteTable>;
export type PaymentRow = Selectable<PaymentTable>;

const orders = (db: Db | Trx) => db.selectFrom('claim_order').selectAll();

export const findOrder = async (db: Db | Trx, id: string): Promise<OrderRow | null> =>
  (await orders(db).where('id', '=', id).executeTakeFirst()) ?? null;

/** The order of a claim, if it belongs to this user. */
export async function findOrderOfSession(
  db: Db | Trx,
  formSessionId: string,
  userId: string,
): Promise<OrderRow | null> {
  const own = orders(db).where('form_session_id', '=', formSessionId).where('user_id', '=', userId);
  return (await own.executeTakeFirst()) ?? null;
}

export const lockOrder = async (trx: Trx, id: string): Promise<OrderRow | null> =>
  (await orders(trx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;

export const findQuote = async (db: Db | Trx, id: string): Promise<QuoteRow | null> =>
  (await db.selectFrom('order_quote').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** The payment under way, or done. */
export async function findLivePayment(db: Db | Trx, orderId: string): Promise<PaymentRow | null> {
  const live = db.selectFrom('payment').selectAll().where('order_id', '=', orderId).where('status', '<>', 'canceled');
  return (await live.executeTakeFirst()) ?? null;
}

/** What was bought: the quote of the payment that came in. */
export async function findPaidQuote(db: Db | Trx, orderId: string): Promise<QuoteRow | null> {
  const payment = await findLivePayment(db, orderId);
  return payment?.status === 'succeeded' ? findQuote(db, payment.quote_id) : null;
}

export const recipientsOf = (quote: QuoteRow | null): Recipient[] => quote?.recipients ?? [];

/** Ids of payments of nothing: they look like an intent to the wire, and never reach Stripe. */
export const FREE = 'pi_free_';
export const isFreeIntent = ({ intent_id }: PaymentRow): boolean => intent_id?.startsWith(FREE) ?? false;
