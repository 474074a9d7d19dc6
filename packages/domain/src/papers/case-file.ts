/** What all papers of one claim share. */
import { limitationTypesOf } from '../categories/index.ts';
import { limitCountsFrom } from '../categories/limit-start.ts';
import {
  defendantOf,
  incidentPlace,
  shownClaimantOf,
  type ClaimFormData,
  type Party,
  type Place,
} from '../claim/form-data.ts';
import { formatDay, parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import { checkLimit, timeLimit, type LimitCheck, type TimeLimit } from '../jurisdictions/limits.ts';
import type { StateFacts } from '../jurisdictions/states.ts';
import { letterGaps } from '../letter/gaps.ts';
import { printableAnswers } from '../letter/gate/printable-answers.ts';
import { sentencesOf } from '../letter/sentences.ts';
import { subjectOf } from '../letter/subjects.ts';
import { amountCents } from '../money/amount.ts';
import type { Exhibit, PaperInput, SentLetter } from './paper.ts';

export interface CaseFile {
  readonly data: ClaimFormData;
  readonly claimant: Party;
  readonly defendant: Party;
  readonly place: Place;
  readonly state: StateFacts | null;
  /** `Ana Diaz v. Bo Lee`. */
  readonly caseName: string;
  readonly subject: string;
  readonly happenedOn: CalendarDay | null;
  /** `March 3, 2026`, with "about" where the claimant is not sure; empty without a day. */
  readonly happenedText: string;
  readonly madeOn: CalendarDay;
  /** What the claimant is owed. */
  readonly amountCents: number;
  readonly limit: LimitCheck | null;
  readonly hasWaived: boolean;
  /** What is asked of the court: the limit when the excess is waived. */
  readonly askedCents: number;
  readonly time: TimeLimit | null;
  readonly letter: SentLetter | null;
  /** All exhibits in order, the letter and its proof first. */
  readonly exhibits: readonly Exhibit[];
  readonly serviceName: string;
  readonly footer: string;
}

function letterExhibits(letter: SentLetter | null): Exhibit[] {
  if (!letter) return [];
  const proof: Exhibit[] = letter.trackingNumber
    ? [
        {
          title: `Certified Mail record, tracking number ${letter.trackingNumber}`,
          madeBy: 'US Postal Service',
          proves: 'That the letter was mailed, and what became of it',
          ...(letter.mailedOn ? { date: letter.mailedOn } : {}),
        },
      ]
    : [];
  return [
    {
      title: 'Demand letter',
      date: letter.letterDay,
      madeBy: 'Claimant',
      proves: 'That payment was asked for before filing',
    },
    ...proof,
  ];
}

/** @throws {RangeError} when an answer the papers rest on is missing */
export function caseFileOf(input: PaperInput): CaseFile {
  const { state, madeOn } = input;
  const gaps = letterGaps(input.data);
  if (gaps.length > 0) throw new RangeError(`court papers need ${gaps.join(', ')}`);

  const { data } = printableAnswers(input.data, input.rulings);
  const claimant = shownClaimantOf(data);
  const defendant = defendantOf(data);
  const cents = amountCents(data.amount) ?? 0;
  const types = limitationTypesOf(data.situation, data.disputing);
  const happenedOn = parseCalendarDay(data.date);
  const limit = state ? checkLimit(state, { amountCents: cents, isBusiness: claimant.isBusiness, types }) : null;
  const hasWaived = data.overLimitChoice === 'waive' && limit?.status === 'above';
  const letter = input.letter ?? null;
  const caseName = `${claimant.name} v. ${defendant.name}`;
  return {
    data,
    claimant,
    defendant,
    place: incidentPlace(data),
    state,
    caseName,
    subject: subjectOf(data.situation, data.disputing),
    happenedOn,
    happenedText: happenedOn ? `${data.dateIsAbout ? 'about ' : ''}${formatDay(happenedOn)}` : '',
    madeOn,
    amountCents: cents,
    limit,
    hasWaived,
    askedCents: hasWaived && limit?.limitCents ? limit.limitCents : cents,
    time: state ? timeLimit(state, { types, countsFrom: limitCountsFrom(data), today: madeOn }) : null,
    letter,
    exhibits: [...letterExhibits(letter), ...(input.exhibits ?? [])],
    serviceName: input.serviceName ?? 'Redress',
    footer: `${caseName} · made on ${formatDay(madeOn)}`,
  };
}

/** The claimant's account, one sentence or paragraph at a time, each exactly as written. */
export function storySentences(data: ClaimFormData): readonly string[] {
  const paragraphs = (data.claimDescription ?? '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const sentences = paragraphs.flatMap(sentencesOf);
  // Facts are numbered one by one; a very long account stays readable as numbered paragraphs.
  return sentences.length <= 40 ? sentences : paragraphs;
}

/** Spoken to the other side, not to a judge. */
const SPEAKS_TO_READER = /\b(?:you|your|yours|yourself|usted|ustedes)\b/iu;

/** The account as facts for a court: what speaks to the other side stands as the claimant's quoted words. */
export const storyFacts = (data: ClaimFormData): readonly string[] =>
  storySentences(data).map((sentence) =>
    SPEAKS_TO_READER.test(sentence) ? `In the claimant's words to the other side: “${sentence}”` : sentence,
  );
