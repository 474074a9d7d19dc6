/** Kinds of claims and what goes with each. Data: `data/claim-categories.json`. */
import data from '../../data/claim-categories.json' with { type: 'json' };

/** Names of the time limits in the states' data. */
export type LimitationType = 'written_contract' | 'oral_contract' | 'personal_injury' | 'property_damage';

export const LIMITATION_TYPES: readonly LimitationType[] = [
  'written_contract',
  'oral_contract',
  'personal_injury',
  'property_damage',
];

export interface Subcategory {
  readonly value: string;
  readonly label: string;
  /** Name of a shape in `packages/ui/src/icons`, most of them lucide's. */
  readonly icon: string;
  readonly limitationType: LimitationType | null;
  readonly extraEvidence: readonly string[];
}

export interface Category {
  readonly value: string;
  readonly label: string;
  readonly icon: string;
  /** Tiles are sorted by it. */
  readonly order: number;
  readonly hint: string;
  /** `null`: no time limit may be shown before the kind is known. */
  readonly limitationType: LimitationType | null;
  readonly limitationNote: string;
  readonly usesSecurityDepositDays: boolean;
  readonly subcategories: readonly Subcategory[];
  readonly evidence: readonly string[];
  readonly keyQuestions: readonly string[];
}

interface RawCategory {
  value: string;
  label: string;
  icon: string;
  order: number;
  hint: string;
  limitation_type: LimitationType | null;
  limitation_note: string;
  uses_security_deposit_days: boolean;
  subcategories: {
    value: string;
    label: string;
    icon: string;
    limitation_type?: LimitationType;
    extra_evidence?: string[];
  }[];
  evidence: string[];
  key_questions: string[];
}

/** In the order of the tiles. */
export const CATEGORIES: readonly Category[] = /* @__PURE__ */ (data.categories as unknown as RawCategory[])
  .map((raw): Category => ({
    value: raw.value,
    label: raw.label,
    icon: raw.icon,
    order: raw.order,
    hint: raw.hint,
    limitationType: raw.limitation_type,
    limitationNote: raw.limitation_note,
    usesSecurityDepositDays: raw.uses_security_deposit_days,
    subcategories: raw.subcategories.map((sub) => ({
      value: sub.value,
      label: sub.label,
      icon: sub.icon,
      limitationType: sub.limitation_type ?? raw.limitation_type,
      extraEvidence: sub.extra_evidence ?? [],
    })),
    evidence: raw.evidence,
    keyQuestions: raw.key_questions,
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
 * The time limits a claim may fall under: those of its subcategories, else that of its category.
 * @returns empty when none can be named; more than one when the chosen subcategories differ
 */
export function limitationTypesOf(
  category: string | null | undefined,
  chosen: readonly string[] | null | undefined,
): readonly LimitationType[] {
  const subcategories = chosenSubcategories(category, chosen);
  const types = subcategories.length
    ? subcategories.map(({ limitationType }) => limitationType)
    : [findCategory(category)?.limitationType ?? null];
  return [...new Set(types.filter((type): type is LimitationType => type !== null))];
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
