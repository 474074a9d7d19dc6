/**
 * Facts of each state. Rows of `data/law` go first, each read in one text. Else the figures of
 * `data/us-states.json`; what people may read about them: `data/law-citations.json`. How the figures came in,
 * `data/us-states-sources.json`, is for us alone and in no program.
 */
import citations from '../../data/law-citations.json' with { type: 'json' };
import data from '../../data/us-states.json' with { type: 'json' };
import { LIMIT_KINDS, type LimitKind } from '../categories/index.ts';
import type { AnswerPeriod } from '../dates/pay-by.ts';
import { dollarsToCents } from '../money/cents.ts';
import { mapFact, type Citation, type Fact } from './fact.ts';
import { lawRows, limitRuleOf, rowCitation, rowFact, type LawRow, type LimitRule } from './law-rows.ts';

/** A figure with those of other sources, where they differ. */
interface Disputed {
  disagreements?: number[];
}
/** The kinds of the older table. Each serves its namesake alone, and only where a text was read. */
const GENERIC_KINDS = {
  'written-contract': 'written_contract',
  'oral-contract': 'oral_contract',
  injury: 'personal_injury',
  'property-damage': 'property_damage',
} as const;
type GenericKind = (typeof GENERIC_KINDS)[keyof typeof GENERIC_KINDS];

interface RawState {
  code: string;
  name: string;
  small_claims: Disputed & {
    court_name: string;
    /** The text of the limit names the court too. */
    is_court_of_limit?: boolean;
    limit_usd: number;
    limit_usd_business: number | null;
    limits_by_court?: { court: string; limit_usd: number }[];
    limit_not_for?: string[];
    not_heard?: string[];
  };
  statutes_of_limitations: Record<GenericKind, number>;
  prejudgment_or_legal_interest_rate: Disputed & { rate: number | null; kind: InterestKind; consumer_rate?: number };
  sales_tax_base_rate: Disputed & { rate: number; effective_from?: string };
  security_deposit_return_days: Disputed & { days: number; counts?: 'business' };
  demand_letter_required_before_filing: { value: boolean | 'depends' | 'unknown' };
}

/** fixed: a stated rate. cap: a ceiling a court may go up to. variable: no fixed figure. */
export type InterestKind = 'fixed' | 'cap' | 'variable';
export type DemandRequirement = 'required' | 'not-required' | 'depends';

export interface CourtLimit {
  readonly court: string;
  readonly limitCents: number;
  /** The text of its own, where it has one; else that of the place's limit speaks of it. */
  readonly citation: Citation | null;
}

export interface StateFacts {
  readonly code: string;
  readonly name: string;
  /** As it stands inside a sentence: `the District of Columbia`. */
  readonly nameInText: string;
  /** Kind of court that hears small claims. Its source is often weaker than that of the limit. */
  readonly court: Fact<string>;
  /** Small-claims limit for a natural person, whole cents. */
  readonly limit: Fact<number>;
  /** For a business, where it differs; else the same as `limit`. */
  readonly businessLimit: Fact<number>;
  readonly hasOwnBusinessLimit: boolean;
  /** Where courts of one state differ. */
  readonly limitsByCourt: readonly CourtLimit[];
  /** Categories and subcategories that the limit does not bind, or another one does. */
  readonly limitNotFor: readonly string[];
  /** Kinds of claim and subcategories that are no small claims there, whatever the sum. */
  readonly notHeard: readonly string[];
  /** How long a claim may be brought, by kind: confirmed rows alone, several where the law changed or differs. */
  readonly limitRules: Readonly<Record<LimitKind, readonly LimitRule[]>>;
  /** Yearly, as a fraction. */
  readonly interest: Fact<number>;
  /** For a consumer debt of a person, where a rate of its own was checked. */
  readonly consumerInterest: Fact<number> | null;
  readonly interestKind: InterestKind;
  readonly depositDays: Fact<number>;
  readonly depositCounts: 'calendar' | 'business';
  readonly demandRequirement: Fact<DemandRequirement>;
  /** The declaration of the court's own form, word for word; `null` where none was read. */
  readonly declaration: Fact<string> | null;
  /** How long the other side has to answer a demand, where a rule is known. */
  readonly answerPeriod: Fact<AnswerPeriod> | null;
  /** State sales tax, as a fraction. */
  readonly tax: Fact<number>;
  /** From which day `tax` holds, when it changed lately; the rate before stands in its disagreements. */
  readonly taxEffectiveFrom: string | null;
}

type CitedField = 'limit' | 'court' | 'limitation' | 'interest' | 'deposit' | 'demand';
interface RawCitation {
  title: string;
  url: string;
  read: string;
  text_of?: string;
  copy?: string | true;
  note?: string;
  /** Where the note depends on the kind of claim. */
  notes?: Partial<Record<GenericKind, string>>;
  /** A longer time that may hold instead, and what the shorter one is for. */
  longer?: Partial<Record<GenericKind, { years: number; note: string; else: string }>>;
  /** The kinds the named sections carry; all without it. */
  kinds?: GenericKind[];
  /** For facts from this day on; of earlier ones nothing is known. */
  applies_from?: Partial<Record<GenericKind, string>>;
}
type Cited = Partial<Record<CitedField, RawCitation>>;

const citedOf = (code: string): Cited => (citations.states as Record<string, Cited>)[code] ?? {};

const citationOf = (raw: RawCitation | undefined): Citation | null =>
  raw
    ? {
        title: raw.title,
        url: raw.url,
        readOn: raw.read,
        textOf: raw.text_of ?? null,
        ...(raw.copy ? { copy: raw.copy } : {}),
      }
    : null;

const factOf = <T>(
  cited: RawCitation | undefined,
  value: T | null,
  disagreements: readonly NoInfer<T>[] = [],
): Fact<T> => ({ value, citation: citationOf(cited), note: cited?.note ?? null, disagreements });

/** A limit of the older table, where a text was read that carries this kind. */
function genericRule({ code, statutes_of_limitations: years }: RawState, kind: LimitKind): LimitRule[] {
  const generic = (GENERIC_KINDS as Partial<Record<LimitKind, GenericKind>>)[kind];
  const cited = citedOf(code).limitation;
  const citation = citationOf(cited);
  if (!generic || !cited || !citation || !(cited.kinds ?? [generic]).includes(generic)) return [];
  const rule = {
    id: `${code}.limitation.${generic}`,
    kind,
    period: { count: years[generic], unit: 'years' },
    from: 'accrual',
    appliesFrom: cited.applies_from?.[generic] ?? null,
    appliesBefore: null,
    perhaps: [],
    citation,
    note: cited.notes?.[generic] ?? cited.note ?? null,
  } as const;
  const longer = cited.longer?.[generic];
  if (!longer) return [rule];
  const { years: count, note } = longer;
  const other = { ...rule, id: `${rule.id}.longer`, period: { count, unit: 'years' }, note } as const;
  return [
    { ...rule, note: longer.else },
    { ...other, isLand: generic === 'property_damage' },
  ];
}

function limitRulesOf(raw: RawState): StateFacts['limitRules'] {
  const rulesOf = (kind: LimitKind): readonly LimitRule[] => {
    const rows = lawRows(raw.code, 'limits', kind).map(limitRuleOf);
    return rows.length > 0 ? rows : genericRule(raw, kind);
  };
  // fromEntries forgets that there is a key for each kind.
  return Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, rulesOf(kind)])) as unknown as StateFacts['limitRules'];
}

const requirementOf = (value: boolean | 'depends' | 'unknown'): DemandRequirement | null =>
  value === true ? 'required' : value === false ? 'not-required' : value === 'depends' ? 'depends' : null;

/** Answer periods named in the notes of the demand rule; the tests hold these to the notes. */
const ANSWER_PERIODS: Readonly<Record<string, AnswerPeriod>> = {
  NV: { days: 10, counts: 'business' },
  MT: { days: 14, counts: 'calendar' },
};

const numberAt = (key: string) => (value: LawRow['value']) => {
  const found = value[key];
  return typeof found === 'number' ? found : null;
};
const textAt = (key: string) => (value: LawRow['value']) => (typeof value[key] === 'string' ? value[key] : null);

type CourtFacts = 'court' | 'limit' | 'businessLimit' | 'hasOwnBusinessLimit' | 'declaration';

/** The court's name, limits and their sources. */
function courtOf(raw: RawState): Pick<StateFacts, CourtFacts> {
  const claims = raw.small_claims;
  const cited = citedOf(raw.code);
  const rowOf = (kind: string) => lawRows(raw.code, 'court', kind)[0];
  // Where courts of one place have names of their own, none of them is said to be the claimant's.
  const names = lawRows(raw.code, 'court', 'court-name');
  const name = names.some(({ value }) => value['where'] !== undefined) ? undefined : names[0];
  const read = rowFact(rowOf('limit'), numberAt('usd'));
  const limit = mapFact(read ?? factOf(cited.limit, claims.limit_usd, claims.disagreements), dollarsToCents);
  const readBusiness = rowFact(rowOf('limit-business'), numberAt('usd'));
  const ownBusiness = readBusiness?.value ?? claims.limit_usd_business;
  const citation = citationOf(cited.court ?? (claims.is_court_of_limit ? cited.limit : undefined));
  const older = { value: claims.court_name, citation, note: null, disagreements: [] };
  return {
    court: rowFact(name, textAt('name')) ?? older,
    limit,
    declaration: rowFact(rowOf('declaration'), textAt('text')),
    businessLimit: readBusiness
      ? mapFact(readBusiness, dollarsToCents)
      : ownBusiness === null
        ? limit
        : { ...limit, value: dollarsToCents(ownBusiness), disagreements: [] },
    hasOwnBusinessLimit: ownBusiness !== null && dollarsToCents(ownBusiness) !== limit.value,
  };
}

function limitsByCourt({ code, small_claims }: RawState): readonly CourtLimit[] {
  const read = lawRows(code, 'court').flatMap((row): CourtLimit[] => {
    const { usd, where } = row.value;
    return typeof usd === 'number' && typeof where === 'string'
      ? [{ court: where, limitCents: dollarsToCents(usd), citation: rowCitation(row) }]
      : [];
  });
  if (read.length > 0) return read;
  const older = small_claims.limits_by_court ?? [];
  return older.map(({ court, limit_usd }) => ({ court, limitCents: dollarsToCents(limit_usd), citation: null }));
}

function stateOf(raw: RawState): StateFacts {
  const cited = citedOf(raw.code);
  const interest = raw.prejudgment_or_legal_interest_rate;
  const interestRow = lawRows(raw.code, 'interest').find(({ kind }) => kind === 'rate' || kind === 'cap');
  const demand = raw.demand_letter_required_before_filing;
  const deposit = raw.security_deposit_return_days;
  const depositRow = rowFact(lawRows(raw.code, 'deposit', 'days')[0], numberAt('days'));
  const period = ANSWER_PERIODS[raw.code];
  return {
    code: raw.code,
    name: raw.name,
    nameInText: raw.code === 'DC' ? `the ${raw.name}` : raw.name,
    ...courtOf(raw),
    limitsByCourt: limitsByCourt(raw),
    limitNotFor: raw.small_claims.limit_not_for ?? [],
    notHeard: raw.small_claims.not_heard ?? [],
    limitRules: limitRulesOf(raw),
    interest: rowFact(interestRow, numberAt('rate')) ?? factOf(cited.interest, interest.rate, interest.disagreements),
    consumerInterest:
      rowFact(lawRows(raw.code, 'interest', 'consumer-debt')[0], numberAt('rate')) ??
      (interest.consumer_rate === undefined ? null : factOf(cited.interest, interest.consumer_rate)),
    interestKind: (interestRow?.value['kind'] as InterestKind | undefined) ?? interest.kind,
    depositDays: depositRow ?? factOf(cited.deposit, deposit.days, deposit.disagreements),
    depositCounts: depositRow ? 'calendar' : (deposit.counts ?? 'calendar'),
    demandRequirement:
      rowFact(lawRows(raw.code, 'demand', 'small-claims')[0], ({ required }) =>
        requirementOf(required as boolean | 'unknown'),
      ) ?? factOf(cited.demand, requirementOf(demand.value)),
    answerPeriod: period ? factOf(cited.demand, period) : null,
    tax: factOf(undefined, raw.sales_tax_base_rate.rate, raw.sales_tax_base_rate.disagreements),
    taxEffectiveFrom: raw.sales_tax_base_rate.effective_from ?? null,
  };
}

/** 50 states and the District of Columbia, by name. */
export const STATES: readonly StateFacts[] = /* @__PURE__ */ (data.states as unknown as RawState[])
  .map(stateOf)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

export const stateByCode = (code: string | null | undefined): StateFacts | null =>
  STATES.find((state) => state.code === code?.trim().toUpperCase()) ?? null;
