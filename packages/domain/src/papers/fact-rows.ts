/** Facts of the law as rows that name the text they were read in, or say that there is none. */
import { formatDay } from '../dates/calendar-day.ts';
import { demandRules } from '../jurisdictions/demand-rules.ts';
import { isConfirmed, NO_CONFIRMED_SOURCE, sourceSentence, type Fact } from '../jurisdictions/fact.ts';
import type { Perhaps, RuleStart } from '../jurisdictions/law-rows.ts';
import { limitFact, perhapsOf, periodText, type KindLimit } from '../jurisdictions/limits.ts';
import type { LimitKind } from '../categories/index.ts';
import { sentenceOf } from '../letter/sentences.ts';
import { formatCents } from '../money/cents.ts';
import type { CaseFile } from './case-file.ts';
import type { FactRow } from './paper.ts';

/** The law sets no fixed figure: only the clerk can say. */
const NO_FIGURE = 'We have no fixed figure. Ask the clerk.';

/** A fact as a row. What no text was read for is not said (R39): the row then says that alone. */
export function factRow<T>(
  label: string,
  fact: Fact<T>,
  say: (value: T) => string,
  unknown: string = NO_CONFIRMED_SOURCE,
): FactRow {
  if (!fact.citation) return { label, value: unknown, note: '', mustConfirm: true };
  return {
    label,
    value: fact.value === null ? NO_FIGURE : say(fact.value),
    note: [sentenceOf(fact.note ?? ''), sourceSentence(fact)].filter(Boolean).join(' '),
    mustConfirm: !isConfirmed(fact),
  };
}

export const courtRow = ({ state }: CaseFile): FactRow[] =>
  state ? [factRow('Court that hears small claims', state.court, (court) => `${court}, ${state.name}`)] : [];

export function limitRows({ state, claimant, limit }: CaseFile): FactRow[] {
  if (!state || !limit) return [];
  const who = claimant.isBusiness ? 'business' : 'person';
  const row = factRow(`Limit in ${state.nameInText} for a ${who}`, limitFact(state, claimant.isBusiness), formatCents);
  if (row.mustConfirm) return [row];
  return [
    row,
    ...limit.lowerLimits.map(({ court, limitCents, citation }) => ({
      ...row,
      label: court.charAt(0).toUpperCase() + court.slice(1),
      value: formatCents(limitCents),
      ...(citation ? { note: sourceSentence({ citation }) } : {}),
    })),
  ];
}

/** Kinds of limit as they stand after "for". */
export const KIND_NAMES: Readonly<Record<LimitKind, string>> = {
  goods: 'goods that were sold',
  'building-work': 'building work',
  services: 'services',
  'oral-contract': 'spoken agreements',
  'written-contract': 'written agreements',
  loan: 'loans',
  deposit: 'rental deposits',
  wages: 'wages',
  injury: 'injuries',
  'property-damage': 'damage to property',
  fraud: 'deception',
};

/** From when the time counts, by the text of the rule. */
export const COUNTS_FROM: Readonly<Record<RuleStart, string>> = {
  happened: 'the day it happened',
  due: 'the day it was due',
  lastPayment: 'the last payment',
  discovery: 'the day the harm was found',
  delivery: 'the day of delivery, or the day it was due',
  moveOut: 'the days after the tenant moved out',
  certificate: 'the certificate that the work was done',
  accrual: 'the day the claim arose',
};

const PERHAPS_WORDS: Readonly<Record<Perhaps, string>> = {
  discovery: 'that the harm was found later',
  minor: 'that the claimant was under 18',
  acknowledgment: 'that the debt was admitted in writing',
  'part-payment': 'that a part was paid',
};

/** `What can change this day: that a part was paid.` Mentioned, never computed (R45). */
const perhapsSentence = (perhaps: readonly Perhaps[]): string =>
  perhaps.length > 0 ? `What can change this day: ${perhaps.map((each) => PERHAPS_WORDS[each]).join('; ')}.` : '';

function endSentence({ time, data, madeOn }: CaseFile, { rule, endsOn, kind }: KindLimit): string {
  if (!time || !rule) return '';
  const open = time.limits.find((other) => other.endsOn === null);
  if (!open && endsOn) {
    if (endsOn < madeOn) return `By this rule it ended on ${formatDay(endsOn)}.`;
    const isEarlier = time.limits.some((other) => other.endsOn !== null && other.endsOn > endsOn);
    return `By this rule it ends on ${formatDay(endsOn)}.${isEarlier ? ' Other rules here end later: this is the end to keep.' : ''}`;
  }
  if (open && open.kind !== kind)
    return `No end is named: your claim may also be about ${KIND_NAMES[open.kind]}, and for that no end can be counted.`;
  return data.limitDate || data.date
    ? 'That may be another day than the one you gave, so no end is named.'
    : 'You did not give that day, so no end is named.';
}

/** One row for each kind the claim may fall under; a kind that was not read has no number. */
export function timeRows(file: CaseFile): FactRow[] {
  const { state, time } = file;
  if (!state || !time) return [];
  if (time.limits.length === 0)
    return [{ label: `Time limit in ${state.nameInText}`, value: NO_CONFIRMED_SOURCE, note: '', mustConfirm: true }];
  return time.limits.map((limit): FactRow => {
    const { kind, rule } = limit;
    const label = `Time limit in ${state.nameInText} for ${KIND_NAMES[kind]}`;
    if (!rule) return { label, value: NO_CONFIRMED_SOURCE, note: '', mustConfirm: true };
    const change = perhapsSentence(perhapsOf(rule));
    return {
      label,
      value: `${periodText(rule)}, from ${COUNTS_FROM[rule.from]}. ${endSentence(file, limit)}`,
      note: [sentenceOf(rule.note ?? ''), change, sourceSentence(rule)].filter(Boolean).join(' '),
      mustConfirm: false,
    };
  });
}

const REQUIREMENTS = {
  required: 'A demand is needed before filing',
  'not-required': 'A demand is not needed before filing',
  depends: 'It depends on the kind of claim',
} as const;
const ASK_ABOUT_DEMAND = 'Ask the clerk whether a demand must come first: we have no confirmed source.';

/** Demands that a statute asks for before a suit under it. */
const demandsByStatute = ({ data, state }: CaseFile): FactRow[] =>
  demandRules(data, state).map(({ row, citation }) => {
    const what = row.value['required'] === true ? 'A written notice' : 'For a claim under this law a written demand';
    return {
      label: `Demand before filing in ${state?.nameInText ?? ''}`,
      value: `${what} is needed ${String(row.value['days'])} days before filing`,
      note: [sentenceOf(row.note ?? ''), sourceSentence({ citation })].filter(Boolean).join(' '),
      mustConfirm: false,
    };
  });

export function demandRow(file: CaseFile): FactRow[] {
  const { state } = file;
  if (!state) return [];
  const rows = demandsByStatute(file);
  if (rows.length > 0 && !isConfirmed(state.demandRequirement)) return rows;
  const label = `Demand before filing in ${state.nameInText}`;
  return [factRow(label, state.demandRequirement, (value) => REQUIREMENTS[value], ASK_ABOUT_DEMAND), ...rows];
}

const MAY_BE_ABOVE = 'The amount may be above the limit for small claims: we have no confirmed source for it.';

/** A limit no text confirms decides nothing. */
export const ABOVE_LIMIT = ({ limitCents }: CaseFile): string =>
  limitCents === null ? MAY_BE_ABOVE : 'The amount is above the limit for small claims.';

export const LIMIT_DEPENDS = ({ limitCents }: CaseFile): string =>
  `${limitCents === null ? MAY_BE_ABOVE : 'The limit depends on the court or on the kind of claim, or sources differ.'} Ask the clerk of your court before you file.`;
