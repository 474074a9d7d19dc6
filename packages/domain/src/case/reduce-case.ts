/** Applies an event to a claim by the table. Pure: the same claim and event give the same answer. */
import type { CarrierState } from '../carrier/scan.ts';
import { instalmentPlan, offerOf, planOf } from './instalments.ts';
import { closedByMoney, judgedSum, ledgerSums, withReport } from './ledger.ts';
import { isWindowOpen, STOPS_LETTERS, TRANSITIONS, type CaseEvent, type CaseState, type ClaimCase, type GuardName, type CarrierScanEvent, type ClaimantReport, type Transition } from './case-file-state.ts'; // prettier-ignore

type Answered = Extract<ClaimantReport, { type: 'answer.reported' }>;
type MoneyReported = Extract<ClaimantReport, { type: 'money.reported' }>;
/** More than any claim asks for: a slip of the key. */
const MOST_REPORTED_CENTS = 100_000_000;

export const NEW_CASE: ClaimCase = {
  state: 'draft',
  claimedCents: 0,
  ledger: [],
  answers: [],
  court: null,
  closed: null,
  paidCents: 0,
  refundedCents: 0,
  revision: 0,
  letterHash: null,
  approvedRevision: null,
  approvedHash: null,
  windowEndsAt: null,
  postedAt: null,
  trackingNumber: null,
  lastScanAt: null,
};

export type Refusal = GuardName | 'notInThisState';

export type CaseResult =
  | { readonly ok: true; readonly claim: ClaimCase; readonly transition: Transition }
  /** The claim stays as it is. */
  | { readonly ok: false; readonly claim: ClaimCase; readonly reason: Refusal };

const GUARDS: Readonly<Record<GuardName, (claim: ClaimCase, event: CaseEvent) => boolean>> = {
  isMoney: (_, event) => 'cents' in event && Number.isSafeInteger(event.cents) && event.cents >= 0,
  isRefundable: (claim, event) =>
    'cents' in event &&
    Number.isSafeInteger(event.cents) &&
    event.cents > 0 &&
    claim.refundedCents + event.cents <= claim.paidCents,
  isLastRevision: (claim, event) => 'revision' in event && event.revision === claim.revision,
  isNextRevision: (claim, event) =>
    'revision' in event &&
    event.revision === claim.revision + 1 &&
    (claim.state !== 'approved' || isWindowOpen(claim, event.at)),
  windowIsOpen: (claim, event) => isWindowOpen(claim, event.at),
  windowIsOver: (claim, event) => !isWindowOpen(claim, event.at),
  isNewerScan: (claim, event) => claim.lastScanAt === null || event.at >= claim.lastScanAt,
  isNewReport: (claim, event) => event.type === 'money.reported' && isNewReport(claim, event),
  isNewAnswer: (claim, event) => event.type === 'answer.reported' && isNewAnswer(claim, event),
  isLiveReport: (claim, event) => event.type === 'report.withdrawn' && isWithdrawable(claim, event.replaces),
  isOpen: ({ closed }) => closed === null,
  stopsTheLetter: ({ closed }, event) =>
    closed === null && event.type === 'case.closed' && STOPS_LETTERS.includes(event.reason),
  isClosedByHand: ({ closed }) => closed !== null && closed !== 'paid',
};

const isLive = ({ ledger }: ClaimCase, id: string) =>
  ledger.some((report) => report.id === id && report.standing === 'counts');

/** An offer that both signed stays: the signatures are taken back first. */
const isWithdrawable = (claim: ClaimCase, id: string): boolean =>
  isLive(claim, id) ||
  claim.answers.some(
    (answer) =>
      answer.id === id && answer.standing === 'counts' && !(answer.kind === 'offer' && planOf(claim) !== null),
  );

const hasId = ({ ledger, answers }: ClaimCase, id: string) =>
  [...ledger, ...answers].some((report) => report.id === id);

function isNewAnswer(claim: ClaimCase, { id, kind, terms, day }: Answered): boolean {
  if (hasId(claim, id) || claim.closed !== null) return false;
  if (kind === 'signed') return day !== null && offerOf(claim) !== null && planOf(claim) === null;
  if (kind !== 'offer') return true;
  const { balanceCents } = ledgerSums(claim);
  return terms !== null && planOf(claim) === null && instalmentPlan(balanceCents, terms).length > 0;
}

function isNewReport(claim: ClaimCase, { id, kind, cents, day, replaces }: MoneyReported): boolean {
  if (hasId(claim, id) || (replaces !== null && !isLive(claim, replaces))) return false;
  if (kind === 'none') return replaces !== null || claim.closed === null;
  if (day === null) return false;
  if (kind === 'part') return Number.isSafeInteger(cents) && cents > 0 && cents <= MOST_REPORTED_CENTS;
  // All of a judgment cannot have come before it.
  return day >= (judgedSum(claim)?.day ?? day) && ledgerSums(claim, replaces).balanceCents > 0;
}

function changesOf(claim: ClaimCase, event: CaseEvent): Partial<ClaimCase> {
  switch (event.type) {
    case 'payment.succeeded':
      return { paidCents: event.cents };
    case 'payment.refunded':
      return { refundedCents: claim.refundedCents + event.cents };
    case 'letter.composed':
      return { revision: 1, letterHash: event.hash };
    case 'letter.revised':
      // In the change window the last saved revision is the approved one.
      return claim.state === 'approved'
        ? {
            revision: event.revision,
            letterHash: event.hash,
            approvedRevision: event.revision,
            approvedHash: event.hash,
          }
        : { revision: event.revision, letterHash: event.hash };
    case 'letter.approved':
      return {
        approvedRevision: claim.revision,
        approvedHash: claim.letterHash,
        windowEndsAt: event.at + event.windowMs,
      };
    case 'letter.stopped':
      return { approvedRevision: null, approvedHash: null, windowEndsAt: null };
    case 'letter.send_now':
    case 'letter.window_ended':
      return { windowEndsAt: null };
    case 'post.accepted':
      return { postedAt: claim.postedAt ?? event.at, trackingNumber: event.trackingNumber ?? claim.trackingNumber };
    case 'post.rejected':
      // A letter posted again gets a number of its own.
      return { postedAt: null, trackingNumber: null };
    case 'money.reported':
    case 'report.withdrawn':
      return withReport(claim, event);
    case 'answer.reported': {
      const { type: _, ...answer } = event;
      const { balanceCents: sumCents, owedCents } = ledgerSums(claim);
      return { answers: [...claim.answers, { ...answer, sumCents, owedCents, standing: 'counts' }] };
    }
    case 'court.reported':
      return { court: event.court, closed: closedByMoney({ ...claim, court: event.court }) };
    case 'case.closed':
      return { closed: event.reason };
    case 'case.opened':
      return { closed: null };
    default:
      return event.type.startsWith('carrier.')
        ? { lastScanAt: Math.max(claim.lastScanAt ?? event.at, event.at), postedAt: claim.postedAt ?? event.at }
        : {};
  }
}

/** A whole refund before anything was posted ends the case. */
function stateAfter(claim: ClaimCase, next: ClaimCase, transition: Transition): CaseState {
  const isWhollyRefunded =
    transition.event === 'payment.refunded' && next.paidCents > 0 && next.refundedCents === next.paidCents;
  if (isWhollyRefunded && (['paid', 'lettered', 'rejected', 'approved'] as CaseState[]).includes(claim.state))
    return 'refunded';
  return transition.to ?? claim.state;
}

/**
 * What an event does to a claim. Repeated, late and impossible events change nothing and say why.
 */
export function reduceCase(claim: ClaimCase, event: CaseEvent): CaseResult {
  const transition = TRANSITIONS.find((row) => row.event === event.type && row.from.includes(claim.state));
  if (!transition) return { ok: false, claim, reason: 'notInThisState' };
  if (transition.guard && !GUARDS[transition.guard](claim, event))
    return { ok: false, claim, reason: transition.guard };
  const next = { ...claim, ...changesOf(claim, event) };
  const state = stateAfter(claim, next, transition);
  return { ok: true, claim: { ...next, state, ...(state === 'refunded' ? { windowEndsAt: null } : {}) }, transition };
}

/**
 * A case with what its claimant has reported, in that order. Each was taken when the letter was in the mail, and stays
 * whatever becomes of the letter after it.
 */
export function withReports(claim: ClaimCase, reports: readonly ClaimantReport[]): ClaimCase {
  const mailed: ClaimCase = { ...claim, state: 'mailed' };
  const { ledger, answers, court, closed } = reports.reduce((now, report) => reduceCase(now, report).claim, mailed);
  return { ...claim, ledger, answers, court, closed };
}

const SCANS: Readonly<Partial<Record<CarrierState, CarrierScanEvent>>> = {
  mailed: 'carrier.accepted',
  in_transit: 'carrier.moved',
  attempted: 'carrier.attempted',
  awaiting_pickup: 'carrier.held',
  delivered: 'carrier.delivered',
  refused: 'carrier.refused',
  unclaimed: 'carrier.unclaimed',
  returned: 'carrier.returned',
  undeliverable: 'carrier.undeliverable',
};

/** The event a carrier's news stands for; `null` for news from the printer that changes nothing. */
export function caseEventOfCarrier(state: CarrierState, at: number): CaseEvent | null {
  if (state === 'rejected') return { type: 'post.rejected', at };
  const type = SCANS[state];
  return type ? { type, at } : null;
}

const NOT_APPROVED: readonly CaseState[] = ['draft', 'deleted', 'paid', 'lettered', 'refunded'];
const NOT_MAILED: readonly CaseState[] = ['approved', 'posting', 'rejected'];

/** The status column of Demand Letters. */
export function demandStatusOf(state: CaseState): 'draft' | 'pending' | 'sent' | 'completed' {
  if (NOT_APPROVED.includes(state)) return 'draft';
  if (NOT_MAILED.includes(state)) return 'pending';
  return state === 'delivered' ? 'completed' : 'sent';
}
