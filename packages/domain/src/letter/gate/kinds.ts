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
  'identity',
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
  'insult',
  'publicity',
  'collectors',
] as const;
export type ClassBKind = (typeof CLASS_B_KINDS)[number];

/**
 * Sentences that do not tell what happened. `reader`: body, home, family, status or work of the other side in the
 * present. `signs`: emoji instead of words. `untold`: no verb of the past. `mixed`: words of mixed scripts.
 */
export const CLASS_C_KINDS = [
  'future',
  'condition',
  'order',
  'question',
  'wish',
  'reader',
  'signs',
  'untold',
  'mixed',
] as const;
export type ClassCKind = (typeof CLASS_C_KINDS)[number];

/** A: never printed. B: taken out unless the claimant keeps it. C: the same, and an operator looks at some (`isForOperator`). */
export type LetterClass = 'A' | 'B' | 'C';
export type PlaceKind = ClassAKind | ClassBKind | ClassCKind;

/**
 * Why many sentences are asked about at once: `present`: an account told as if it happened now; `language`: neither
 * English nor Spanish. One question, one tick: it keeps or cuts each sentence of the group.
 */
export type PlaceGroup = 'present' | 'language';

/** One place in a text. */
export interface Place {
  readonly class: LetterClass;
  readonly kind: PlaceKind;
  /** The sentence it stands in, as written: what is taken out. */
  readonly sentence: string;
  /** Where the sentence stands in the text as written, in UTF-16 units; `end` is behind it. */
  readonly at: number;
  readonly end: number;
  readonly group?: PlaceGroup;
  /** The answer it stands in; missing where one text was read by itself. */
  readonly field?: string;
  /** Id of the row it stands in, where the answer is a list of rows. */
  readonly row?: string;
}

/** A place of class A or B: what a whole letter is read for. */
export interface UnsafePlace extends Place {
  readonly class: 'A' | 'B';
  readonly kind: ClassAKind | ClassBKind;
}
