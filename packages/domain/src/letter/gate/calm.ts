/** What can stand in the letter instead of a sentence that may not. */
import { screenAccount } from './account.ts';
import { screenText, touchesClassA } from './gate.ts';
import type { Place } from './kinds.ts';

export type GateLanguage = 'en' | 'es';

/** Says once and calmly what the letter says anyway: a court may be asked. */
const COURT: Readonly<Record<GateLanguage, string>> = {
  en: 'If we cannot settle this, I may ask a court to decide.',
  es: 'Si no podemos resolver esto, puedo pedirle a una corte que decida.',
};
const SPANISH =
  /[áéíóúñ¿¡]|\b(?:el|la|los|las|usted|que|si|mi|su|le|se|una?|de|en|al|voy|pague|por|para|cuando|ya|yo)\b/giu;
const ENGLISH = /\b(?:the|to|of|and|i|you|your|my|if|will|is|are|in|on|for|who|it|this|that|be)\b/giu;

const JOINTS = /\s*(?:[,;:–—]|\s-\s|\s(?=(?:and|so|but|or|because|unless|if|y|pero|porque|o|si)\s))\s*/giu;
/** Looked for once a gap, not from each of its spaces. */
const TRAILING = /(?<![\s,;:–—-])[\s,;:–—-]+(?:and|so|but|or|because|y|pero|o)?\s*$/iu;
/** Fewer words than these tell nothing. */
const LEAST_WORDS = 4;
/**
 * For each conjunction everything before it is read again: without these limits one long sentence takes half a minute.
 */
const MOST_JOINTS = 12;
const MOST_CHARACTERS = 1_000;

const languageOf = (text: string): GateLanguage =>
  (text.match(SPANISH) ?? []).length > (text.match(ENGLISH) ?? []).length ? 'es' : 'en';

/** The beginning of the sentence, as far as it only reports what happened. */
function factsOf(sentence: string): string {
  let facts = '';
  let joints = 0;
  for (const { index } of sentence.slice(0, MOST_CHARACTERS).matchAll(JOINTS)) {
    joints += 1;
    if (joints > MOST_JOINTS) break;
    const head = sentence.slice(0, index);
    if (screenText(head).some((place) => place.class === 'A')) break;
    facts = head;
  }
  facts = facts.replace(TRAILING, '').trim();
  // A head of the threat may tell no fact, or a false one: "A judge has already signed the order".
  const isTold =
    facts.split(/\s+/u).length >= LEAST_WORDS && screenAccount(facts).length === 0 && !touchesClassA(facts);
  return isTold ? `${facts}.` : '';
}

const maskDigits = (sentence: string): string =>
  sentence.replace(/\p{Nd}(?:[ .\-–—]{0,2}\p{Nd}){6,33}/gu, (digits) => {
    const plain = digits.replace(/\P{Nd}/gu, '');
    return plain.length === 9 ? '(number on file)' : `ending in ${plain.slice(-4)}`;
  });

/** Kinds that may stay in a sentence whose number is masked: the claimant is asked about them in any case (class C). */
const MAY_BE_TAKEN: ReadonlySet<Place['kind']> = new Set<Place['kind']>(['untold', 'reader', 'wish']);

/**
 * A sentence to take instead: the facts of the old one, and the calm way on.
 * @param around - the text it will stand in, which says the way on once
 * @returns text without any place of class A or B; empty when the sentence is best left out
 */
export function calmSentence({ sentence, kind, class: letterClass }: Place, around = ''): string {
  if (letterClass === 'B') return '';
  const isNumber = kind === 'ssn' || kind === 'taxpayer' || kind === 'card' || kind === 'account';
  const court = COURT[languageOf(sentence)];
  if (!isNumber) return [factsOf(sentence), around.includes(court) ? '' : court].filter(Boolean).join(' ');
  const masked = maskDigits(sentence);
  return screenAccount(masked).every((place) => MAY_BE_TAKEN.has(place.kind)) ? masked : '';
}
