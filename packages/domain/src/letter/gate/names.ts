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
  /^(?!you\b|u\b).*\b(?:realty|realtors|events?|construction|builders|plumbing|electric|roofing|cleaning|catering|rentals?|movers|moving|design|studio|salon|bakery|grill|photography|travel|tutoring|fitness|landscaping|consulting|marketing|communications|weddings?|homes|locksmiths?|daycare|childcare|insurance|mortgages?|staffing|security|tours|dental|auto|towing|pest control|tree service)(?: (?:llc|inc|co|corp|company))?$/u;
const OR_ELSE =
  /\b(?:pay|give|send|pague|paga|dame|deme)\b.*\b(?:or|o) (?:get|go|else|i|we|you|your|be|va|vas|la|lo)\b/u;
/** What a business asks of everybody, "Call Us Plumbing", "Find Me A Home Realty", is no order to one person. */
const TO_ME =
  /\b(?:call|text|contact) (?:me|us)\b.*\d|\bpay (?:me|us)(?:$| (?:now|back|today|what|my|all|every|by|before|in full)\b)|\bsee you in (?:court$|jail|hell)/u;
/** Somebody is sent, with nobody who speaks: "La Migra Ya Viene". */
const IS_SENT =
  /\b(?:ice|migra|migracion|immigration|policia|police|cops|sheriff|marshals?|feds)(?: (?:agents?|officers?|department))? (?:(?:is|are|'s|'re) (?:coming|next|(?:almost )?here|on (?:its|their|the) way)|(?:ya )?(?:vienen?|llegan?|va a venir))\b/u;
/** An order to look after those one holds dear. */
const KEEP_SAFE =
  /^(?:watch|hide|kiss|count) your (?:[a-z]+ )?(?:kids?|children|wife|husband|family|daughters?|sons?|back|mother|house)(?: (?:llc|inc|co|corp|company))?$/u;
/** A handle is written without spaces; what it announces ends with the one it is told to. */
const GLUED =
  /^(?:i|im|iam|we|weare|imma|were)?(?:ill|will|well|gonna|gunna|goingto|coming|imma|ll)(?:be|come|for|to|and|go|just)*(?:find|finding|get|getting|kill|hurt|catch|beat|follow|watch|watching|hunt|shoot|ruin|destroy|expose|break|burn|for)(?:you|u|ya)\d*$|^(?:im|iam|weare|were)(?:watching|following|hunting|tracking)(?:you|u|ya)\d*$/u;

/**
 * Numbers and whole threatening sentences in a name; never single words ("Police Federal Credit Union").
 * @returns places of class A and B, each the whole name; none for a name that can be printed
 */
export function screenName(text: string): readonly Place[] {
  const place = (kind: Place['kind'], letterClass: Place['class'] = 'A'): Place => ({
    class: letterClass,
    kind,
    sentence: text,
    at: 0,
    end: text.length,
  });
  const form = normalForm(text);
  const numbers = findNumbers(text, form).map(({ kind }) => place(kind));
  const forms = wordsOf(text, form).map((word) => word.form);
  const speaks = forms.some((word) => SPEAKER.has(word));
  const addresses = forms.some((word) => SPOKEN_TO.has(word));
  const line = forms.join(' ');
  const glued = form.text.replace(/[^a-z\d]/gu, '');
  if (OR_ELSE.test(line) || TO_ME.test(line) || KEEP_SAFE.test(line) || GLUED.test(glued))
    return [...numbers, place('violence')];
  if (IS_SENT.test(line)) return [...numbers, place('police')];
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
