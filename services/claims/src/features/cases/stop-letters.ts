import type { CaseFile, ClaimFormData } from '@redress/contracts';
import { centsToDollars, type ClaimantReport, STOPS_LETTERS } from '@redress/domain';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Platform } from '../../platform/platform.ts';
import { isSameReader, readersOf } from '../../shared/cases/further-letter.ts';
import type { Known } from '../../shared/cases/known-case.ts';
import { isGivenBack } from '../../shared/letters/letter-problem.ts';
import { lockLetter } from '../../shared/letters/letter.repository.ts';
import { stopForRefund } from '../../shared/letters/take-back.ts';
import { findLivePayment } from '../../shared/orders/order.repository.ts';
import { askRefund, keptOf } from '../../shared/orders/refund.ts';

const UNPOSTED = ['draft', 'approved', 'problem'] as const;

const zipOf = (reader: ClaimFormData): string => (reader.defendantZipcode ?? '').trimStart().slice(0, 5);

/** Whether a report says of the reader what makes any letter to them harmful, or a letter to somebody else. */
export const stopsLetters = (event: ClaimantReport): boolean =>
  (event.type === 'case.closed' && STOPS_LETTERS.includes(event.reason)) ||
  (event.type === 'answer.reported' && event.kind === 'not_them');

/** Paid letters of a person to the other side of a case that are not on their way, as what is signed names it. */
async function findUnposted(db: Db | Trx, userId: string, known: Known) {
  const readers = await readersOf(db, known);
  const rows = await db
    .selectFrom('letter')
    .innerJoin('claim_order', 'claim_order.id', 'letter.order_id')
    .innerJoin('letter_version', (on) =>
      on
        .onRef('letter_version.letter_id', '=', 'letter.id')
        .on('letter_version.version', '=', (is) => is.fn.coalesce('letter.approved_version', 'letter.version')),
    )
    .innerJoin('claim_snapshot', 'claim_snapshot.id', 'letter_version.snapshot_id')
    .select([
      'letter.id',
      'letter.problem',
      'claim_order.id as orderId',
      'claim_order.order_number',
      'claim_snapshot.answers',
    ])
    .where('letter.user_id', '=', userId)
    .where('letter.state', 'in', UNPOSTED)
    .where('claim_order.status', '=', 'paid')
    // Of a business with many letters those of other places are not read: their answers are long.
    .where(sql<string>`left(ltrim(claim_snapshot.answers->>'defendantZipcode'), 5)`, 'in', readers.map(zipOf))
    .orderBy('letter.form_session_id')
    .execute();
  return rows.filter(
    ({ problem, answers }) => !isGivenBack(problem) && readers.some((reader) => isSameReader(answers, reader)),
  );
}

async function dueOf(db: Db | Trx, orderId: string) {
  const payment = await findLivePayment(db, orderId);
  if (payment?.status !== 'succeeded') return null;
  return { payment, dueCents: payment.amount_cents - (await keptOf(db, payment)) };
}

/** What such a report would stop and pay back. */
export async function wouldStop(db: Db, userId: string, known: Known): Promise<CaseFile['would_stop']> {
  const letters = [];
  for (const { orderId, order_number } of await findUnposted(db, userId, known)) {
    const due = await dueOf(db, orderId);
    letters.push({ order_number, refund: centsToDollars(due?.payment.disputed ? 0 : (due?.dueCents ?? 0)) });
  }
  return letters;
}

/** Stops them all and gives their price back. One that is with the printer by now is stopped there, if it still can be. */
export async function stopLetters(trx: Trx, platform: Platform, userId: string, known: Known): Promise<void> {
  const at = platform.now();
  for (const { id, orderId } of await findUnposted(trx, userId, known)) {
    const letter = await lockLetter(trx, id);
    if (!letter || !UNPOSTED.some((state) => state === letter.state)) continue;
    await stopForRefund(trx, platform, letter, { kind: 'user', id: userId });
    const due = await dueOf(trx, orderId);
    if (!due || due.payment.disputed) continue;
    await recordEvent(trx, {
      kind: 'order.letter-stopped',
      ...byPerson(userId, { kind: 'order', id: orderId }),
      details: { dueCents: due.dueCents },
      at,
    });
    const reason = 'its reader must not get a letter, as the claimant reports';
    await askRefund(trx, platform.jobs, due.payment, { dueCents: due.dueCents, reason, at });
  }
}
