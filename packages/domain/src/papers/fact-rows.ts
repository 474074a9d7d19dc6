/** Facts of the law as rows that carry source and date, and say so when they must be confirmed. */
import { formatDay } from '../dates/calendar-day.ts';
import { isConfirmed, type Fact } from '../jurisdictions/fact.ts';
import { limitFact } from '../jurisdictions/limits.ts';
import type { LimitationType } from '../categories/index.ts';
import { formatCents } from '../money/cents.ts';
import type { CaseFile } from './case-file.ts';
import type { FactRow } from './paper.ts';

export const CONFIRM = 'Confirm with the clerk.';

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The data keeps the number under which an unnamed file was found; on paper it says nothing. */
const printedSource = (source: string): string => source.replace(/\s*\(code index file [^)]*\)/g, '');

/** What other sources say, each figure once. */
function otherSources<T>(fact: Fact<T>, say: (value: T) => string): string[] {
  const byFigure = new Map<string, string[]>();
  for (const { value, source } of fact.disagreements) {
    const figure = say(value);
    byFigure.set(figure, [...(byFigure.get(figure) ?? []), printedSource(source)]);
  }
  return [...byFigure].map(
    ([figure, sources]) =>
      `${sources.length > 1 ? 'Other sources say' : 'Another source says'} ${figure} (${sources.join('; ')}).`,
  );
}

/** A fact as a row. One that is not confirmed by its sources, or has no figure, ends in 'Confirm with the clerk.' */
export function factRow<T>(label: string, fact: Fact<T>, say: (value: T) => string): FactRow {
  const mustConfirm = !isConfirmed(fact);
  const value =
    fact.value === null ? CONFIRM : mustConfirm ? `${sentence(say(fact.value))} ${CONFIRM}` : say(fact.value);
  const dated = fact.asOf ? `, ${/^undated/.test(fact.asOf) ? fact.asOf : `as of ${fact.asOf}`}` : '';
  return {
    label,
    value,
    note: [
      fact.note ? sentence(fact.note) : '',
      ...otherSources(fact, say),
      `Source: ${printedSource(fact.source)}${dated}.`,
    ]
      .filter(Boolean)
      .join(' '),
    source: printedSource(fact.source),
    asOf: fact.asOf,
    mustConfirm,
  };
}

export const courtRow = ({ state }: CaseFile): FactRow[] =>
  state ? [factRow('Court that hears small claims', state.court, (court) => `${court}, ${state.name}`)] : [];

export function limitRows({ state, claimant, limit }: CaseFile): FactRow[] {
  if (!state || !limit) return [];
  const who = claimant.isBusiness ? 'business' : 'person';
  const row = factRow(`Limit in ${state.name} for a ${who}`, limitFact(state, claimant.isBusiness), formatCents);
  return [
    row,
    ...limit.lowerLimits.map(({ court, limitCents }) => ({
      ...row,
      label: court,
      value: `${formatCents(limitCents)}. ${CONFIRM}`,
      mustConfirm: true,
    })),
  ];
}

const TYPE_NAMES: Readonly<Record<LimitationType, string>> = {
  written_contract: 'written agreements',
  oral_contract: 'spoken agreements',
  personal_injury: 'injuries',
  property_damage: 'damage to property',
};

export function timeRows({ state, time }: CaseFile): FactRow[] {
  if (!state || !time?.fact || !time.type || !time.endsOn) return [];
  const endsOn = time.endsOn;
  const row = factRow(
    `Time limit in ${state.name} for ${TYPE_NAMES[time.type]}`,
    time.fact,
    (years) => `${years} ${years === 1 ? 'year' : 'years'}`,
  );
  const earlier = time.earlierEndsOn ? ` It may end earlier, on ${formatDay(time.earlierEndsOn)}.` : '';
  const end = `By this rule it ends on ${formatDay(endsOn)}.${earlier}`;
  return [{ ...row, value: `${sentence(row.value)} ${end}` }];
}

const REQUIREMENTS = {
  required: 'A demand is needed before filing',
  'not-required': 'A demand is not needed before filing',
  depends: 'It depends on the kind of claim',
} as const;

export const demandRow = ({ state }: CaseFile): FactRow[] =>
  state
    ? [factRow(`Demand before filing in ${state.name}`, state.demandRequirement, (value) => REQUIREMENTS[value])]
    : [];
