/** Reads what a claimant wrote about the case: the places of every text, and the sentences that do not tell what happened. */
import { sentenceSpans } from '../sentences.ts';
import { screenText } from './gate.ts';
import type { Place } from './kinds.ts';
import { untoldKind, type AccountKind } from './telling.ts';

/**
 * Every place of class A, B and C in an answer, in the order of the text. A whole letter is read with `screenText`: its
 * own sentences ask and announce.
 * @param kind - `sums`: lines that add up need no verb
 */
export function screenAccount(text: string, kind: AccountKind = 'story'): readonly Place[] {
  const places: Place[] = [...screenText(text)];
  for (const { at, end } of sentenceSpans(text)) {
    const sentence = text.slice(at, end);
    const found = untoldKind(sentence, kind);
    if (found) places.push({ class: 'C', kind: found, sentence, at, end });
  }
  return places.sort((a, b) => a.at - b.at);
}

/** Of the other side: body, home, family, immigration status, work. */
const OF_THE_OTHER_SIDE = /\b(?:you|your|yours|usted|ustedes|tu|tus|su|sus|te|le|les)\b/iu;
const ABOUT_A_PERSON =
  /\b(?:face|neck|legs?|arms?|body|tattoo|limp|house|home|apartment|window|door|garage|street|live|sleep|kids?|child|children|daughters?|sons?|wife|husband|mother|father|mom|dad|family|dog|cat|status|papers|visa|foreigner|probation|citizen|job|work|shift|boss|employer|license|school|church|casa|puerta|ventana|hij[oa]s?|espos[oa]|mam[aá]|pap[aá]|familia|papeles|trabajo|trabaja|jefe|cara|cicatriz|vive|duerme)\b/iu;

/**
 * Whether a sentence of class C that the claimant keeps is looked at by an operator (`fact` or `threat`) before posting:
 * it is about the other side's body, home, family, immigration status or work.
 */
export const isForOperator = (place: Place): boolean =>
  place.class === 'C' &&
  (place.kind === 'reader' || (OF_THE_OTHER_SIDE.test(place.sentence) && ABOUT_A_PERSON.test(place.sentence)));
