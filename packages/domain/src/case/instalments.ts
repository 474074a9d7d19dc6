/** Payment in parts: when each is due, to the cent and to the day. */
import { addDays, addMonths, type CalendarDay } from '../dates/calendar-day.ts';
import type { CaseAnswer, ClaimCase } from './case-file-state.ts';
import { ledgerSums, type Money } from './ledger.ts';
import type { PlanTerms } from './plan-terms.ts';

export interface Instalment {
  readonly day: CalendarDay;
  readonly cents: number;
}

/** Schedule, terms and two signatures stand on one page. */
export const MOST_PAYMENTS = 24;
/** More than any claim asks for, and a day after which no calendar has days for a whole plan: slips of the key. */
const MOST_EACH_CENTS = 100_000_000;
const LAST_FROM: CalendarDay = '9990-01-01';
/** A payment that was missed can be made so many days after its own. */
export const CURE_DAYS = 10;

/** A month counts from the first day, not from the one before: after February 28 the 31st comes again. */
const dayOf = ({ from, every }: PlanTerms, no: number): CalendarDay =>
  every === 'month' ? addMonths(from, no) : addDays(from, no * (every === 'week' ? 7 : 14));

/**
 * All payments of a sum in parts, in the order of their days; the last part is what is left.
 * @returns none where the terms make no plan: a sum at once, days out of order, above MOST_PAYMENTS
 */
export function instalmentPlan(sumCents: number, terms: PlanTerms): readonly Instalment[] {
  const { nowCents, nowDay, eachCents, from } = terms;
  const rest = sumCents - nowCents;
  const isWhole = [sumCents, nowCents, eachCents].every(Number.isSafeInteger);
  const isInOrder = nowCents > 0 ? nowDay !== null && nowDay < from : nowDay === null;
  if (eachCents > MOST_EACH_CENTS || from > LAST_FROM) return [];
  if (!isWhole || !isInOrder || nowCents < 0 || eachCents <= 0 || rest <= 0) return [];
  const parts = Math.ceil(rest / eachCents);
  const first: Instalment[] = nowDay === null ? [] : [{ day: nowDay, cents: nowCents }];
  if (parts + first.length > MOST_PAYMENTS || parts + first.length < 2) return [];
  const ofParts = Array.from({ length: parts }, (_, no) => ({
    day: dayOf(terms, no),
    cents: Math.min(eachCents, rest - no * eachCents),
  }));
  return [...first, ...ofParts];
}

type Answered = Money & Pick<ClaimCase, 'answers'>;

const lastOf = ({ answers }: Pick<ClaimCase, 'answers'>, kind: CaseAnswer['kind']): CaseAnswer | null =>
  answers.findLast((answer) => answer.standing === 'counts' && answer.kind === kind) ?? null;

/** What the other side answered last, as far as it was not taken back. */
export const lastAnswer = ({ answers }: Pick<ClaimCase, 'answers'>): CaseAnswer | null =>
  answers.findLast(({ standing }) => standing === 'counts') ?? null;

/** The last offer to pay in parts, with every payment. */
export function offerOf(claim: Answered): { sumCents: number; payments: readonly Instalment[] } | null {
  const offer = lastOf(claim, 'offer');
  return offer?.terms && offer.owedCents === ledgerSums(claim).owedCents
    ? { sumCents: offer.sumCents, payments: instalmentPlan(offer.sumCents, offer.terms) }
    : null;
}

export interface CasePlan {
  readonly signedOn: CalendarDay;
  readonly sumCents: number;
  /** `openCents`: what is left of a payment; money that came since counts for the earliest. */
  readonly payments: readonly (Instalment & { readonly openCents: number })[];
}

/** The agreement that both sides signed; an offer stays as it is from then on. */
export function planOf(claim: Answered): CasePlan | null {
  const signed = lastOf(claim, 'signed');
  const offer = signed && offerOf(claim);
  if (!signed?.day || !offer) return null;
  let paid = Math.max(0, offer.sumCents - ledgerSums(claim).balanceCents);
  const payments = offer.payments.map((payment) => {
    const of = Math.min(paid, payment.cents);
    paid -= of;
    return { ...payment, openCents: payment.cents - of };
  });
  return { signedOn: signed.day, sumCents: offer.sumCents, payments };
}

/** Payments of the plan that have not come whole. */
export const openPayments = (claim: Answered): CasePlan['payments'] =>
  (planOf(claim)?.payments ?? []).filter(({ openCents }) => openCents > 0);
