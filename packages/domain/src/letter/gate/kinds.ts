/** What may not stand in a letter, and what only stands in it when the claimant keeps it (R34). */

export const CLASS_A_KINDS = [
  'police',
  'prosecution',
  'immigration',
  'violence',
  'home',
  'children',
  'ssn',
  'taxpayer',
  'card',
  'account',
] as const;
export type ClassAKind = (typeof CLASS_A_KINDS)[number];

export const CLASS_B_KINDS = [
  'employer',
  'family',
  'neighbors',
  'press',
  'reviews',
  'photos',
  'license',
  'credit',
  'health',
] as const;
export type ClassBKind = (typeof CLASS_B_KINDS)[number];

/** A: never printed. B: taken out unless the claimant keeps it. */
export type LetterClass = 'A' | 'B';
export type PlaceKind = ClassAKind | ClassBKind;

/** One place in a text. */
export interface Place {
  readonly class: LetterClass;
  readonly kind: PlaceKind;
  /** The sentence it stands in: what is taken out. */
  readonly sentence: string;
  readonly at: number;
  readonly end: number;
}
