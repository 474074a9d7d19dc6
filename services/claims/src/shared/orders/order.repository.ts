import type { Recipient } from '@redress/contracts';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import type { ClaimOrderTable, OrderQuoteTable, PaymentTable } from './order-tables.ts';

export type OrderRow = Selectable<ClaimOrderTable>;
export type QuoteRow = Selectable<OrderQuoteTable>;
export type PaymentRow = Selectable<PaymentTable>;

const only = <T>(rows: T | undefined): T | null => rows ?? null;

export const findOrder = async (db: Db | Trx, id: string): Promise<OrderRow | null> =>
  only(await db.selectFrom('claim_order').selectAll().where('id', '=', id).executeTakeFirst());

/** The order of a claim, if it belongs to this user. */
export const findOrderOfSession = async (
  db: Db | Trx,
  formSessionId: string,
  userId: string,
): Promise<OrderRow | null> =>
  only(
    await db
      .selectFrom('claim_order')
      .selectAll()
      .where('form_session_id', '=', formSessionId)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );

export const lockOrder = async (trx: Trx, id: string): Promise<OrderRow | null> =>
  only(await trx.selectFrom('claim_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst());

export const findQuote = async (db: Db | Trx, id: string): Promise<QuoteRow | null> =>
  only(await db.selectFrom('order_quote').selectAll().where('id', '=', id).executeTakeFirst());

/** The payment under way, or done. */
export const findLivePayment = async (db: Db | Trx, orderId: string): Promise<PaymentRow | null> =>
  only(
    await db
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('status', '<>', 'canceled')
      .executeTakeFirst(),
  );

/** What was bought: the quote of the payment that came in. */
export async function findPaidQuote(db: Db | Trx, orderId: string): Promise<QuoteRow | null> {
  return only(
    await db
      .selectFrom('payment')
      .innerJoin('order_quote', 'order_quote.id', 'payment.quote_id')
      .selectAll('order_quote')
      .where('payment.order_id', '=', orderId)
      .where('payment.status', '=', 'succeeded')
      .executeTakeFirst(),
  );
}

export const recipientsOf = (quote: QuoteRow | null): Recipient[] => quote?.recipients ?? [];
