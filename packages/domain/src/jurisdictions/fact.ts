/** A thing said about the law: never without where it comes from and as of when. */
export type Confidence = 'official' | 'corroborated' | 'single' | 'weak';

export interface Disagreement<T> {
  readonly value: T;
  readonly source: string;
  readonly asOf: string | null;
  readonly note: string | null;
}

export interface Fact<T> {
  /** `null`: not found, or no single figure exists; then the note says why. */
  readonly value: T | null;
  /** Address or citation. */
  readonly source: string;
  /** The date the source speaks of, as it says it (`2026-02`, `undated (official page)`); `null` when it says none. */
  readonly asOf: string | null;
  readonly confidence: Confidence;
  readonly note: string | null;
  /** What other sources say. */
  readonly disagreements: readonly Disagreement<T>[];
}

/** Whether a fact may be said without "Confirm with the clerk". */
export const isConfirmed = <T>(fact: Fact<T> | null | undefined): fact is Fact<T> & { readonly value: T } =>
  fact !== null &&
  fact !== undefined &&
  fact.value !== null &&
  (fact.confidence === 'official' || fact.confidence === 'corroborated');

/** The same fact about another value. */
export const mapFact = <T, U>(fact: Fact<T>, to: (value: T) => U): Fact<U> => ({
  ...fact,
  value: fact.value === null ? null : to(fact.value),
  disagreements: fact.disagreements.map((other) => ({ ...other, value: to(other.value) })),
});
