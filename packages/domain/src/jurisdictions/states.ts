/**
 * What is known about each state. Figures and how we came by them: `data/us-states.json`; what people may read about
 * them: `data/law-citations.json`.
 */
import citations from '../../data/law-citations.json' with { type: 'json' };
import data from '../../data/us-states.json' with { type: 'json' };
import type { LimitationType } from '../categories/index.ts';
import type { AnswerPeriod } from '../dates/pay-by.ts';
import { dollarsToCents } from '../money/cents.ts';
import { mapFact, type Citation, type Confidence, type Disagreement, type Fact } from './fact.ts';

interface RawSource {
  source: string;
  as_of: string | null;
  note?: string | null;
}
interface RawFact extends RawSource {
  confidence: Confidence;
  disagreements?: (RawSource & { value: unknown; field?: string })[];
}
interface RawState {
  code: string;
  name: string;
  small_claims: RawFact & {
    court_name: string;
    court_name_source: string;
    limit_usd: number;
    limit_usd_business: number | null;
    limits_by_court?: { court: string; limit_usd: number }[];
  };
  statutes_of_limitations: Omit<RawFact, 'confidence'> &
    Record<LimitationType, number> & { confidence: Record<LimitationType, Confidence> };
  prejudgment_or_legal_interest_rate: RawFact & { rate: number | null; kind: InterestKind; consumer_rate?: number };
  sales_tax_base_rate: RawFact & { rate: number; effective_from?: string };
  security_deposit_return_days: RawFact & { days: number };
  demand_letter_required_before_filing: RawFact & { value: boolean | 'depends' | 'unknown' };
}

/** fixed: a stated rate. cap: a ceiling a court may go up to. variable: no fixed figure. */
export type InterestKind = 'fixed' | 'cap' | 'variable';
export type DemandRequirement = 'required' | 'not-required' | 'depends';

export interface CourtLimit {
  readonly court: string;
  readonly limitCents: number;
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
  /** Years, by kind of claim. */
  readonly limitation: Readonly<Record<LimitationType, Fact<number>>>;
  /** Yearly, as a fraction. */
  readonly interest: Fact<number>;
  /** For a consumer debt of a person, where a rate of its own was checked. */
  readonly consumerInterest: Fact<number> | null;
  readonly interestKind: InterestKind;
  readonly depositDays: Fact<number>;
  readonly demandRequirement: Fact<DemandRequirement>;
  /** How long the other side has to answer a demand, where a rule is known. */
  readonly answerPeriod: Fact<AnswerPeriod> | null;
  /** State sales tax, as a fraction. */
  readonly tax: Fact<number>;
  /** From which day `tax` holds, when it changed lately; the rate before stands in its disagreements. */
  readonly taxEffectiveFrom: string | null;
}

const disagreementsOf = <T>(raw: Pick<RawFact, 'disagreements'>, pick: (value: unknown, field?: string) => T | null) =>
  (raw.disagreements ?? []).flatMap((other): Disagreement<T>[] => {
    const value = pick(other.value, other.field);
    return value === null ? [] : [{ value, source: other.source, asOf: other.as_of, note: other.note ?? null }];
  });

const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

type CitedField = 'limit' | 'court' | 'limitation' | 'interest' | 'deposit' | 'demand';
interface RawCitation {
  title: string;
  url: string;
  read: string;
  text_of?: string;
  note?: string;
  /** Where the note depends on the kind of claim. */
  notes?: Partial<Record<LimitationType, string>>;
}
type Cited = Partial<Record<CitedField, RawCitation>>;

const citedOf = (code: string): Cited => (citations.states as Record<string, Cited>)[code] ?? {};

const citationOf = (raw: RawCitation | undefined): Citation | null =>
  raw ? { title: raw.title, url: raw.url, readOn: raw.read, textOf: raw.text_of ?? null } : null;

const factOf = <T>(
  raw: RawFact,
  cited: RawCitation | undefined,
  value: T | null,
  pick: (value: unknown, field?: string) => T | null = () => null,
): Fact<T> => ({
  value,
  citation: citationOf(cited),
  note: cited?.note ?? null,
  record: { source: raw.source, asOf: raw.as_of, confidence: raw.confidence, note: raw.note ?? null },
  disagreements: disagreementsOf(raw, pick),
});

/** A note goes by the kind of limit it is about, not by the state. */
const citedFor = (code: string, type: LimitationType): RawCitation | undefined => {
  const cited = citedOf(code).limitation;
  const note = cited?.notes?.[type];
  return cited && note ? { ...cited, note } : cited;
};

const limitationFact = ({ code, statutes_of_limitations: raw }: RawState, type: LimitationType): Fact<number> =>
  factOf({ ...raw, confidence: raw.confidence[type] }, citedFor(code, type), raw[type], (value, field) =>
    field === type || field === undefined ? asNumber(value) : null,
  );

const requirementOf = (value: boolean | 'depends' | 'unknown'): DemandRequirement | null =>
  value === true ? 'required' : value === false ? 'not-required' : value === 'depends' ? 'depends' : null;

/** Answer periods named in the notes of the demand rule; the tests hold these to the notes. */
const ANSWER_PERIODS: Readonly<Record<string, AnswerPeriod>> = {
  NV: { days: 10, counts: 'business' },
  MT: { days: 14, counts: 'calendar' },
};

function stateOf(raw: RawState): StateFacts {
  const claims = raw.small_claims;
  const cited = citedOf(raw.code);
  const limit = mapFact(factOf(claims, cited.limit, claims.limit_usd, asNumber), dollarsToCents);
  const isCourtOfLimit = claims.court_name_source === claims.source;
  const interest = raw.prejudgment_or_legal_interest_rate;
  const demand = raw.demand_letter_required_before_filing;
  const period = ANSWER_PERIODS[raw.code];
  return {
    code: raw.code,
    name: raw.name,
    nameInText: raw.code === 'DC' ? `the ${raw.name}` : raw.name,
    court: {
      value: claims.court_name,
      citation: citationOf(cited.court ?? (isCourtOfLimit ? cited.limit : undefined)),
      note: null,
      record: {
        source: claims.court_name_source,
        asOf: isCourtOfLimit ? claims.as_of : null,
        confidence: isCourtOfLimit ? claims.confidence : 'single',
        note: null,
      },
      disagreements: [],
    },
    limit,
    businessLimit:
      claims.limit_usd_business === null
        ? limit
        : { ...limit, value: dollarsToCents(claims.limit_usd_business), disagreements: [] },
    hasOwnBusinessLimit: claims.limit_usd_business !== null && claims.limit_usd_business !== claims.limit_usd,
    limitsByCourt: (claims.limits_by_court ?? []).map(({ court, limit_usd }) => ({
      court,
      limitCents: dollarsToCents(limit_usd),
    })),
    limitation: {
      written_contract: limitationFact(raw, 'written_contract'),
      oral_contract: limitationFact(raw, 'oral_contract'),
      personal_injury: limitationFact(raw, 'personal_injury'),
      property_damage: limitationFact(raw, 'property_damage'),
    },
    interest: factOf(interest, cited.interest, interest.rate, asNumber),
    consumerInterest:
      interest.consumer_rate === undefined ? null : factOf(interest, cited.interest, interest.consumer_rate),
    interestKind: interest.kind,
    depositDays: factOf(
      raw.security_deposit_return_days,
      cited.deposit,
      raw.security_deposit_return_days.days,
      asNumber,
    ),
    demandRequirement: factOf(demand, cited.demand, requirementOf(demand.value)),
    answerPeriod: period ? factOf(demand, cited.demand, period) : null,
    tax: factOf(raw.sales_tax_base_rate, undefined, raw.sales_tax_base_rate.rate, asNumber),
    taxEffectiveFrom: raw.sales_tax_base_rate.effective_from ?? null,
  };
}

/** 50 states and the District of Columbia, by name. */
export const STATES: readonly StateFacts[] = /* @__PURE__ */ (data.states as unknown as RawState[])
  .map(stateOf)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

export const stateByCode = (code: string | null | undefined): StateFacts | null =>
  STATES.find((state) => state.code === code?.trim().toUpperCase()) ?? null;
