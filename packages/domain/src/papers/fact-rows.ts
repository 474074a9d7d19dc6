/** Facts of the law as rows that name their official source, or say that there is none. */
import { formatDay } from '../dates/calendar-day.ts';
import { isConfirmed, sourceSentence, type Fact } from '../jurisdictions/fact.ts';
import { limitFact } from '../jurisdictions/limits.ts';
import type { LimitationType } from '../categories/index.ts';
import { limitStartOf, type LimitStart } from '../categories/limit-start.ts';
import { formatCents } from '../money/cents.ts';
import type { CaseFile } from './case-file.ts';
import type { FactRow } from './paper.ts';

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Where the data has no figure, the law sets none or we did not find it: only the clerk can say. */
const NO_FIGURE = 'We have no fixed figure. Ask the clerk.';

/** A fact as a row. One without an official source says so. */
export function factRow<T>(label: string, fact: Fact<T>, say: (value: T) => string): FactRow {
  return {
    label,
    value: fact.value === null ? NO_FIGURE : say(fact.value),
    note: [fact.note ? sentence(fact.note) : '', sourceSentence(fact)].filter(Boolean).join(' '),
    mustConfirm: !isConfirmed(fact),
  };
}

export const courtRow = ({ state }: CaseFile): FactRow[] =>
  state ? [factRow('Court that hears small claims', state.court, (court) => `${court}, ${state.name}`)] : [];

export function limitRows({ state, claimant, limit }: CaseFile): FactRow[] {
  if (!state || !limit) return [];
  const who = claimant.isBusiness ? 'business' : 'person';
  const row = factRow(`Limit in ${state.nameInText} for a ${who}`, limitFact(state, claimant.isBusiness), formatCents);
  return [
    row,
    ...limit.lowerLimits.map(({ court, limitCents }) => ({
      ...row,
      label: court,
      value: formatCents(limitCents),
    })),
  ];
}

const TYPE_NAMES: Readonly<Record<LimitationType, string>> = {
  written_contract: 'written agreements',
  oral_contract: 'spoken agreements',
  personal_injury: 'injuries',
  property_damage: 'damage to property',
};

/** From when the time counts, where the claimant has not given that day. */
const COUNTS_FROM: Readonly<Record<LimitStart, string>> = {
  happened: 'the day it happened',
  due: 'the day the money was due',
  lastPayment: 'the day the money was due, or the last payment if that was later',
  discovery: 'the day the harm was found, in many cases',
  delivery: 'the day of delivery, or the day it was due',
  moveOut: 'the days after the tenant moved out',
};

export function timeRows({ state, time, data }: CaseFile): FactRow[] {
  if (!state || !time?.fact || !time.type || time.years === null) return [];
  const row = factRow(
    `Time limit in ${state.nameInText} for ${TYPE_NAMES[time.type]}`,
    time.fact,
    (years) => `${years} ${years === 1 ? 'year' : 'years'}`,
  );
  const earlier = time.earlierEndsOn
    ? ` If the damage came from carelessness, it may end earlier, on ${formatDay(time.earlierEndsOn)}.`
    : '';
  const end = time.endsOn
    ? `By this rule it ends on ${formatDay(time.endsOn)}.${earlier}`
    : `It counts from ${COUNTS_FROM[limitStartOf(data)]}. You did not give that day, so no end is worked out here.`;
  return [{ ...row, value: `${sentence(row.value)} ${end}` }];
}

const REQUIREMENTS = {
  required: 'A demand is needed before filing',
  'not-required': 'A demand is not needed before filing',
  depends: 'It depends on the kind of claim',
} as const;

export const demandRow = ({ state }: CaseFile): FactRow[] =>
  state
    ? [factRow(`Demand before filing in ${state.nameInText}`, state.demandRequirement, (value) => REQUIREMENTS[value])]
    : [];
