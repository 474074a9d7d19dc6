import { userInfo } from 'node:os';
import type { Db, Trx } from '../platform/database.ts';
import { recordEvent, type EventEntry } from '../platform/event.ts';
import type { OrderRow } from '../shared/orders/order.repository.ts';

/** Lines to print; a table is aligned by whoever prints. */
export type Printed = string[];

/** Who acts, for the record. */
export const operator = () => ({ kind: 'operator' as const, id: userInfo().username });

/** Who did what to what, and why: in the transaction that does it. @throws {Error} where no reason is given */
export async function recordAct(
  db: Db | Trx,
  at: Date,
  { kind, subject, reason, details }: Pick<EventEntry, 'kind' | 'subject' | 'details'> & { reason: string },
): Promise<void> {
  if (!reason.trim()) throw new Error('Say why, with --reason "…": it is kept.');
  await recordEvent(db, { kind, actor: operator(), subject, details: { ...details, reason }, at });
}

export const when = (at: Date | null): string => (at ? at.toISOString().replace('T', ' ').slice(0, 16) : '-');

/** The rows of an order: payments and copies in their order, and the letter of its claim. */
export async function rowsOf(db: Db, { id, form_session_id }: OrderRow) {
  const payments = db.selectFrom('payment').selectAll().where('order_id', '=', id).orderBy('created_at');
  const letters = db.selectFrom('letter').selectAll().where('form_session_id', '=', form_session_id);
  const mailings = db.selectFrom('mailing').selectAll().where('order_id', '=', id).orderBy('recipient_no');
  return {
    payments: await payments.execute(),
    letter: await letters.executeTakeFirst(),
    mailings: await mailings.execute(),
  };
}

/** What happened to an order and what is its, the last first. */
export async function eventsOf(db: Db, subjects: readonly string[]): Promise<Printed> {
  const events = await db
    .selectFrom('event')
    .select(['at', 'kind', 'actor_kind'])
    // Both, because the index of events begins with the kind.
    .where('subject_kind', 'in', ['order', 'form-session', 'letter', 'mailing'])
    .where('subject_id', 'in', subjects)
    .orderBy('id', 'desc')
    .execute();
  return events.map(({ at, kind, actor_kind }) => `${when(at)}\t${kind}\t${actor_kind}`);
}
