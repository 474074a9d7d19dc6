/** Reads what a claimant wrote about the case: the places of every text, and the sentences that do not tell what happened. */
import { sentenceSpans, type Span } from '../sentences.ts';
import { isComplaint } from './complaint.ts';
import { screenText, touchesClassA } from './gate.ts';
import type { ClassCKind, Place } from './kinds.ts';
import { isLanguageKnown } from './language.ts';
import { UNDONE, untoldKind, type AccountKind } from './telling.ts';
import { wordsOf } from './words.ts';

/** An account told as if it happened now has at least so many sentences in the present, and most of them. */
const PRESENT_FROM = 3;
const MOST = 0.6;

/** The places, with sentences of the present that are asked about as one. */
function grouped(places: readonly Place[], sentences: number): readonly Place[] {
  const isGrouped = ({ kind, sentence }: Place): boolean =>
    (kind === 'untold' || kind === 'wish') && !touchesClassA(sentence, 'sure');
  const many = places.filter(isGrouped).length;
  if (many < PRESENT_FROM || many < sentences * MOST) return places;
  return places.map((place) => (isGrouped(place) ? { ...place, group: 'present' } : place));
}

/**
 * Every place of class A, B and C in an answer, in the order of the text. A whole letter is read with `screenText`: its
 * own sentences ask and announce. Linear in the length of the text.
 * @param kind - `sums`: lines that add up need no verb
 */
export function screenAccount(text: string, kind: AccountKind = 'story'): readonly Place[] {
  const unsafe = screenText(text);
  const spans = sentenceSpans(text);
  const ask = (kind: ClassCKind, { at, end }: Span): Place => ({
    class: 'C',
    kind,
    sentence: text.slice(at, end),
    at,
    end,
  });
  if (!isLanguageKnown(text)) {
    const unread = spans.map((span): Place => ({ ...ask('untold', span), group: 'language' }));
    return [...unsafe, ...unread].sort((a, b) => a.at - b.at);
  }
  let stoppedTo = 0;
  let next = 0;
  const untold = spans.flatMap((span): Place[] => {
    for (; next < unsafe.length && (unsafe[next]?.at ?? 0) < span.end; next += 1)
      stoppedTo = Math.max(stoppedTo, unsafe[next]?.end ?? 0);
    // One question about a sentence is enough.
    if (stoppedTo > span.at) return [];
    const sentence = text.slice(span.at, span.end);
    const isHint =
      touchesClassA(sentence, 'armed') || (UNDONE.test(wordsIn(sentence)) && touchesClassA(sentence, 'harm'));
    const found = untoldKind(sentence, kind, isQuoteOpen(text, span.at)) ?? (isHint ? 'untold' : null);
    const isTold = (found === 'untold' && isOfThings(sentence)) || (found && OF_NOW.has(found) && isPlain(sentence));
    return found && !isTold ? [ask(found, span)] : [];
  });
  return [...unsafe, ...grouped(untold, spans.length)].sort((a, b) => a.at - b.at);
}

/** Words that keep a sentence from being of a thing: people, animals, and idioms that hint. */
const HINTS =
  /(?:\b(?:they|who|people|town|world|m[ae]n|boys|guys|crew|brothers?|cousins?|uncles?|friends?|sons?|nephews?|dogs?|bull|truth|story|secret|video|father|mother|wife|judge|silence|snitch|temper|knife|knives|lighter|matches|lug|wheels?|warnings?|mercy|kids?|bab(?:y|ies)|guns?)|body)\b/iu;
/** "The battery is flat", "the roof leaks": a fault, a number or an age. Any other present may hint: "the clock is ticking". */
const OF_THINGS =
  /^(?:the|my|our|this|these|el|la|mi) (?:[\p{L}'-]+ ){1,5}?(?:(?:is|are|está|están|still|only|too|half|inside) )*(?:flat|bald|loose|uneven|rotten|incomplete|small|tight|defective|fake|(?:dañad|rot|mojad|rayad)[oa]s?|brown|warm|the wrong [a-z]+|wrong|(?<=(?:is|are) )\S*\d\S*|[a-z]+ (?:days|weeks|months|years) old|leaks?|drips?|sticks?|squeaks?|rattles?|overheats?|stalls?|sags?|leans?|peels?|floods?|flickers?|slips?|knocks?|smells? of [a-z]+|no longer (?:holds?|works?|starts?|closes?|opens?|turns?|runs?|fits?|locks?|heats?|cools?|drains?|charges?)|do(?:es)? not (?:match|cover it|turn|heat|fit|work|start|close|open|lock|drain|cool|hold|charge)|makes? an? (?:[a-z]+ )?noise|ha(?:s|ve) (?:an? )?(?:[a-z]+ )?(?:mold|rust|cracks?|holes?|leaks?|dents?|stains?|scratch(?:es)?|defects?)|letter|request|gotea|hace ruido|sigue (?:sin [a-z]+|en (?:el|la) [\p{L}]+)|no (?:prende|funciona|cierra|abre))(?: (?:a charge|on|off|inside|properly|anymore|(?:in|on|at|of|inside|about|for) (?:the |my )?[a-z]+))?[.]?$/iu;
const isOfThings = (sentence: string): boolean =>
  OF_THINGS.test(sentence) && !HINTS.test(sentence) && !OF_A_PERSON.test(sentence) && !touchesClassA(sentence);

/** A quotation may hold several sentences; one of more characters was never closed. */
const LONGEST_QUOTE = 600;

/** Whether a quotation that somebody is said to have spoken is still open at a place of a text. */
function isQuoteOpen(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_QUOTE), at);
  const paragraph = before.slice(before.lastIndexOf('\n') + 1);
  return (paragraph.match(/["\u201c\u201d]/gu) ?? []).length % 2 === 1;
}

/** Words of the other side: body, home, family, immigration status, work. */
const OF_A_PERSON =
  /\b(?:you|your|yours|yourself|u|ur|yr|urs|his|her|their|him|them|he|she|usted|ustedes|tu|tus|su|sus|te|le|les|ti)\b/iu;
const ABOUT_A_PERSON =
  /\b(?:face|neck|legs?|arms?|hands?|bod(?:y|ies)|teeth|bones?|tattoo|limp|health|sick|pills|house|home|place|apartment|building|bedroom|room|windows?|doors?|porch|driveway|garage|yard|street|block|address|live|lives|living|sleep|sleeps|alone|kids?|child|children|daughters?|sons?|boys?|girls?|baby|wife|husband|spouse|girlfriend|boyfriend|mother|father|parents?|mom|dad|brother|sister|family|dogs?|cats?|pets?|puppy|status|papers|visa|green card|foreigner|probation|parole|citizens?|border|country|job|jobs|work|works|shift|boss|manager|employers?|coworkers|licen[cs]e|school|church|bus|car|truck|casa|puerta|ventana|calle|direcci[oó]n|hij[oa]s?|espos[oa]|mujer|marido|mam[aá]|pap[aá]|madre|padre|familia|perr[oa]s?|gat[oa]s?|papeles|pa[ií]s|trabajo|trabaja|jefe|escuela|port[oó]n|afuera|cochera|cara|cicatriz|vive|vives|duerme)\b/iu;

/** What people who owe each other money speak of. */
const OF_BUSINESS =
  /\b(?:pay|pays|paying|payment|paid|send|mail|refund|return|give|call|contact|write|answer|fix|repair|replace|deliver|finish|invoice|receipts?|copy|copies|money|deposit|check|owe|owed|bill|agree|agreement|contract|settle|wait|tax|title|number|buy|debts?|costs?|court|judge|clerk|corte|insurance|pague|pagar|paga|devuelv\w+|devolver\w*|mande|mandar\w*|manda|dinero|plata|cheque|recibos?|deuda|acuerdo|esper\w+|arregl\w+|herramientas)\b/iu;
/** The claimant acts and the reader is acted on, or is told what will come to them. */
const ON_THE_READER =
  /\b(?:i|we|he|she|they|someone|somebody|people|who|everyone|everybody|everything|it|that) (?:\S+ ){0,4}?(?:will|shall|'ll|'m|am|are|is|gonna|going|can|may|might|would|could|'d) (?:\S+ ){1,6}?(?:you|your|yours|u|ur)\b|\b(?:i|we|he|they|me|us|to|my [a-z]+) (?!(?:ask|want|need|expect|tell|give|pay|owe|send|thank|let|call|contact|write|email|sue|hope|think|believe|know|at|if|for|and|that)\b)[a-z]+ (?:[a-z]+ ){0,3}?(?:you|your|u|ur)\b(?! pa[iy])|\bmake (?:me|us)\b|\b(?:you|u) (?:will|shall|'ll|gonna|are going|are about|may|might|can|could|would|'d)\b|\b(?:te|lo|la|le|les|los|se) (?:voy|vamos|va|vas|van)\b|\b(?:voy|vamos) a [a-z]+(?:te|l[aeo]s?)\b|\b(?:te|lo|le|les) [a-z]+(?:re|remos|ran?|ras)\b/iu;
/** What follows when nothing is paid: the letter says it in its own words. */
const IF_UNPAID =
  /\b(?:not|never|no|without|unless|until|before|or|sin|si no) (?:\S+ ){0,2}?(?:pay|pays|paid|payment|refund|money|paga|pague|pago|contesta)\b|\b(?:money|payment|dinero) (?:is|does|no) (?:not|llega|esta)\b|^(?:pay|settle) (?:\S+ ){0,4}?or\b|\b(?:silence|steal|stealing|jail|prison|inside|rights)\b/iu;

/** Text of the words that were meant, however they were spelt. */
const wordsIn = (text: string): string =>
  wordsOf(text)
    .map(({ form }) => form)
    .join(' ');
/** Borders between clauses; a clause as short as "we are done" need not speak of dealings. */
const CLAUSES = /(?<!\d),|,(?!\d)|[;:()\u2013\u2014]|\b(?:and|but|so|if|because|y|pero|si)\b/iu;
const SHORT_CLAUSE = /^(?:\S+ ?){0,3}$/u;
/** Kinds of a sentence that may complain; an order that begins with "never" may be told in the past. */
const OF_NOW: ReadonlySet<ClassCKind> = new Set(['untold', 'reader', 'order']);
/** Whether every clause complains, of this matter alone. */
const isPlain = (sentence: string): boolean =>
  !HINTS.test(sentence.replace(/^nobody/iu, '')) &&
  isComplaint(sentence.split(CLAUSES).map(wordsIn).filter(Boolean)) &&
  !touchesClassA(sentence);

/**
 * Whether an operator judges a kept sentence of class C (`fact` or `threat`) before the letter is posted. Only a sentence whose
 * every clause speaks of dealings goes unjudged, and not if it is also about the reader's body, home, family, immigration status
 * or work, has a word of class A, or announces an act upon the reader or the consequence of not paying.
 */
export function isForOperator({ class: letterClass, kind, sentence }: Place): boolean {
  const words = wordsIn(sentence);
  const clauses = sentence
    .split(CLAUSES)
    .map(wordsIn)
    .filter((clause) => !SHORT_CLAUSE.test(clause));
  const isDealing =
    !/^(?:reader|signs|mixed)$/u.test(kind) && [words, ...clauses].every((one) => OF_BUSINESS.test(one));
  const isMore =
    (OF_A_PERSON.test(words) && ABOUT_A_PERSON.test(words)) || IF_UNPAID.test(words) || ON_THE_READER.test(words);
  return letterClass === 'C' && (isMore || !isDealing || touchesClassA(sentence));
}
