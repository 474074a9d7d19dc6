import type { Demand } from '@redress/contracts';
import { amountCents, centsToDollars, claimantOf, defendantOf } from '@redress/domain';
import { payByIn } from '@redress/domain/letter';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import {
  findSnapshot,
  findVersion,
  type LetterRow,
  type LoadedLetter,
} from '../../shared/letters/letter.repository.ts';
import type { Db, Trx } from '../../platform/database.ts';
import { composedTextOf, linesNotFollowed } from '../../shared/letters/composed-text.ts';
import { daysOf, partsOf } from '../../shared/letters/letter-days.ts';
import { rulingsOf } from '../../shared/letters/letter-gate.ts';
import { REFUNDED, REFUNDING } from '../../shared/letters/letter-problem.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import { findLivePayment, findOrder } from '../../shared/orders/order.repository.ts';
import { keptOf, REFUND_FAILED } from '../../shared/orders/refund.ts';
import { arePapersWithdrawn } from '../../shared/papers/opened-papers.ts';
import { warningsAbout } from './composing.ts';
import { waitsOf } from './waits.ts';

export async function loadLetter(db: Db | Trx, letter: LetterRow): Promise<LoadedLetter> {
  const version = await findVersion(db, letter.id, letter.version);
  const snapshot = version && (await findSnapshot(db, version.snapshot_id));
  if (!version || !snapshot) throw new Error(`Letter ${letter.id} has lost a version or its answers.`);
  return { letter, version, snapshot };
}

type Refunds = Pick<Demand, 'can_refund' | 'refund' | 'refund_amount' | 'papers_kept'>;

/** Whether the price can be had back by a press, or is on its way. */
async function refundOf(db: Db | Trx, letter: LetterRow, isMailed: boolean, isHeld: boolean): Promise<Refunds> {
  const order = letter.order_id ? await findOrder(db, letter.order_id) : null;
  if (order?.problem === REFUND_FAILED) return { can_refund: false, refund: 'asked' };
  if (order?.status === 'refunded' || letter.problem === REFUNDED) return { can_refund: false, refund: 'done' };
  if (letter.problem === REFUNDING) return { can_refund: false, refund: 'asked' };
  const isPaid = order?.status === 'paid' && (order.total_cents ?? 0) > 0;
  const isStopped = !isMailed && (isHeld || letter.state === 'draft');
  const payment = isPaid && isStopped ? await findLivePayment(db, order.id) : null;
  if (!payment) return { can_refund: false, refund: null };
  const keptCents = await keptOf(db, payment);
  return {
    can_refund: true,
    refund: null,
    refund_amount: centsToDollars(payment.amount_cents - keptCents),
    papers_kept: centsToDollars(keptCents),
  };
}

/** A letter as the result screen shows it. */
export async function toDemand(
  { db, blobs, text, threads }: Pick<Platform, 'db' | 'blobs' | 'text'> & { threads: LetterThreads },
  loaded: LoadedLetter,
): Promise<Demand> {
  const { letter, version, snapshot } = loaded;
  const claimant = claimantOf(snapshot.answers);
  const order = await db
    .selectFrom('form_session')
    .select(['package_id', 'package_title'])
    .select(
      sql<boolean>`exists (select from claims.court_document d join claims.claim_order on claim_order.id = d.order_id
        where d.order_id = ${letter.order_id} and not ${arePapersWithdrawn})`.as('papers_ready'),
    )
    .where('id', '=', letter.form_session_id)
    .executeTakeFirst();
  const signature = snapshot.signature_key ? await blobs.get(snapshot.signature_key) : null;
  const isMailed = letter.state === 'posting' || letter.state === 'posted';
  const places = isMailed
    ? []
    : await threads.run('places', {
        answers: snapshot.answers,
        text: version.text,
        composed: await composedTextOf(db, version),
        rulings: await rulingsOf(db, loaded),
      });
  const waits = isMailed || letter.state === 'copy' ? [] : await waitsOf(db, loaded, { text, threads });
  const isHeld = waits.length > 0 || places.some((place) => place.class === 'A' || place.look);
  const days = daysOf(version);
  const warnings = await warningsAbout(version.text, {
    snapshot,
    payBy: days.payBy,
    notFollowed: isMailed ? [] : await linesNotFollowed(db, version, version.text),
    text,
    threads,
  });
  const cents = warnings.some(({ code }) => code === 'missing.amount') ? null : amountCents(snapshot.answers.amount);
  return {
    form_session_id: letter.form_session_id,
    demand_id: letter.id,
    demand_letter: version.text,
    plaintiff_data: {
      name: claimant.name,
      address: claimant.place.address,
      apt: claimant.place.apt,
      city: claimant.place.city,
      state: claimant.place.state,
      zipcode: claimant.place.zipcode,
      email: claimant.email,
      phonenumber: claimant.phone,
      signature: signature ? `data:image/png;base64,${signature.toString('base64')}` : null,
    },
    package_id: order?.package_id ?? 'demand-letter',
    package_title: order?.package_title ?? 'Demand Letter',
    asks: {
      to: defendantOf(snapshot.answers).name,
      amount: cents === null ? null : centsToDollars(cents),
      pay_by: payByIn(partsOf(version), days),
    },
    demand_approved: letter.approved_version !== null,
    state: letter.state,
    version: letter.version,
    approved_at: letter.approved_at?.toISOString() ?? null,
    window_ends_at: letter.window_ends_at?.toISOString() ?? null,
    posted_at: letter.posted_at?.toISOString() ?? null,
    warnings,
    left_out: places,
    waits_for: waits,
    ...(await refundOf(db, letter, isMailed, isHeld)),
    papers_ready: order?.papers_ready ?? false,
  };
}
