import { AppError } from '@redress/contracts';
import { defendantOf, formatTrackingNumber } from '@redress/domain';
import { addressParts } from '@redress/domain/letter';
import type { Selectable, Updateable } from 'kysely';
import type { Trx } from '../../platform/database.ts';
import { bySystem, recordEvent } from '../../platform/event.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import type { CarrierLetter } from '../../providers/ports/carrier.ts';
import { isFirstClass, requireNeeded } from '../../shared/cases/further-letter.ts';
import { JOBS } from '../../shared/job-names.ts';
import { letterPdf } from '../../shared/letters/letter-pdf.ts';
import { documentDay, tooSoon } from '../../shared/letters/letter-days.ts';
import { composedTextOf } from '../../shared/letters/composed-text.ts';
import { assertPrintable, rulingsOf } from '../../shared/letters/letter-gate.ts';
import type { Services } from '../../shared/feature-services.ts';
import {
  findLetter,
  findSnapshot,
  findVersion,
  lockLetter,
  type LetterRow,
  type SnapshotRow,
  type VersionRow,
} from '../../shared/letters/letter.repository.ts';
import {
  mailingProblemOf,
  PROBLEMS,
  type MailingTable,
  type MailingProblem,
} from '../../shared/mailings/mailing-tables.ts';
import { isWrongAddress } from '../../shared/letters/wrong-address.ts';
import { notify } from '../../shared/orders/customer.ts';
import { findOrder, type OrderRow } from '../../shared/orders/order.repository.ts';
import { givenBackAs } from '../../shared/orders/refund.ts';
import { postalAddress, senderAddress } from './postal-address.ts';

export type MailingRow = Selectable<MailingTable>;

interface Taken {
  carrier: string;
  letter: CarrierLetter;
}

/** For so long a carrier remembers a key (ports/carrier.ts). */
const KEY_REMEMBERED_MS = 20 * 3_600_000;

type Problem = MailingProblem | 'delayed';

const findMailing = ({ db }: Services, id: string): Promise<MailingRow | undefined> =>
  db.selectFrom('mailing').selectAll().where('id', '=', id).executeTakeFirst();

/** Words that are approved now, and the answers that were signed; a letter with other words stops here. */
async function approvedWords({ db }: Services, { id, approved_version, approved_hash }: LetterRow) {
  const version = await findVersion(db, id, approved_version ?? 0);
  if (version?.text_hash !== approved_hash) throw new Error(`Letter ${id} is not of the approved text.`);
  const snapshot = await findSnapshot(db, version.snapshot_id);
  if (!snapshot) throw new Error(`Letter ${id} has lost its answers.`);
  return { version, snapshot };
}

/** Everybody this letter goes to, in order: the copies name each other. */
async function recipientNames({ db }: Services, { letter_id }: MailingRow): Promise<string[]> {
  const rows = await db
    .selectFrom('mailing')
    .select('recipient')
    .distinctOn('recipient_no')
    .where('letter_id', '=', letter_id)
    .orderBy('recipient_no')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ recipient }) => recipient.name);
}

/** The last look before the printer: at what was reported since, and at the words that are on the paper. */
async function assertStillMailable(
  { threads, db }: Services,
  letter: LetterRow,
  version: VersionRow,
  snapshot: SnapshotRow,
): Promise<void> {
  await db.transaction().execute((trx) => requireNeeded(trx, { letter, snapshot }));
  if (await isWrongAddress(db, letter.user_id, defendantOf(snapshot.answers).place)) throw new AppError('LETTER_WAITS');
  const rulings = await rulingsOf(db, { letter, snapshot });
  const composed = await composedTextOf(db, version);
  await assertPrintable(threads, { text: version.text, composed }, rulings);
}

/** The letter that was made for it and of which nothing is known here. */
async function findMade({ carriers, now }: Services, mailing: MailingRow, order: OrderRow): Promise<Taken | null> {
  // An order paid long ago may have been posted by a database that was lost; the carrier has forgotten the key by now.
  const isOld = order.paid_at !== null && now().getTime() - order.paid_at.getTime() > KEY_REMEMBERED_MS;
  const asked = mailing.carrier !== null ? [carriers.named(mailing.carrier)] : isOld ? carriers.all : [];
  for (const carrier of asked) {
    const letter = await carrier.findByMailing(mailing.id);
    if (letter) return { carrier: carrier.name, letter };
  }
  return null;
}

/**
 * @returns `null` of a sample: it counts as mailed, and no carrier knows of it; `waits` of a copy whose letter is open again: it
 *   goes out with the words that are approved then
 */
async function handOver(context: Services, mailing: MailingRow, order: OrderRow): Promise<Taken | null | 'waits'> {
  const { carriers, db, now } = context;
  // What the carrier has is mailed, whatever happened here since.
  const made = order.is_sample ? null : await findMade(context, mailing, order);
  if (made) return made;
  if (await givenBackAs(db, order.id)) throw new AppError('NOT_PAID');
  if (order.is_sample) return null;
  const found = await findLetter(db, mailing.letter_id);
  if (found?.state !== 'posting' && found?.state !== 'posted') return 'waits';
  const { version, snapshot } = await approvedWords(context, found);
  // After an outage of days a letter must not go out with a date to pay by that is too near.
  if (tooSoon(version, documentDay(snapshot.answers, context.now()))) throw new AppError('LETTER_PAY_BY_TOO_SOON');
  await assertStillMailable(context, found, version, snapshot);
  const names = await recipientNames(context, mailing);
  const copy = { names, no: mailing.recipient_no, place: mailing.recipient };
  const file = await letterPdf(context, version, copy.no > 0 ? { address: (parts) => addressParts(parts, copy) } : {});
  // Who may have it already gets it again: two carriers under one key are two letters.
  const carrier = mailing.carrier === null ? carriers.current : carriers.named(mailing.carrier);
  await db
    .updateTable('mailing')
    .set({
      carrier: carrier.name,
      pdf_key: file.key,
      version: version.version,
      text_hash: version.text_hash,
      first_tried_at: mailing.first_tried_at ?? now(),
      updated_at: now(),
    })
    .where('id', '=', mailing.id)
    .execute();
  const letter = await carrier.send({
    to: postalAddress(mailing.recipient),
    from: senderAddress(snapshot.answers),
    pdf: file.bytes,
    service: isFirstClass(order.package_id) ? 'first-class' : 'certified',
    mailingId: mailing.id,
    orderNumber: order.order_number,
  });
  return { carrier: carrier.name, letter };
}

/** The letter is posted when every recipient's copy has been taken or finally refused, and that of the other side was taken. */
async function settleLetter(context: Services, trx: Trx, letter: LetterRow, order: OrderRow): Promise<void> {
  const { now, jobs } = context;
  const mailings = await trx
    .selectFrom('mailing')
    .select(['id', 'state', 'tracking_number', 'recipient', 'recipient_no'])
    .where('letter_id', '=', letter.id)
    .orderBy('recipient_no')
    .orderBy('created_at')
    .execute();
  if (letter.state !== 'posting' || mailings.some(({ state }) => state === 'waiting')) return;
  const taken = mailings.filter(({ state }) => state !== 'rejected');
  const at = now();
  if (taken[0]?.recipient_no !== 0) {
    await trx
      .updateTable('letter')
      .set({ state: 'problem', problem: (await givenBackAs(trx, order.id)) ?? 'carrier-refused', updated_at: at })
      .where('id', '=', letter.id)
      .execute();
    return;
  }
  await trx
    .updateTable('letter')
    .set({ state: 'posted', posted_at: at, posted_version: letter.approved_version, remind_at: at, updated_at: at })
    .where('id', '=', letter.id)
    .execute();
  await recordEvent(trx, {
    kind: 'letter.posted',
    ...bySystem({ kind: 'letter', id: letter.id }),
    details: { version: letter.approved_version, hash: letter.approved_hash, recipients: taken.length },
    at,
  });
  const service = isFirstClass(order.package_id) ? 'first-class' : 'certified';
  const numbers = taken.map(
    ({ tracking_number, recipient }) =>
      `${formatTrackingNumber(tracking_number ?? '')}${taken.length > 1 ? ` (${recipient.name})` : ''}`,
  );
  const tracking = numbers.join('; ');
  await notify(trx, context, {
    kind: 'letter-posted',
    userId: letter.user_id,
    // Also when the printer refused it first: then there is another number.
    about: taken[0].id,
    link: '/demand-letters',
    values: {
      order: order.order_number,
      to: new Intl.ListFormat('en-US').format(taken.map(({ recipient }) => recipient.name)),
      way: context.text(`mailings.${service}.way`, { tracking }),
      number: context.text(`mailings.${service}.number`, { tracking }),
    },
  });
  // The papers name the letter and its tracking number: they are written again now that there is one.
  await jobs.enqueue(trx, JOBS.makePapers, { orderId: order.id }, { key: `posted:${taken[0].id}` });
}

/** Writes down what became of a mailing, once: two workers may have heard it. */
const settle = (
  context: Services,
  mailing: MailingRow,
  order: OrderRow,
  outcome: Updateable<MailingTable>,
  news?: (trx: Trx) => Promise<void>,
) =>
  context.db.transaction().execute(async (trx) => {
    const letter = await lockLetter(trx, mailing.letter_id);
    const changed = await trx
      .updateTable('mailing')
      .set({ ...outcome, updated_at: context.now() })
      .where('id', '=', mailing.id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst();
    if (!changed || !letter) return;
    await news?.(trx);
    await settleLetter(context, trx, letter, order);
  });

const accepted = (context: Services, mailing: MailingRow, order: OrderRow, answer: Taken | null) =>
  settle(context, mailing, order, {
    state: 'mailed',
    carrier: answer?.carrier ?? null,
    carrier_id: answer?.letter.id ?? null,
    tracking_number: answer?.letter.trackingNumber ?? null,
    expected_delivery: answer?.letter.expectedDelivery ?? null,
    accepted_at: context.now(),
    problem: null,
  });

const refused = (context: Services, mailing: MailingRow, order: OrderRow, problem: string) =>
  settle(context, mailing, order, { state: 'rejected', problem }, (trx) =>
    notifyProblem(context, trx, mailing, order, mailingProblemOf(problem, mailing)),
  );

async function notifyProblem(context: Services, trx: Trx, mailing: MailingRow, order: OrderRow, what: Problem) {
  await recordEvent(trx, {
    kind: `mailing.${what}`,
    ...bySystem({ kind: 'mailing', id: mailing.id }),
    at: context.now(),
  });
  await notify(trx, context, {
    kind: 'letter-problem',
    userId: mailing.user_id,
    about: `${mailing.id}:${what}`,
    link: '/demand-letters',
    values: {
      order: order.order_number,
      to: mailing.recipient.name,
      what: context.text(`mailings.problem.${what}.sentence`),
      next: context.text(`mailings.problem.${what}.nextStep`),
    },
  });
}

/**
 * Hands one letter to the carrier, once: under the key of its row while the carrier remembers keys, and found again by
 * its row's id in the carrier's own records after that.
 */
export async function sendMailing(
  context: Services,
  mailingId: string,
  run: Pick<JobRun, 'isLastAttempt'>,
): Promise<void> {
  const { db, log } = context;
  const mailing = await findMailing(context, mailingId);
  if (mailing?.state !== 'waiting') return;
  const order = await findOrder(db, mailing.order_id);
  if (!order) return;
  try {
    const answer = await handOver(context, mailing, order);
    if (answer !== 'waits') await accepted(context, mailing, order, answer);
  } catch (error) {
    const problem = PROBLEMS[(error as AppError).code];
    if (problem) return refused(context, mailing, order, problem);
    if ((error as AppError).details?.['reason'] === 'refused') {
      const code = (error as AppError).details['providerCode'];
      log.error({ mailingId, code: String(code) }, 'carrier refused a letter');
      await refused(context, mailing, order, typeof code === 'string' ? code : 'refused');
      return;
    }
    // No answer, or an unknown result: the person is notified once of the delay, and the job is retried.
    if (run.isLastAttempt)
      await db.transaction().execute((trx) => notifyProblem(context, trx, mailing, order, 'delayed'));
    throw error;
  }
}
