import { createHash } from 'node:crypto';
import { AppError } from '@redress/contracts';
import { claimantOf, defendantOf, reduceCase } from '@redress/domain';
import { letterDayIn } from '@redress/domain/letter';
import type { Trx } from '../../platform/database.ts';
import { byPerson, bySystem, recordEvent } from '../../platform/event.ts';
import { undrawable } from '../../platform/pdf/lines.ts';
import { requireNeeded } from '../../shared/cases/further-letter.ts';
import { JOBS } from '../../shared/job-names.ts';
import { composedTextOf } from '../../shared/letters/composed-text.ts';
import { assertLinesPrintable, assertPrintable, rulingsOf } from '../../shared/letters/letter-gate.ts';
import type { Services } from '../../shared/feature-services.ts';
import { claimCaseOf } from '../../shared/letters/letter-case.ts';
import { daysOf, documentDay, partsOf, tooSoon } from '../../shared/letters/letter-days.ts';
import {
  findSnapshot,
  findVersion,
  letterHash,
  type LetterRow,
  type SnapshotRow,
  type VersionRow,
} from '../../shared/letters/letter.repository.ts';
import type { MailingRecipient } from '../../shared/mailings/mailing-tables.ts';
import { retractNotice } from '../../shared/orders/customer.ts';
import { findPaidQuote, recipientsOf } from '../../shared/orders/order.repository.ts';
import { paidOrder } from '../../shared/orders/refund.ts';
import { requireAnswers } from './waits.ts';

/** A party's name is never printed as a stand-in. */
function requirePrintableNames(names: readonly string[]): void {
  if (names.some((name) => undrawable(name).length > 0)) throw new AppError('NAME_NOT_PRINTABLE');
}

/** The last look before words are frozen: the callers date anew or hold what does not pass. */
function requireToday(version: VersionRow, snapshot: SnapshotRow, at: Date): void {
  const today = documentDay(snapshot.answers, at);
  if (letterDayIn(partsOf(version), daysOf(version)) < today)
    throw new AppError('LETTER_NOT_APPROVED', { details: { reason: 'of an earlier day' } });
  if (tooSoon(version, today)) throw new AppError('LETTER_PAY_BY_TOO_SOON');
}

/** How many mailings each recipient of an order has had; more than none after one that the carrier refused. */
async function mailingsSoFar(trx: Trx, orderId: string): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('mailing')
    .select((is) => ['recipient_no', is.fn.countAll<number>().as('count')])
    .where('order_id', '=', orderId)
    .groupBy('recipient_no')
    .execute();
  return new Map(rows.map(({ recipient_no, count }) => [recipient_no, count]));
}

/**
 * The same for the same try of the same recipient, also in a database that was restored: the carrier then finds the
 * letter it has, by this id, and posts no second one (docs/runbooks/restored-backup.md).
 */
const mailingId = (orderId: string, recipientNo: number, earlier: number): string =>
  createHash('sha256').update(`mailing ${orderId} ${recipientNo} ${earlier}`).digest('hex').slice(0, 24);

/**
 * Takes an approved letter out of the person's hands: from here on its words are frozen, and there is one mailing for
 * each recipient. Caller has locked the letter. What was approved is what is mailed, or nothing is.
 * @throws {AppError} NOT_PAID; LETTER_WAITS; LETTER_UNSAFE; LETTER_NOT_APPROVED when the state or the clock does not allow it;
 *   LETTER_PAY_BY_TOO_SOON; OVERLOADED when the words could not be looked at
 */
export async function beginPosting(
  trx: Trx,
  { now, jobs, text, threads }: Services,
  letter: LetterRow,
  reason: 'letter.send_now' | 'letter.window_ended' | 'post.retried',
): Promise<void> {
  const at = now();
  const order = await paidOrder(trx, letter.order_id);
  const version = await findVersion(trx, letter.id, letter.approved_version ?? 0);
  const snapshot = version && (await findSnapshot(trx, version.snapshot_id));
  if (!version || !snapshot || version.text_hash !== letter.approved_hash) throw new AppError('LETTER_NOT_APPROVED');
  if (letterHash(version.text, snapshot) !== letter.approved_hash) {
    throw new Error(`Letter ${letter.id} is not the one that was approved.`);
  }
  const defendant = defendantOf(snapshot.answers);
  const others = recipientsOf(await findPaidQuote(trx, order.id));
  requirePrintableNames([claimantOf(snapshot.answers).name, defendant.name, ...others.map(({ name }) => name)]);
  requireToday(version, snapshot, at);
  await requireNeeded(trx, { letter, snapshot });
  await requireAnswers(trx, { letter, version, snapshot }, { text, threads });
  // Approved before a rule, or before a question to an operator: looked at once more, before anything is written.
  const rulings = await rulingsOf(trx, { letter, snapshot });
  assertLinesPrintable(snapshot.answers);
  const composed = await composedTextOf(trx, version);
  await assertPrintable(threads, { text: version.text, composed }, rulings);
  const allowed = reduceCase(claimCaseOf(letter, version.text_hash, order.total_cents ?? 0), {
    type: reason,
    at: at.getTime(),
  });
  if (!allowed.ok) throw new AppError('LETTER_NOT_APPROVED', { details: { reason: allowed.reason } });

  await trx
    .updateTable('letter')
    .set({ state: 'posting', posting_since: at, window_ends_at: null, problem: null, updated_at: at })
    .where('id', '=', letter.id)
    .execute();
  const recipients: MailingRecipient[] = [
    {
      name: defendant.name,
      ...(snapshot.answers.defendantLatinName ? { latinName: snapshot.answers.defendantLatinName } : {}),
      ...defendant.place,
    },
    ...others.map(({ name, address, apt, city, state, zipcode }) => ({
      name,
      address,
      apt: apt ?? '',
      city,
      state,
      zipcode,
    })),
  ];
  const earlier = await mailingsSoFar(trx, order.id);
  for (const [recipientNo, recipient] of recipients.entries()) {
    await trx
      .insertInto('mailing')
      .values({
        id: mailingId(order.id, recipientNo, earlier.get(recipientNo) ?? 0),
        letter_id: letter.id,
        order_id: order.id,
        user_id: letter.user_id,
        recipient_no: recipientNo,
        recipient: JSON.stringify(recipient),
        version: version.version,
        text_hash: version.text_hash,
        state: 'waiting',
        created_at: at,
        updated_at: at,
      })
      // Told twice, or sent anew after a refusal: what has been mailed is not mailed again.
      .onConflict((conflict) =>
        conflict.columns(['letter_id', 'recipient_no']).where('state', '<>', 'rejected').doNothing(),
      )
      .execute();
  }
  // Jobs for the new copies, and for one that waited while its letter was open again.
  const waiting = trx
    .selectFrom('mailing')
    .select('id')
    .where('letter_id', '=', letter.id)
    .where('state', '=', 'waiting');
  for (const { id } of await waiting.execute())
    await jobs.enqueue(trx, JOBS.sendMailing, { mailingId: id }, { key: `${id}:${at.getTime()}` });
  if (letter.approval_id) {
    await retractNotice(trx, { now }, { kind: 'letter-approved', userId: letter.user_id, about: letter.approval_id });
  }
  const subject = { kind: 'letter', id: letter.id };
  await recordEvent(trx, {
    kind: 'letter.posting',
    ...(reason === 'letter.send_now' ? byPerson(letter.user_id, subject) : bySystem(subject)),
    details: { version: version.version, hash: version.text_hash, recipients: recipients.length },
    at,
  });
}
