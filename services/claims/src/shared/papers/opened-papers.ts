import { AppError } from '@redress/contracts';
import type { Db, Trx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/event.ts';
import { REFUNDING } from '../letters/letter-problem.ts';

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

/**
 * Notes that papers of this order are read now. The letter is held against a refund that is asked for at the same time.
 * @throws {AppError} NOT_FOUND when the money went back, or is on its way: the papers are withdrawn
 */
export const openPapers = (db: Db, { orderId, userId, at }: { orderId: string; userId: string; at: Date }) =>
  db.transaction().execute(async (trx) => {
    const letter = await trx
      .selectFrom('letter')
      .select('problem')
      .where('order_id', '=', orderId)
      .forShare()
      .executeTakeFirst();
    const order = await trx.selectFrom('claim_order').select('status').where('id', '=', orderId).executeTakeFirst();
    if (letter?.problem === REFUNDING || order?.status === 'refunded') throw new AppError('NOT_FOUND');
    if (await arePapersOpened(trx, orderId)) return;
    await recordEvent(trx, {
      kind: OPENED,
      actor: { kind: 'user', id: userId },
      subject: { kind: 'order', id: orderId },
      at,
    });
  });
