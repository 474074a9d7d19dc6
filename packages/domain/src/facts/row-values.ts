/** The rows of a claim: what happened, what is asked for, what the other side may say. They live inside the claim's answers. */

export const FACTS_MAX = 60;
export const SUM_ITEMS_MAX = 40;
export const OBJECTIONS_MAX = 3;
/** Of each text of a row. */
export const ROW_TEXT_MAX_CHARACTERS = 2_000;

export const FACT_DAYS = ['exact', 'about', 'unknown'] as const;

/** both: the claimant and the other side together. other: somebody else, by `whoName`. */
export const FACT_ACTORS = ['me', 'them', 'both', 'other'] as const;
export type FactActor = (typeof FACT_ACTORS)[number];

/** promise: nothing but what was said. other: by `proofName`. */
export const FACT_PROOFS = ['none', 'message', 'invoice', 'photo', 'witness', 'promise', 'other'] as const;
export type FactProof = (typeof FACT_PROOFS)[number];
