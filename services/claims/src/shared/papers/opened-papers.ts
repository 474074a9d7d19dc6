import { AppError } from '@redress/contracts/errors';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';

const OPENED = 'papers.opened';

/** Whether a paper of this order was ever read, on whatever device: its part of the price is kept. */
export const arePapersOpened = async (db: Db | Trx, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('event')
    .select('id')
    .where('subject_kind', '=', 'order')
    .where('subject_id', '=', orderId)
    .where('kind', '=', OPENED)
    .executeTakeFirst()) !== undefined;

/** Of an order whose price went back, or is on its way, but for what papers keep that were opened before. */
export const arePapersWithdrawn = sql<boolean>`(claim_order.status = 'refunded' or exists (
  select from claims.payment p where p.order_id = claim_order.id and p.status = 'succeeded'
    and p.refund_due_cents > 0 and (p.refund_due_cents >= p.amount_cents or not exists (
      select from claims.event e
      where e.subject_kind = 'order' and e.subject_id = claim_order.id and e.kind = ${OPENED}))))`;

/**
 * Notes that papers of this order are read now. The letter is held against a refund that is asked for at the same time.
 * @throws {AppError} NOT_FOUND when the money went back, or is on its way: the papers are withdrawn
 */
export const openPapers = (db: Db, { orderId, userId, at }: { orderId: string; userId: string; at: Date }) =>
  db.transaction().execute(async (trx) => {
    await trx.selectFrom('letter').select('id').where('order_id', '=', orderId).forShare().execute();
    const withdrawn = await trx
      .selectFrom('claim_order')
      .select('id')
      .where('id', '=', orderId)
      .where(arePapersWithdrawn)
      .executeTakeFirst();
    if (withdrawn) throw new AppError('NOT_FOUND');
    if (await arePapersOpened(trx, orderId)) return;
    await recordEvent(trx, { kind: OPENED, ...byPerson(userId, { kind: 'order', id: orderId }), at });
  });
