/** What of a text goes into a letter, and what stays behind with the answers. */
import { screenText } from './gate.ts';
import type { Place } from './kinds.ts';

export interface SentenceChoice {
  /** `sentenceKey` of the sentence. */
  readonly key: string;
  readonly choice: 'keep' | 'cut';
}

export interface WordRulings {
  /** Sentences of class B the claimant wants in the letter, by key. */
  readonly kept: ReadonlySet<string>;
  /** Whether an operator has found that a sentence states a fact and is no threat. */
  readonly isCleared?: (sentence: string) => boolean;
}

const NO_RULINGS: WordRulings = { kept: new Set() };

/** The sentence as it is remembered: its words, whatever stands around and between them. */
export const plainSentence = (sentence: string): string =>
  sentence.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * Names a sentence in a claim. Not secret and not proof against collisions: it names what the claimant may keep, and
 * what only an operator may let through is compared in full.
 */
export function sentenceKey(sentence: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of plainSentence(sentence)) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const hex = (part: number) => (part >>> 0).toString(16).padStart(8, '0');
  return hex(high ^ (high >>> 15)) + hex(low ^ (low >>> 13));
}

export const rulingsFrom = (choices: readonly SentenceChoice[] | null | undefined): WordRulings => ({
  // The last word on a sentence counts.
  kept: new Set(
    [...new Map((choices ?? []).map(({ key, choice }) => [key, choice]))]
      .filter(([, choice]) => choice === 'keep')
      .map(([key]) => key),
  ),
});

/** Places that block printing: class A without an operator's ruling, class B that was not kept. */
export const openPlaces = (text: string, rulings: WordRulings = NO_RULINGS): readonly Place[] =>
  screenText(text).filter(({ class: letterClass, sentence }) =>
    letterClass === 'A' ? !rulings.isCleared?.(sentence) : !rulings.kept.has(sentenceKey(sentence)),
  );

export interface PrintableText {
  readonly text: string;
  /** In order; their words stay in the answers. */
  readonly leftOut: readonly Place[];
}

/** The text without the sentences that stand in the way. */
export function printableText(text: string, rulings: WordRulings = NO_RULINGS): PrintableText {
  let leftOut: readonly Place[] = [];
  let printed = text;
  // What is left may read anew where two halves meet; each round takes at least one sentence away.
  for (let open = openPlaces(printed, rulings); open.length > 0; open = openPlaces(printed, rulings)) {
    leftOut = [...leftOut, ...open];
    let at = 0;
    let rest = '';
    for (const place of open) {
      rest += printed.slice(at, Math.max(at, place.at));
      at = Math.max(at, place.end);
    }
    printed = (rest + printed.slice(at))
      .replace(/[ \t]{2,}/gu, ' ')
      .replace(/[ \t]*\n[ \t]*/gu, '\n')
      .replace(/\n{3,}/gu, '\n\n')
      .trim();
  }
  return { text: printed, leftOut };
}
