/** Reads what a claimant wrote about the case: the places of every text, and the sentences that do not tell what happened. */
import { sentenceSpans } from '../sentences.ts';
import { screenText, touchesClassA } from './gate.ts';
import type { Place, PlaceGroup } from './kinds.ts';
import { wordsOf } from './words.ts';
import { isLanguageKnown, untoldKind, type AccountKind } from './telling.ts';

/** An account told as if it happened now has at least so many sentences in the present, and most of them. */
const PRESENT_FROM = 3;
const MOST = 0.6;

/** Sentences of the present that are asked about as one. */
function groupOf(places: readonly Place[], sentences: number): (place: Place) => PlaceGroup | undefined {
  const isGrouped = ({ kind, sentence }: Place): boolean =>
    (kind === 'untold' || kind === 'wish') && !touchesClassA(sentence, 'sure');
  const many = places.filter(isGrouped).length;
  return (place) => (many >= PRESENT_FROM && many >= sentences * MOST && isGrouped(place) ? 'present' : undefined);
}

/**
 * Every place of class A, B and C in an answer, in the order of the text. A whole letter is read with `screenText`: its
 * own sentences ask and announce. Linear in the length of the text.
 * @param kind - `sums`: lines that add up need no verb
 */
export function screenAccount(text: string, kind: AccountKind = 'story'): readonly Place[] {
  const unsafe = screenText(text);
  const spans = sentenceSpans(text);
  if (!isLanguageKnown(text)) {
    const unread = spans.map(({ at, end }): Place => ({
      class: 'C',
      kind: 'untold',
      sentence: text.slice(at, end),
      at,
      end,
      group: 'language',
    }));
    return [...unsafe, ...unread].sort((a, b) => a.at - b.at);
  }
  let stoppedTo = 0;
  let next = 0;
  const untold = spans.flatMap(({ at, end }): Place[] => {
    for (; next < unsafe.length && (unsafe[next]?.at ?? 0) < end; next += 1)
      stoppedTo = Math.max(stoppedTo, unsafe[next]?.end ?? 0);
    // One question about a sentence is enough.
    if (stoppedTo > at) return [];
    const sentence = text.slice(at, end);
    const found = untoldKind(sentence, kind, isQuoteOpen(text, at));
    return found ? [{ class: 'C', kind: found, sentence, at, end }] : [];
  });
  const group = groupOf(untold, spans.length);
  const asked = untold.map((place): Place => {
    const together = group(place);
    return together ? { ...place, group: together } : place;
  });
  return [...unsafe, ...asked].sort((a, b) => a.at - b.at);
}

/** A quotation may hold several sentences; one of more characters was never closed. */
const LONGEST_QUOTE = 600;

/** Whether a quotation that somebody is said to have spoken is still open at a place of a text. */
function isQuoteOpen(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_QUOTE), at);
  const paragraph = before.slice(before.lastIndexOf('\n') + 1);
  return (paragraph.match(/["\u201c\u201d]/gu) ?? []).length % 2 === 1;
}

/** Of the other side: body, home, family, immigration status, work. */
const OF_A_PERSON =
  /\b(?:you|your|yours|yourself|u|ur|yr|urs|his|her|their|him|them|he|she|usted|ustedes|tu|tus|su|sus|te|le|les|ti)\b/iu;
const ABOUT_A_PERSON =
  /\b(?:face|neck|legs?|arms?|hands?|bod(?:y|ies)|teeth|bones?|tattoo|limp|health|sick|pills|house|home|place|apartment|building|bedroom|room|windows?|doors?|porch|driveway|garage|yard|street|block|address|live|lives|living|sleep|sleeps|alone|kids?|child|children|daughters?|sons?|boys?|girls?|baby|wife|husband|spouse|girlfriend|boyfriend|mother|father|parents?|mom|dad|brother|sister|family|dogs?|cats?|pets?|puppy|status|papers|visa|green card|foreigner|probation|parole|citizens?|border|country|job|jobs|work|works|shift|boss|manager|employers?|coworkers|licen[cs]e|school|church|bus|car|truck|casa|puerta|ventana|calle|direcci[oó]n|hij[oa]s?|espos[oa]|mujer|marido|mam[aá]|pap[aá]|madre|padre|familia|perr[oa]s?|gat[oa]s?|papeles|pa[ií]s|trabajo|trabaja|jefe|escuela|cara|cicatriz|vive|vives|duerme)\b/iu;

/** What people who owe each other money speak of. */
const OF_BUSINESS =
  /\b(?:pay|pays|paying|payment|send|mail|refund|return|give|back|call|contact|write|answer|fix|repair|replace|deliver|finish|invoice|receipts?|copy|copies|money|deposit|check|owe|owed|bill|agree|agreement|contract|settle|wait|hear|talk|pague|pagar|paga|devuelv\w+|mande|mandar|dinero|cheque|recibos?|deuda|acuerdo|esper\w+)\b/iu;

/**
 * Whether a sentence of class C that the claimant keeps is looked at by an operator (`fact` or `threat`) before posting:
 * it is about the other side's body, home, family, immigration status or work, or uses the words of class A.
 */
export const isForOperator = ({ class: letterClass, kind, sentence }: Place): boolean =>
  letterClass === 'C' &&
  (kind === 'reader' ||
    kind === 'signs' ||
    kind === 'mixed' ||
    touchesClassA(sentence) ||
    isAboutThem(
      wordsOf(sentence)
        .map(({ form }) => form)
        .join(' '),
    ));

/** In the words that were meant, however they were spelt. */
const isAboutThem = (words: string): boolean =>
  OF_A_PERSON.test(words) && (ABOUT_A_PERSON.test(words) || !OF_BUSINESS.test(words));
