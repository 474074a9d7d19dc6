import { dayAtPlace, formatDay, isScanDetail, mayWait } from '@redress/domain';
import type { Trx } from '../../platform/database.ts';
import { bySystem, recordEvent } from '../../platform/event.ts';
import type { CarrierLetter, Scan } from '../../providers/ports/carrier.ts';
import { lockLetter } from '../../shared/letters/letter.repository.ts';
import { NEEDS_ATTENTION, scanKey, standingAfter, type Standing } from '../../shared/mailings/mailing-history.ts';
import type { MailingState } from '../../shared/mailings/mailing-tables.ts';
import { JOBS } from '../../shared/job-names.ts';
import { notify } from '../../shared/orders/customer.ts';
import { givenBackAs } from '../../shared/orders/refund.ts';
import type { Services } from '../../shared/feature-services.ts';
import type { MailingRow } from './send-mailing.ts';
import { adviceOn } from './tracking-view.ts';

interface CarrierEvent {
  /** Name of the carrier. */
  provider: string;
  subject_id: string;
  /** A detail that stands in the news alone, or `scan`. */
  type: string;
  received_at: Date;
}

const COMING_BACK: ReadonlySet<MailingState> = new Set(['refused', 'unclaimed', 'undeliverable']);
const ENDS: ReadonlySet<MailingState> = new Set([...COMING_BACK, 'delivered', 'returned']);

interface Known {
  id: string;
  carrier: string;
  carrier_id: string;
}

async function addScans(
  { now, newId }: Services,
  trx: Trx,
  mailingId: string,
  scans: readonly Scan[],
): Promise<number> {
  if (scans.length === 0) return 0;
  const added = await trx
    .insertInto('mailing_event')
    .values(
      scans.map((scan) => ({
        id: newId(),
        mailing_id: mailingId,
        event_key: scanKey(scan),
        ...scan,
        received_at: now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['mailing_id', 'event_key']).doNothing())
    .returning('id')
    .execute();
  return added.length;
}

/** Says it once for each state a person should know of; a letter on its way back is news only when nothing was said before. */
async function notifyTrackingNews(
  context: Services,
  trx: Trx,
  mailing: MailingRow,
  { state, meaning, scan }: Standing,
) {
  const order = await trx
    .selectFrom('claim_order')
    .leftJoin('form_session', (on) =>
      on
        .onRef('form_session.id', '=', 'claim_order.form_session_id')
        .on('form_session.follows_letter_id', 'is not', null),
    )
    .select(['claim_order.order_number', 'claim_order.form_session_id', 'form_session.original_session_id'])
    .where('claim_order.id', '=', mailing.order_id)
    .executeTakeFirstOrThrow();
  const values = {
    order: order.order_number,
    to: mailing.recipient.name,
    day: formatDay(dayAtPlace((scan?.at ?? context.now()).getTime(), mailing.recipient)),
  };
  const caseLink = `/case/${order.original_session_id ?? order.form_session_id}`;
  if (state === 'delivered') {
    await notify(trx, context, {
      kind: 'letter-delivered',
      userId: mailing.user_id,
      about: mailing.id,
      link: caseLink,
      values,
    });
  } else if (NEEDS_ATTENTION.has(state) && !mayWait(meaning)) {
    // The advice of a refusal stands while the letter comes back.
    if (state === 'returned' && COMING_BACK.has(mailing.state)) return;
    const advice = adviceOn(mailing, meaning, context.text);
    await notify(trx, context, {
      kind: 'letter-problem',
      userId: mailing.user_id,
      about: `${mailing.id}:${state}`,
      // The case has the letter that can follow.
      link: ENDS.has(state) ? caseLink : '/demand-letters',
      values: { ...values, what: advice.sentence, next: advice.next_step },
    });
  }
}

async function apply(context: Services, trx: Trx, mailingId: string, letter: CarrierLetter, extra: readonly Scan[]) {
  const { now, jobs } = context;
  const known = await trx.selectFrom('mailing').select('letter_id').where('id', '=', mailingId).executeTakeFirst();
  // The letter before its mailings, as in the posting: a rejection changes both.
  if (known) await lockLetter(trx, known.letter_id);
  const mailing = await trx
    .selectFrom('mailing')
    .selectAll()
    .where('id', '=', mailingId)
    .forUpdate()
    .executeTakeFirst();
  if (!mailing || mailing.state === 'waiting') return;
  await addScans(context, trx, mailing.id, [...letter.scans, ...extra]);
  const scans = await trx
    .selectFrom('mailing_event')
    .select(['stage', 'detail', 'place', 'at'])
    .where('mailing_id', '=', mailing.id)
    .orderBy('at')
    .execute();
  const standing = standingAfter(scans);
  const { state } = standing;
  const at = now();
  // The letter is corrected by its owner; a copy of it is looked at by an operator.
  const problem = state === 'rejected' && mailing.recipient_no > 0 ? 'printer-refused' : mailing.problem;
  await trx
    .updateTable('mailing')
    .set({
      state,
      problem,
      tracking_number: letter.trackingNumber ?? mailing.tracking_number,
      expected_delivery: letter.expectedDelivery ?? mailing.expected_delivery,
      ...(state === 'delivered' ? { delivered_at: mailing.delivered_at ?? standing.scan?.at ?? at } : {}),
      last_polled_at: at,
      updated_at: at,
    })
    .where('id', '=', mailing.id)
    .execute();
  if (state === mailing.state || !standing.scan) return;
  await recordEvent(trx, {
    kind: `mailing.${state}`,
    ...bySystem({ kind: 'mailing', id: mailing.id }),
    details: { from: mailing.state },
    at,
  });
  if (state === 'rejected' && mailing.recipient_no === 0) await reopenLetter(context, trx, mailing);
  await notifyTrackingNews(context, trx, { ...mailing, problem }, standing);
  // The papers say what became of the letter.
  if (ENDS.has(state)) {
    await jobs.enqueue(trx, JOBS.makePapers, { orderId: mailing.order_id }, { key: `${state}:${mailing.id}` });
  }
}

/**
 * The printer rejected it after accepting it: the letter can be corrected and sent again. Copies that are under way for others
 * are not mailed again; those that no carrier has yet wait for the words that are approved next.
 */
async function reopenLetter({ now }: Services, trx: Trx, mailing: MailingRow): Promise<void> {
  const problem = (await givenBackAs(trx, mailing.order_id)) ?? 'printer-refused';
  await trx
    .updateTable('letter')
    .set({ state: 'problem', problem, posted_at: null, posted_version: null, updated_at: now() })
    .where('id', '=', mailing.letter_id)
    .execute();
}

/** Brings what the carrier knows about a letter into its history, from polling and webhooks alike. */
async function track(context: Services, mailing: Known, extra: readonly Scan[] = []): Promise<void> {
  const { carriers, db, now } = context;
  const letter = await carriers.named(mailing.carrier).read(mailing.carrier_id);
  if (!letter) {
    // Asked for all the same: letters that the carrier does not know would stand before all others for ever.
    await db.updateTable('mailing').set({ last_polled_at: now() }).where('id', '=', mailing.id).execute();
    return;
  }
  await db.transaction().execute((trx) => apply(context, trx, mailing.id, letter, extra));
}

const tracked = ({ db }: Services) =>
  db
    .selectFrom('mailing')
    .select(['id', 'carrier', 'carrier_id'])
    .where('carrier', 'is not', null)
    .where('carrier_id', 'is not', null)
    .$narrowType<{ carrier: string; carrier_id: string }>();

export async function trackById(context: Services, mailingId: string): Promise<void> {
  const row = await tracked(context).where('id', '=', mailingId).executeTakeFirst();
  if (row) await track(context, row);
}

/**
 * @param news - of a verified webhook; the letter it is about is asked about again, so that order does not matter
 * @returns what came of it
 */
export async function trackNews(context: Services, news: CarrierEvent): Promise<'done' | 'not-ours'> {
  const row = await tracked(context)
    .where('carrier', '=', news.provider)
    .where('carrier_id', '=', news.subject_id)
    .executeTakeFirst();
  if (!row) return 'not-ours';
  const { type: detail, received_at: at } = news;
  await track(context, row, isScanDetail(detail) ? [{ stage: 'printing', detail, place: null, at }] : []);
  return 'done';
}
