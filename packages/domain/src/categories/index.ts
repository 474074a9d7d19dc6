/** Kinds of claims and what goes with each. Data: `data/claim-categories.json`. */
import data from '../../data/claim-categories.json' with { type: 'json' };

/** Kinds of time limits: each is read in the law of each place by itself (`data/law`). */
export const LIMIT_KINDS = [
  'goods',
  'building-work',
  'services',
  'oral-contract',
  'written-contract',
  'loan',
  'deposit',
  'wages',
  'injury',
  'property-damage',
  'fraud',
] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface Subcategory {
  readonly value: string;
  readonly label: string;
  /** Name of a shape in `packages/ui/src/icons`, most of them lucide's. */
  readonly icon: string;
  /** Several where it depends on what was agreed; empty: no limit may be named. */
  readonly limitKinds: readonly LimitKind[];
  readonly extraEvidence: readonly string[];
}

export interface Category {
  readonly value: string;
  readonly label: string;
  readonly icon: string;
  /** Tiles are sorted by it. */
  readonly order: number;
  readonly hint: string;
  readonly limitKinds: readonly LimitKind[];
  readonly usesSecurityDepositDays: boolean;
  readonly subcategories: readonly Subcategory[];
  readonly evidence: readonly string[];
  readonly keyQuestions: readonly string[];
  readonly objections: readonly Objection[];
}

/** What the other side often says in such a claim, and what to have ready. Ways to prepare, not law. */
export interface Objection {
  readonly says: string;
  readonly ready: string;
  /** Subcategories that it is said to; to all of them where there are none. */
  readonly of?: readonly string[];
}

interface RawCategory {
  value: string;
  label: string;
  icon: string;
  order: number;
  hint: string;
  limit_kinds: LimitKind[];
  uses_security_deposit_days: boolean;
  subcategories: {
    value: string;
    label: string;
    icon: string;
    limit_kinds?: LimitKind[];
    extra_evidence?: string[];
  }[];
  evidence: string[];
  key_questions: string[];
  objections: Objection[];
}

/** All categories in the order of the tiles. */
export const CATEGORIES: readonly Category[] = /* @__PURE__ */ (data.categories as unknown as RawCategory[])
  .map((raw): Category => ({
    value: raw.value,
    label: raw.label,
    icon: raw.icon,
    order: raw.order,
    hint: raw.hint,
    limitKinds: raw.limit_kinds,
    usesSecurityDepositDays: raw.uses_security_deposit_days,
    subcategories: raw.subcategories.map((sub) => ({
      value: sub.value,
      label: sub.label,
      icon: sub.icon,
      limitKinds: sub.limit_kinds ?? raw.limit_kinds,
      extraEvidence: sub.extra_evidence ?? [],
    })),
    evidence: raw.evidence,
    keyQuestions: raw.key_questions,
    objections: raw.objections,
  }))
  .sort((a, b) => a.order - b.order);

export const findCategory = (value: string | null | undefined): Category | null =>
  CATEGORIES.find((category) => category.value === value) ?? null;

/** Empty for a category that has none, or that is not known. */
export const subcategoriesOf = (category: string | null | undefined): readonly Subcategory[] =>
  findCategory(category)?.subcategories ?? [];

/** The chosen ones, in the order of the tiles; values of another category are left out. */
export const chosenSubcategories = (
  category: string | null | undefined,
  chosen: readonly string[] | null | undefined,
): readonly Subcategory[] => subcategoriesOf(category).filter(({ value }) => chosen?.includes(value));

/**
 * The kinds of time limit a claim may fall under: those of its subcategories, else those of its category.
 * @returns `null` when none can be named: nothing is known of the category, or of one of what was ticked
 */
export function limitKindsOf(
  category: string | null | undefined,
  chosen: readonly string[] | null | undefined,
): readonly LimitKind[] | null {
  const subcategories = chosenSubcategories(category, chosen);
  const kinds = subcategories.length
    ? subcategories.map(({ limitKinds }) => limitKinds)
    : [findCategory(category)?.limitKinds ?? []];
  return kinds.some(({ length }) => length === 0) ? null : [...new Set(kinds.flat())];
}

/** What a claimant should gather, without repeats: for the category first, then for what was ticked. */
export const evidenceFor = (
  category: string | null | undefined,
  chosen: readonly string[] | null | undefined,
): readonly string[] => [
  ...new Set([
    ...(findCategory(category)?.evidence ?? []),
    ...chosenSubcategories(category, chosen).flatMap(({ extraEvidence }) => extraEvidence),
  ]),
];

/** Said in every kind of claim. */
const COMMON_OBJECTIONS: readonly Objection[] = [
  { says: 'I already paid.', ready: 'Your list of payments and your account statements' },
  { says: 'The amount is too high.', ready: 'The receipts, bills or quotes behind each line of the sum' },
];

/** Objections of the other side: those of the category first, without those that do not fit the ticked kind of claim. */
export const objectionsTo = (
  category: string | null | undefined,
  chosen: readonly string[] | null | undefined,
): readonly Objection[] => {
  const kinds = chosenSubcategories(category, chosen).map(({ value }) => value);
  const isSaid = ({ of }: Objection) => !of || kinds.length === 0 || kinds.some((kind) => of.includes(kind));
  return [...(findCategory(category)?.objections ?? []).filter(isSaid), ...COMMON_OBJECTIONS];
};
