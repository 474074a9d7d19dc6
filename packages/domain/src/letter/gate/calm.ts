/** What can stand in the letter instead of a sentence that may not. */
import { screenText } from './gate.ts';
import type { Place } from './kinds.ts';

export type GateLanguage = 'en' | 'es';

/** Says once and calmly what the letter says anyway: a court may be asked. */
const COURT: Readonly<Record<GateLanguage, string>> = {
  en: 'If we cannot settle this, I may ask a court to decide.',
  es: 'Si no podemos resolver esto, puedo pedirle a una corte que decida.',
};
const SPANISH = /[ñ¿¡]|\b(?:el|la|los|las|usted|que|si|mi|su|una?|voy|pague|policía|por|no me)\b/giu;

/** A demand or a condition means nothing once the threat behind it is gone. */
const HANGS_ON =
  /^(?:and|so|or|but|if|unless|pay|either|before|until|do not|don['’]t|otherwise|you (?:have|had better|better)|send|give|y|o|si|pague|a menos|de lo contrario|pero)\b/iu;
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
  (text.match(SPANISH) ?? []).length * 5 >= text.split(/\s+/u).length ? 'es' : 'en';

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
  if (facts.split(/\s+/u).length < LEAST_WORDS || HANGS_ON.test(facts)) return '';
  return `${facts}.`;
}

const maskDigits = (sentence: string): string =>
  sentence.replace(/\p{Nd}(?:[ .\-–—]{0,2}\p{Nd}){6,33}/gu, (digits) => {
    const plain = digits.replace(/\P{Nd}/gu, '');
    return plain.length === 9 ? '(number on file)' : `ending in ${plain.slice(-4)}`;
  });

/**
 * A sentence to take instead: the facts of the old one, and the calm way on.
 * @returns text without any place of class A; empty when the sentence is best left out
 */
export function calmSentence({ sentence, kind, class: letterClass }: Place): string {
  if (letterClass === 'B') return '';
  const isNumber = kind === 'ssn' || kind === 'taxpayer' || kind === 'card' || kind === 'account';
  const calm = isNumber
    ? maskDigits(sentence)
    : [factsOf(sentence), COURT[languageOf(sentence)]].filter(Boolean).join(' ');
  return screenText(calm).some((place) => place.class === 'A') ? '' : calm;
}
