/** The life of one claim: what can happen, in which state, and what it leads to. One table; no clock of its own. */
import type { CarrierState } from '../carrier/scan.ts';
import type { PlanTerms } from './plan-terms.ts';
import type { CourtDates } from './court-dates.ts';
import type { CalendarDay } from '../dates/calendar-day.ts';

export type CaseState =
  | 'draft'
  | 'deleted'
  | 'paid'
  | 'lettered'
  | 'approved'
  | 'posting'
  | 'refunded'
  /** In the mail: what its carrier says. */
  | Exclude<CarrierState, 'preparing'>;

/** Why nothing more is done about a case: the money came, or a reason that its claimant gave. */
export const CLOSE_REASONS = ['settled', 'court', 'given_up', 'bankrupt', 'dead', 'minor', 'other'] as const;
export type CloseReason = 'paid' | (typeof CLOSE_REASONS)[number];
/** Reasons that stop every letter to the defendant which is not mailed, in all cases of the same claimant. */
export const STOPS_LETTERS: readonly CloseReason[] = ['bankrupt', 'dead', 'minor'];

/** What a claimant said of money: all of it came, a part came, none did. */
export type MoneyKind = 'all' | 'part' | 'none';

/** A row of the ledger. It is never changed or taken away: another one takes its place, and both stay. */
export interface MoneyReport {
  readonly id: string;
  readonly kind: MoneyKind;
  /** Whole cents that came; of `all` what was open at that time, of `none` 0. */
  readonly cents: number;
  /** When the money came; null for `none`. */
  readonly day: CalendarDay | null;
  readonly at: number;
  /** Only rows that count are in the sums. */
  readonly standing: 'counts' | 'corrected' | 'withdrawn';
}

/** What the other side answered, as the claimant reports it: an offer of parts, a dispute, "not me", both signatures. */
export const ANSWER_KINDS = ['offer', 'dispute', 'not_them', 'signed'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export interface CaseAnswer {
  readonly id: string;
  readonly kind: AnswerKind;
  readonly at: number;
  /** Of `offer`. */
  readonly terms: PlanTerms | null;
  /** What was open then: the sum that an offer is about. */
  readonly sumCents: number;
  /** What was owed then in all: after a judgment for another sum the offer is no plan any more. */
  readonly owedCents: number;
  /** Of `signed`. */
  readonly day: CalendarDay | null;
  /** Of `dispute`: their reasons; empty where none are known. */
  readonly words: string;
  readonly standing: 'counts' | 'withdrawn';
}

export interface ClaimCase {
  readonly state: CaseState;
  /** What the letter asks for, whole cents; 0 where no sum is known. */
  readonly claimedCents: number;
  readonly ledger: readonly MoneyReport[];
  readonly answers: readonly CaseAnswer[];
  /** Null while nothing of a court was typed; what was typed last takes the place of what was before. */
  readonly court: CourtDates | null;
  readonly closed: CloseReason | null;
  readonly paidCents: number;
  readonly refundedCents: number;
  /** Number of the letter's last revision; 0 before there is one. */
  readonly revision: number;
  readonly letterHash: string | null;
  /** What is rendered and mailed. */
  readonly approvedRevision: number | null;
  readonly approvedHash: string | null;
  /** End of the change window while approved, milliseconds since 1970. */
  readonly windowEndsAt: number | null;
  readonly postedAt: number | null;
  readonly trackingNumber: string | null;
  /** Time of the newest scan taken into account. */
  readonly lastScanAt: number | null;
}

/** `at` is an instant in milliseconds since 1970: when it happened, not when we learned of it. */
export type CaseEvent =
  | { readonly type: 'draft.deleted' | CarrierScanEvent; readonly at: number }
  | { readonly type: 'letter.stopped' | 'letter.send_now' | 'letter.window_ended'; readonly at: number }
  | { readonly type: 'post.rejected' | 'post.retried'; readonly at: number }
  | { readonly type: 'payment.succeeded' | 'payment.refunded'; readonly at: number; readonly cents: number }
  | { readonly type: 'letter.composed'; readonly at: number; readonly hash: string }
  | { readonly type: 'letter.revised'; readonly at: number; readonly revision: number; readonly hash: string }
  | { readonly type: 'letter.approved'; readonly at: number; readonly revision: number; readonly windowMs: number }
  | { readonly type: 'post.accepted'; readonly at: number; readonly trackingNumber: string | null }
  | ClaimantReport;

/** What only the claimant can know. `replaces`: the report that this one corrects. */
export type ClaimantReport =
  | {
      readonly type: 'money.reported';
      readonly at: number;
      readonly id: string;
      readonly kind: MoneyKind;
      /** Of `part`. */
      readonly cents: number;
      readonly day: CalendarDay | null;
      readonly replaces: string | null;
    }
  | ({ readonly type: 'answer.reported' } & Omit<CaseAnswer, 'standing' | 'sumCents' | 'owedCents'>)
  | { readonly type: 'court.reported'; readonly at: number; readonly court: CourtDates }
  | { readonly type: 'report.withdrawn'; readonly at: number; readonly replaces: string }
  | { readonly type: 'case.closed'; readonly at: number; readonly reason: Exclude<CloseReason, 'paid'> }
  | { readonly type: 'case.opened'; readonly at: number };

export type CarrierScanEvent =
  | 'carrier.accepted'
  | 'carrier.moved'
  | 'carrier.attempted'
  | 'carrier.held'
  | 'carrier.delivered'
  | 'carrier.refused'
  | 'carrier.unclaimed'
  | 'carrier.returned'
  | 'carrier.undeliverable';

export type CaseEventType = CaseEvent['type'];
export type GuardName =
  | 'isMoney'
  | 'isRefundable'
  | 'isLastRevision'
  | 'isNextRevision'
  | 'windowIsOpen'
  | 'windowIsOver'
  | 'isNewerScan'
  | 'isNewReport'
  | 'isNewAnswer'
  | 'isLiveReport'
  | 'isOpen'
  | 'stopsTheLetter'
  | 'isClosedByHand';

export interface Transition {
  readonly event: CaseEventType;
  readonly from: readonly CaseState[];
  /** `null`: the state stays. */
  readonly to: CaseState | null;
  readonly guard?: GuardName;
}

const UNDERWAY: readonly CaseState[] = ['mailed', 'in_transit', 'attempted', 'awaiting_pickup'];
/** A webhook may come before the answer to the request that posted the letter. */
const POSTED: readonly CaseState[] = ['posting', ...UNDERWAY];
const COMING_BACK: readonly CaseState[] = ['refused', 'unclaimed', 'undeliverable'];
const BEFORE_POSTING: readonly CaseState[] = ['paid', 'lettered', 'rejected'];
const TO_BE_MAILED: readonly CaseState[] = ['lettered', 'approved', 'posting', 'rejected'];
/** Before it is mailed a letter that is not needed any more is stopped, not reported about, but for what makes it harmful. */
const MAILED: readonly CaseState[] = [...UNDERWAY, 'delivered', ...COMING_BACK, 'returned'];

/** The first row whose event and state fit decides. */
export const TRANSITIONS: readonly Transition[] = [
  { event: 'draft.deleted', from: ['draft'], to: 'deleted' },
  { event: 'payment.succeeded', from: ['draft'], to: 'paid', guard: 'isMoney' },
  { event: 'letter.composed', from: ['paid'], to: 'lettered' },
  { event: 'letter.revised', from: ['lettered'], to: null, guard: 'isNextRevision' },
  { event: 'letter.revised', from: ['approved'], to: null, guard: 'isNextRevision' },
  { event: 'letter.approved', from: ['lettered'], to: 'approved', guard: 'isLastRevision' },
  { event: 'letter.stopped', from: ['approved'], to: 'lettered', guard: 'windowIsOpen' },
  { event: 'letter.send_now', from: ['approved'], to: 'posting' },
  { event: 'letter.window_ended', from: ['approved'], to: 'posting', guard: 'windowIsOver' },
  { event: 'post.accepted', from: ['posting'], to: 'mailed' },
  // A scan overtook the answer of the request: only the number is still news.
  { event: 'post.accepted', from: MAILED, to: null },
  { event: 'post.rejected', from: ['posting', 'mailed'], to: 'rejected' },
  { event: 'post.retried', from: ['rejected'], to: 'posting' },
  { event: 'carrier.accepted', from: ['posting', 'mailed'], to: 'mailed', guard: 'isNewerScan' },
  { event: 'carrier.moved', from: POSTED, to: 'in_transit', guard: 'isNewerScan' },
  { event: 'carrier.attempted', from: POSTED, to: 'attempted', guard: 'isNewerScan' },
  { event: 'carrier.held', from: POSTED, to: 'awaiting_pickup', guard: 'isNewerScan' },
  { event: 'carrier.delivered', from: [...POSTED, ...COMING_BACK], to: 'delivered' },
  { event: 'carrier.refused', from: POSTED, to: 'refused' },
  { event: 'carrier.unclaimed', from: POSTED, to: 'unclaimed' },
  { event: 'carrier.undeliverable', from: POSTED, to: 'undeliverable' },
  { event: 'carrier.returned', from: [...POSTED, ...COMING_BACK], to: 'returned' },
  { event: 'payment.refunded', from: BEFORE_POSTING, to: null, guard: 'isRefundable' },
  {
    event: 'payment.refunded',
    from: ['approved', ...POSTED, 'delivered', ...COMING_BACK, 'returned'],
    to: null,
    guard: 'isRefundable',
  },
  { event: 'money.reported', from: MAILED, to: null, guard: 'isNewReport' },
  { event: 'answer.reported', from: MAILED, to: null, guard: 'isNewAnswer' },
  { event: 'court.reported', from: MAILED, to: null },
  { event: 'report.withdrawn', from: MAILED, to: null, guard: 'isLiveReport' },
  { event: 'case.closed', from: MAILED, to: null, guard: 'isOpen' },
  { event: 'case.closed', from: TO_BE_MAILED, to: null, guard: 'stopsTheLetter' },
  // Of money that did not come after all, the ledger is corrected: that opens the case.
  { event: 'case.opened', from: [...MAILED, ...TO_BE_MAILED], to: null, guard: 'isClosedByHand' },
];

export const isWindowOpen = (claim: ClaimCase, at: number): boolean =>
  claim.windowEndsAt !== null && at < claim.windowEndsAt;
