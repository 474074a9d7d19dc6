import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { JOBS } from '../job-names.ts';
import { LIMIT, overdue, type Stuck, type Window } from './stuck-entry.ts';

/** Orders whose account was deleted, on their way to a refund or to be forgotten. */
export async function ordersLeaving(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('claim_order')
    .leftJoin('payment', (join) =>
      join.onRef('payment.order_id', '=', 'claim_order.id').on('payment.status', '=', 'succeeded'),
    )
    .select(['claim_order.id', 'order_number', 'left_as', 'left_at', 'claim_order.created_at'])
    .where('claim_order.status', '<>', 'refunded')
    // What is still due back of a payment is found by refundsDue.
    .where((is) =>
      is.or([is('left_as', '=', 'closing'), is.and([is('left_as', '=', 'refunding'), is('payment.id', 'is', null)])]),
    )
    .where('left_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(({ id, order_number, left_as, left_at, created_at }): Stuck => {
    const entry = { since: left_at ?? created_at, orderNumber: order_number };
    if (left_as === 'closing') {
      return { ...entry, what: 'left-open', job: { name: JOBS.closePayment, data: { orderId: id }, key: id } };
    }
    return { ...entry, what: 'left-behind', job: null };
  });
}

/** Orders whose account is not there, and of which no deletion knows. */
export async function ordersLeftBehind(db: Db, { from, to }: Window): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('claim_order')
    .leftJoin('account', 'account.id', 'claim_order.user_id')
    .select(['order_number', 'claim_order.created_at'])
    .where('account.id', 'is', null)
    .where('claim_order.status', '<>', 'refunded')
    .where('left_as', 'is', null)
    // Its price went back before, except for what its papers keep.
    .where(
      sql<boolean>`not exists (select from claims.payment p where p.order_id = claim_order.id and p.refund_due_cents > 0)`,
    )
    .where('claim_order.created_at', '>=', from)
    .where('claim_order.created_at', '<', to)
    .limit(LIMIT)
    .execute();
  return rows.map(({ order_number, created_at }) => ({
    what: 'left-behind',
    since: created_at,
    orderNumber: order_number,
    job: null,
  }));
}

const waiting = overdue('erasure-waiting', JOBS.eraseLetters, 'userId');

/** Letters whose account was deleted while they were on their way to the carrier; they go when it has them. */
export async function lettersLeaving(db: Db, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('letter')
    .innerJoin('claim_order', 'claim_order.id', 'letter.order_id')
    .select(['letter.user_id as id', 'letter.updated_at as since', 'order_number as orderNumber'])
    .where('left_as', '=', 'posting')
    .where('letter.updated_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(waiting);
}

/**
 * Letters whose account is not there, and of which no deletion knows: one was written while it went on.
 * @param before - one that was changed since may still be being worked on
 */
export async function lettersLeft(db: Db, { from, to }: Window, before: Date): Promise<Stuck[]> {
  const rows = await db
    .selectFrom('letter')
    .leftJoin('account', 'account.id', 'letter.user_id')
    .leftJoin('claim_order', 'claim_order.id', 'letter.order_id')
    .select(['letter.user_id as id', 'letter.updated_at as since', 'order_number as orderNumber'])
    .where('account.id', 'is', null)
    .where((is) => is.or([is('left_as', 'is', null), is('left_as', '<>', 'posting')]))
    .where('letter.created_at', '>=', from)
    .where('letter.created_at', '<', to)
    .where('letter.updated_at', '<', before)
    .limit(LIMIT)
    .execute();
  return rows.map(waiting);
}
