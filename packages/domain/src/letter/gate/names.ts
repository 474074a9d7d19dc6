/** Names of people and businesses, payout handles, care-of lines: everything short that another person reads. */
import { screenText } from './gate.ts';
import type { Place } from './kinds.ts';
import { normalForm } from './normal-form.ts';
import { findNumbers } from './numbers.ts';
import { untoldKind } from './telling.ts';
import { wordsOf } from './words.ts';

const SPEAKER = new Set('i we me us my our yo nos voy vamos mi sabemos conozco'.split(' '));
const SPOKEN_TO = new Set('you your yours yourself u ur te ti tu tus usted ustedes vos vives va'.split(' '));
/** What a business says of itself: "We Buy Ugly Houses", "Watching You Security Cameras". */
const OF_A_TRADE = new Set(['home', 'insult', 'photos', 'family', 'children']);
/** What a business does, at the end of its name; a sentence that begins with its reader is none all the same. */
const TRADE =
  /^(?!you\b|u\b).*\b(?:realty|realtors|events?|construction|builders|plumbing|electric|roofing|cleaning|catering|rentals?|movers|moving|design|studio|salon|bakery|grill|photography|travel|tutoring|fitness|landscaping|consulting|marketing|communications|weddings?)(?: (?:llc|inc|co|corp|company))?$/u;
const OR_ELSE =
  /\b(?:pay|give|send|pague|paga|dame|deme)\b.*\b(?:or|o) (?:get|go|else|i|we|you|your|be|va|vas|la|lo)\b/u;
/** What a business asks of everybody, "Call Us Plumbing", "Find Me A Home Realty", is no order to one person. */
const TO_ME =
  /\b(?:call|text|contact) (?:me|us)\b.*\d|\bpay (?:me|us)(?:$| (?:now|back|today|what|my|all|every|by|before|in full)\b)|\bsee you in (?:court$|jail|hell)/u;

/**
 * Numbers and whole threatening sentences in a name; never single words ("Police Federal Credit Union").
 * @returns places of class A and B, each the whole name; none for a name that can be printed
 */
export function screenName(text: string): readonly Place[] {
  const place = (kind: Place['kind'], letterClass: Place['class'] = 'A'): Place => ({ class: letterClass, kind, sentence: text, at: 0, end: text.length }); // prettier-ignore
  const form = normalForm(text);
  const numbers = findNumbers(text, form).map(({ kind }) => place(kind));
  const forms = wordsOf(text, form).map((word) => word.form);
  const speaks = forms.some((word) => SPEAKER.has(word));
  const addresses = forms.some((word) => SPOKEN_TO.has(word));
  const line = forms.join(' ');
  if (OR_ELSE.test(line) || TO_ME.test(line)) return [...numbers, place('violence')];
  if (!speaks && !addresses) return numbers;
  const kind = untoldKind(text);
  const isTrade = TRADE.test(line);
  const announces = !isTrade && addresses && (kind === 'future' || kind === 'condition');
  const said = screenText(text).filter(
    (found) =>
      !numbers.some((number) => number.kind === found.kind) &&
      ((speaks && addresses && !isTrade) || announces || /\b(?:are|'re)\b/u.test(line) || !OF_A_TRADE.has(found.kind)),
  );
  if (said.length > 0) return [...numbers, ...said.map((found) => place(found.kind, found.class))];
  return announces ? [...numbers, place('violence')] : numbers;
}
