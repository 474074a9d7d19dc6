/** What of a text goes into a letter, and what stays behind with the answers. */
import { screenAccount } from './account.ts';
import { sentencesOf } from '../sentences.ts';
import { screenText } from './gate.ts';
import type { Place } from './kinds.ts';
import type { AccountKind } from './telling.ts';

export interface SentenceChoice {
  /** `sentenceKey` of the sentence. */
  readonly key: string;
  readonly choice: 'keep' | 'cut';
}

export interface WordRulings {
  /** Sentences of class B and C the claimant wants in the letter, by key. */
  readonly kept: ReadonlySet<string>;
  /** Sentences decided against after the letter was composed of them, by key: they are its own words no more. */
  readonly cut?: ReadonlySet<string>;
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

export function rulingsFrom(choices: readonly SentenceChoice[] | null | undefined) {
  // The last word on a sentence counts.
  const last = [...new Map((choices ?? []).map(({ key, choice }) => [key, choice]))];
  const those = (which: SentenceChoice['choice']): ReadonlySet<string> =>
    new Set(last.filter(([, choice]) => choice === which).map(([key]) => key));
  return { kept: those('keep'), cut: those('cut') } satisfies WordRulings;
}

const isOpen =
  ({ kept, isCleared }: WordRulings) =>
  ({ class: letterClass, sentence }: Place): boolean =>
    letterClass === 'A' ? !isCleared?.(sentence) : !kept.has(sentenceKey(sentence)) && !isCleared?.(sentence);

/** Places that block the printing of a whole letter: class A without an operator's ruling, class B that was not kept. */
export const openPlaces = (text: string, rulings: WordRulings = NO_RULINGS): readonly Place[] =>
  screenText(text).filter(isOpen(rulings));

/**
 * What a claimant wrote into a letter that its own sentences do not say: read like an account.
 * @param composed - the letter as it was composed from the answers
 */
export function openInEdited(text: string, composed: string, rulings: WordRulings = NO_RULINGS): readonly Place[] {
  const own = new Set(sentencesOf(composed).map(plainSentence));
  const isOwn = (sentence: string) => own.has(plainSentence(sentence)) && !rulings.cut?.has(sentenceKey(sentence));
  const written = screenAccount(text, 'sums').filter(
    ({ class: letterClass, sentence }) => letterClass === 'C' && !isOwn(sentence),
  );
  return [...openPlaces(text, rulings), ...written.filter(isOpen(rulings))].sort((a, b) => a.at - b.at);
}

export interface PrintableText {
  readonly text: string;
  /** In order; their words stay in the answers. */
  readonly leftOut: readonly Place[];
}

/** The text without the sentences that stand in the way. */
export function printableText(
  text: string,
  rulings: WordRulings = NO_RULINGS,
  kind: AccountKind = 'story',
): PrintableText {
  let leftOut: readonly Place[] = [];
  let printed = text;
  // What is left may read anew where two halves meet; each round takes at least one sentence away.
  const read = (what: string) => screenAccount(what, kind).filter(isOpen(rulings));
  for (let open = read(printed); open.length > 0; open = read(printed)) {
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
