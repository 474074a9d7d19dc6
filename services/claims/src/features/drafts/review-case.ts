import { AppError, type AnswerOf, type ClaimFormData, type reviewCase } from '@redress/contracts';
import {
  amountCents,
  claimantOf,
  defendantOf,
  formatCents,
  formatDay,
  incidentPlace,
  limitCountsFrom,
  limitStartOf,
  parseCalendarDay,
} from '@redress/domain';
import { evidenceFor, limitationTypesOf } from '@redress/domain/categories';
import { checkLimit, publicSource, timeLimit, type Fact, type StateFacts } from '@redress/domain/jurisdictions';
import { letterGaps, type Letter } from '@redress/domain/letter';
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
/** A sentence about the law names the official text it was read from; an empty source says that there is none. */
const sourced = (finding: Finding, fact: Fact<unknown>): Finding[] => [{ ...finding, ...publicSource(fact) }];

function reviewDetails({ data, cents, text }: Case): Finding[] {
  const day = parseCalendarDay(data.date);
  return [
    info(text('review.detailsComplete')),
    info(text('review.detailsAmount', { defendant: defendantOf(data).name, amount: formatCents(cents) })),
    ...(day ? [info(text('review.detailsDate', { date: formatDay(day) }))] : []),
  ];
}

function reviewLimit({ data, state, cents, text }: Case): Finding[] {
  const check = checkLimit(state, {
    amountCents: cents,
    isBusiness: claimantOf(data).isBusiness,
    types: limitationTypesOf(data.situation, data.disputing),
  });
  const limit = formatCents(check.limitCents ?? 0);
  const choices: Record<string, string> = {
    waive: text('review.choiceWaive'),
    'letter-only': text('review.choiceLetterOnly'),
  };
  const choice = choices[data.overLimitChoice ?? ''];
  const finding = {
    within: info(text('review.withinLimit', { limit })),
    above: choice
      ? info(text('review.aboveLimit', { limit, choice }))
      : warning(text('review.aboveLimitOpen', { limit })),
    depends: warning(text('review.dependsLimit', { limit })),
    unknown: warning(text('review.unknownLimit')),
  }[check.status];
  return sourced(finding, check.fact);
}

/** R33: shown with source and date, in words that do not decide for the claimant. */
function reviewDeadline({ data, state, today, text }: Case): Finding[] {
  const limit = timeLimit(state, {
    types: limitationTypesOf(data.situation, data.disputing),
    countsFrom: limitCountsFrom(data),
    today,
  });
  if (!limit.fact || limit.years === null) return [info(text('review.deadlineUnknown'))];
  if (!limit.endsOn) {
    const start = text(`review.countsFrom.${limitStartOf(data)}`);
    return sourced(info(text('review.deadlineOpen', { years: limit.years, start })), limit.fact);
  }
  const values = { date: formatDay(limit.endsOn), years: limit.years ?? 0 };
  const finding =
    limit.status === 'passed'
      ? warning(text('review.deadlinePassed', values))
      : limit.status === 'endsSoon'
        ? warning(text('review.deadlineSoon', values))
        : info(text('review.deadlineOk', values));
  return [
    ...sourced(finding, limit.fact),
    ...(limit.earlierEndsOn ? [warning(text('review.deadlineEarlier', { date: formatDay(limit.earlierEndsOn) }))] : []),
  ];
}

function reviewJurisdiction(claim: Case): Finding[] {
  const { state, text } = claim;
  const court = state.court.value
    ? sourced(info(text('review.court', { court: state.court.value, state: state.nameInText })), state.court)
    : [];
  const demand =
    state.demandRequirement.value === 'required'
      ? sourced(info(text('review.demandRequired')), state.demandRequirement)
      : [];
  return [...court, ...reviewLimit(claim), ...reviewDeadline(claim), ...demand];
}

function reviewPapers({ data, state, cents, text }: Case): Finding[] {
  const isAbove = checkLimit(state, { amountCents: cents, isBusiness: claimantOf(data).isBusiness }).status === 'above';
  return [
    info(text('review.papers', { court: state.court.value ?? state.nameInText })),
    ...(isAbove ? [warning(text('review.papersOver'))] : []),
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
