/** The rows of a claim: what happened, what is asked for, what the other side may say. They live inside the claim's answers. */

export const FACTS_MAX = 60;
export const SUM_ITEMS_MAX = 40;
export const OBJECTIONS_MAX = 3;
/** Of each text of a row. */
export const ROW_TEXT_MAX_CHARACTERS = 2_000;

export const FACT_DAYS = ['exact', 'about', 'unknown'] as const;
export type FactDay = (typeof FACT_DAYS)[number];

/** both: the claimant and the other side together. other: somebody else, by `whoName`. */
export const FACT_ACTORS = ['me', 'them', 'both', 'other'] as const;
export type FactActor = (typeof FACT_ACTORS)[number];

/** promise: nothing but what was said. other: by `proofName`. */
export const FACT_PROOFS = ['none', 'message', 'invoice', 'photo', 'witness', 'promise', 'other'] as const;
export type FactProof = (typeof FACT_PROOFS)[number];

type Text = string | null | undefined;

/** One thing that happened. While it is typed anything but `id` may be missing. */
export interface ClaimFact {
  /** Made by the screen, never changed, never used again after the row was removed. */
  readonly id: string;
  /** `2026-03-03`; with `about` also `2026-03` or `2019`. */
  readonly day?: Text;
  readonly dayIs?: FactDay | '' | null | undefined;
  readonly who?: FactActor | '' | null | undefined;
  readonly whoName?: Text;
  /**
   * In the person's own words, as said to the other side: `lent you $500`, or a whole sentence. `you` is the other side
   * and `I` the claimant, as in a letter.
   */
  readonly what?: Text;
  readonly proof?: FactProof | '' | null | undefined;
  readonly proofName?: Text;
  /** Key of the question it answers (`starterFacts`): `lent`, `due`. */
  readonly asks?: Text;
  /** `false`: the claimant says that what is asked for did not happen. */
  readonly happened?: boolean | null | undefined;
}

/** One part of the sum. */
export interface ClaimItem {
  readonly id: string;
  readonly label?: Text;
  /** How it is measured: `Invoice 7`, `two quotes`. */
  readonly measured?: Text;
  /** Whole cents, never below zero: whether it is asked for or taken off is said by `isCredit`. */
  readonly cents?: number | null | undefined;
  /** A credit or a part payment. */
  readonly isCredit?: boolean | null | undefined;
  /** Of a credit: `2026-03-03`. */
  readonly day?: Text;
}

/** What the other side may say, and what the claimant answers. */
export interface ClaimObjection {
  readonly id: string;
  readonly says?: Text;
  readonly answer?: Text;
  /** The answer stands in the letter too. */
  readonly inLetter?: boolean | null | undefined;
}

/** A rate of interest that the parties agreed on. */
export interface AgreedInterest {
  /** Percent a year as typed: `8`, `7.5`. */
  readonly percent?: Text;
  /** Where it is agreed: `section 4 of the lease`. */
  readonly clause?: Text;
  /** The first day it counts for. */
  readonly from?: Text;
}
