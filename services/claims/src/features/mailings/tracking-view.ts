import type { AnswerOf, letterTracking } from '@redress/contracts';
import {
  actsAfter,
  type CarrierMeaning,
  formatTrackingNumber,
  explainScan,
  hasCourtPapers,
  STAGE_NAMES,
  trackingUrl,
  zoneOfPlace,
} from '@redress/domain';
import type { Platform } from '../../platform/platform.ts';
import type { LetterRow } from '../../shared/letters/letter.repository.ts';
import { NEEDS_ATTENTION, standingAfter } from '../../shared/mailings/mailing-history.ts';
import { findMailings, type TrackedMailing } from '../../shared/mailings/mailing.repository.ts';
import { mailingProblemOf } from '../../shared/mailings/mailing-tables.ts';
import { findOrder } from '../../shared/orders/order.repository.ts';

type Tracked = AnswerOf<typeof letterTracking>['mailings'][number];

/** Where each certified letter of a demand is, what that means and what can be done about it with one press. */
export async function trackedMailings(
  { db, text }: Pick<Platform, 'db' | 'text'>,
  letter: LetterRow,
): Promise<Tracked[]> {
  const mailings = await findMailings(db, letter.id);
  const order = letter.order_id ? await findOrder(db, letter.order_id) : null;
  const hasPapers = order !== null && hasCourtPapers(order.package_id);
  return mailings.map((mailing) => toTracked(mailing, { text, hasPapers }));
}

/** What to say of a mailing, and what to do about it. */
export function adviceOn(
  mailing: Pick<TrackedMailing['mailing'], 'problem' | 'recipient_no'>,
  meaning: CarrierMeaning,
  text: Platform['text'],
) {
  if (mailing.problem === null) return { sentence: meaning.sentence, next_step: meaning.nextStep ?? '' };
  const kind = mailingProblemOf(mailing.problem, mailing);
  return {
    sentence: text(`mailings.problem.${kind}.sentence`),
    next_step: text(`mailings.problem.${kind}.nextStep`),
  };
}

function toTracked(
  { mailing, scans }: TrackedMailing,
  { text, hasPapers }: { text: Platform['text']; hasPapers: boolean },
): Tracked {
  const { meaning } = standingAfter(scans);
  const needsAttention = NEEDS_ATTENTION.has(mailing.state) && scans.length > 0;
  return {
    id: mailing.id,
    recipient: mailing.recipient.name,
    status: mailing.state === 'mailed' && scans.length === 0 ? 'handed_over' : mailing.state,
    tracking_number: mailing.tracking_number && formatTrackingNumber(mailing.tracking_number),
    tracking_url: mailing.tracking_number && trackingUrl(mailing.tracking_number),
    posted_at: mailing.accepted_at?.toISOString() ?? null,
    expected_delivery: mailing.expected_delivery,
    time_zone: zoneOfPlace(mailing.recipient),
    events: scans.toReversed().map((scan) => {
      const { sentence, nextStep } = explainScan(scan);
      return {
        at: scan.at.toISOString(),
        name: STAGE_NAMES[scan.stage],
        stage: scan.stage,
        sentence,
        next_step: nextStep,
        location: scan.place,
      };
    }),
    problem: needsAttention || mailing.problem !== null ? adviceOn(mailing, meaning, text) : null,
    next_acts:
      needsAttention && mailing.problem === null
        ? actsAfter(meaning).filter((act) => act !== 'court-papers' || hasPapers)
        : [],
    has_proof: mailing.accepted_at !== null,
  };
}
