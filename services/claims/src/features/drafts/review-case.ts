import { AppError, type AnswerOf, type ClaimFormData, type reviewCase } from '@redress/contracts';
import { amountCents, defendantOf, formatCents, formatDay, incidentPlace } from '@redress/domain';
import { evidenceFor, objectionsTo } from '@redress/domain/categories';
import {
  checkLimit,
  courtDoor,
  courtSum,
  isConfirmed,
  periodText,
  publicSource,
  sizedClaimOf,
  timedClaimOf,
  timeLimit,
  whyNoPapers,
  type Citation,
  type KindLimit,
  type StateFacts,
} from '@redress/domain/jurisdictions';
import { letterGaps, whenSentence, type Letter } from '@redress/domain/letter';
import type { Text } from '../../platform/text.ts';
import { composeIn } from '../../shared/letters/compose-letter.ts';
import type { LetterThreads } from '../../shared/letters/letter-threads.ts';
import { documentDay } from '../../shared/letters/letter-days.ts';
import { findState } from '../../shared/reference/tax.ts';

type Review = AnswerOf<typeof reviewCase>;
type Finding = Review['findings'][number];
export type ReviewStage = 'details' | 'jurisdiction' | 'letter' | 'court-papers' | 'trial-support' | 'done';

interface Case {
  data: ClaimFormData;
  state: StateFacts;
  cents: number;
  today: string;
  text: Text;
}

const info = (text: string): Finding => ({ text, tone: 'info' });
const warning = (text: string): Finding => ({ text, tone: 'warning' });
/** A sentence about the law names the text it was read in; what none was read for is not said. */
const sourced = (finding: Finding, fact: { citation: Citation | null; note: string | null }): Finding => ({
  ...finding,
  ...publicSource(fact),
});

function reviewDetails({ data, cents, text }: Case): Finding[] {
  const when = whenSentence(data);
  return [
    info(text('review.detailsComplete')),
    info(text('review.detailsAmount', { defendant: defendantOf(data).name, amount: formatCents(cents) })),
    ...(when ? [info(when)] : []),
  ];
}

function reviewLimit({ data, state, cents, text }: Case): Finding[] {
  const check = checkLimit(state, sizedClaimOf(data, cents));
  const limit = formatCents(check.limitCents ?? 0);
  const choices: Record<string, string> = {
    waive: text('review.choiceWaive'),
    'letter-only': text('review.choiceLetterOnly'),
  };
  const isOpen = !check.mayGiveUp && data.overLimitChoice === 'waive';
  const choice = isOpen ? undefined : choices[data.overLimitChoice ?? ''];
  if (!isConfirmed(check.fact))
    return [
      check.status === 'above'
        ? warning(text('review.aboveUnknownLimit', { choice: choice ?? text('review.choiceOpen') }))
        : info(text('review.unknownLimit')),
    ];
  const finding = {
    within: info(text('review.withinLimit', { limit })),
    above: choice
      ? info(text('review.aboveLimit', { limit, choice }))
      : warning(text(check.mayGiveUp ? 'review.aboveLimitOpen' : 'review.aboveLimitWhole', { limit })),
    depends: warning(text('review.dependsLimit', { limit })),
    unknown: warning(text('review.unknownLimit')),
  }[check.status];
  return [sourced(finding, check.fact)];
}

/** One rule of the place, with when it ends by the day given. A kind that was not read has no number (R45). */
function reviewRule({ text }: Case, { kind, rule, endsOn }: KindLimit, isEndNamed: boolean): Finding {
  const about = text(`review.kinds.${kind}`);
  if (!rule) return info(text('review.deadlineUnknown', { about }));
  const values = {
    about,
    time: periodText(rule),
    start: text(`review.countsFrom.${rule.from}`),
    date: endsOn ? formatDay(endsOn) : '',
  };
  return sourced(info(text(isEndNamed && endsOn ? 'review.deadlineRule' : 'review.deadlineOpen', values)), rule);
}

/** R33: shown with source and date, in words that do not decide for the claimant. With several ends the earlier one. */
function reviewDeadline(claim: Case): Finding[] {
  const { data, state, today, text } = claim;
  const time = timeLimit(state, timedClaimOf(data, today));
  if (time.limits.length === 0) return [info(text('review.deadlineUnknown', { about: text('review.kinds.any') }))];
  const rules = time.limits.map((limit) => reviewRule(claim, limit, time.endsOn !== null));
  const changes = time.perhaps.map((each) => text(`review.perhaps.${each}`)).join('; ');
  const change = changes ? [info(text('review.deadlineCanChange', { changes }))] : [];
  if (!time.endsOn) return [...rules, ...change];
  const values = { date: formatDay(time.endsOn) };
  const end =
    time.status === 'passed'
      ? warning(text(time.hasSurelyPassed ? 'review.deadlinePassed' : 'review.deadlineMayHavePassed', values))
      : time.status === 'endsSoon'
        ? warning(text('review.deadlineSoon', values))
        : time.limits.length > 1
          ? info(text('review.deadlineEarlier', values))
          : null;
  return [...rules, ...(end ? [end] : []), ...change];
}

function reviewJurisdiction(claim: Case): Finding[] {
  const { state, text } = claim;
  const court = isConfirmed(state.court)
    ? sourced(info(text('review.court', { court: state.court.value, state: state.nameInText })), state.court)
    : info(text('review.courtOpen', { state: state.nameInText }));
  const demand =
    isConfirmed(state.demandRequirement) && state.demandRequirement.value === 'required'
      ? [sourced(info(text('review.demandRequired')), state.demandRequirement)]
      : [];
  return [court, ...reviewLimit(claim), ...reviewDeadline(claim), ...demand];
}

/** What papers bring, whether they are worth it, and what they will be met with: before anything is paid for them. */
function reviewPapers({ data, state, cents, today, text }: Case): Finding[] {
  const unfit = whyNoPapers(data, state, today);
  if (unfit) return [warning(text(`review.noPapers.${unfit}`))];
  const { limit, askedCents } = courtSum(data, state, sizedClaimOf(data, cents));
  const { fee } = courtDoor(state, askedCents);
  const worth = { amount: formatCents(cents), state: state.nameInText };
  const objections = objectionsTo(data.situation, data.disputing).map(({ says }) => `“${says}”`);
  return [
    info(text('review.papers', { court: isConfirmed(state.court) ? state.court.value : state.nameInText })),
    ...(limit?.status === 'above' ? [warning(text('review.papersOver'))] : []),
    fee
      ? sourced(info(text('review.worthFee', { ...worth, fee: fee.says })), fee)
      : info(text('review.worthSum', worth)),
    info(text('review.worthCollect')),
    info(text('review.theyMaySay', { objections: objections.join(' ') })),
  ];
}

/** @param letter - composed for the stages of {@link WITH_LETTER} */
const findings: Record<ReviewStage, (claim: Case, letter: Letter | null) => Finding[]> = {
  details: reviewDetails,
  jurisdiction: reviewJurisdiction,
  letter: ({ text }, letter) => {
    if (!letter) return [];
    const words = letter.text.split(/\s+/).length;
    return [info(text('review.letterWritten', { words, date: formatDay(letter.payBy.payBy) }))];
  },
  'court-papers': reviewPapers,
  'trial-support': ({ data, text }) => {
    const items = evidenceFor(data.situation, data.disputing);
    return [
      // The sentence is for builds of the wizard that draw no list.
      ...(items.length ? [{ ...info(text('review.evidence', { items: items.join('; ') })), items: [...items] }] : []),
      info(text('review.trial')),
    ];
  },
  done: ({ text }) => [info(text('review.done'))],
};

const WITH_LETTER: ReadonlySet<ReviewStage> = new Set(['letter', 'done']);

export interface ReviewContext {
  now: Date;
  /** When a letter approved now would be posted: the preview carries that day, as the letter will. */
  goesOutAt: Date;
  text: Text;
  threads: LetterThreads;
}

/**
 * What one stage of 'Generating Your File' really finds in a claim (R13).
 * @throws {AppError} CLAIM_INCOMPLETE naming the missing answers, LETTER_GENERATION_FAILED, OVERLOADED
 */
export async function reviewStage(
  data: ClaimFormData,
  stage: ReviewStage,
  { now, goesOutAt, text, threads }: ReviewContext,
): Promise<Review> {
  const gaps: string[] = [...letterGaps(data)];
  const state = findState(incidentPlace(data).state);
  if (!state && !gaps.includes('incidentState')) gaps.push('incidentState');
  if (gaps.length > 0 || !state) {
    throw new AppError('CLAIM_INCOMPLETE', {
      fields: Object.fromEntries(gaps.map((field) => [field, 'validation.field.required'])),
      details: { count: gaps.length },
    });
  }
  const today = documentDay(data, now);
  const claim: Case = { data, state, cents: amountCents(data.amount) ?? 0, today, text };
  const day = documentDay(data, goesOutAt);
  const letter = WITH_LETTER.has(stage) ? await composeIn(threads, { answers: data, day, rulings: null }) : null;
  const found = findings[stage](claim, letter);
  return { stage, findings: found, ...(letter ? { letter: letter.text } : {}) };
}
