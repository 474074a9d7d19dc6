/**
 * Where the sentences of an account end. A sentence ends only where it surely does: a cut after "Mr." would put half a
 * name into a court paper, while two sentences taken for one cost nothing.
 */

export interface Span {
  readonly at: number;
  /** Behind the last character. */
  readonly end: number;
}

/** Words a full stop belongs to. Without their stops, in lower case. */
const ABBREVIATIONS = new Set(
  `mr mrs ms mx dr prof rev hon jr sr st ste ave blvd rd ln ct pl hwy apt fl bldg no nos nr vs etc inc llc ltd co corp
  lp llp pc dba approx est dept gov sen rep gen col capt sgt lt det ofc attn ref ext tel vol ed eds al fig sec art par
  pt ft in oz lb lbs gal mi yd qt a.m p.m u.s u.s.a i.e e.g l.l.c p.o d.b.a n.a p.c ph.d m.d jan feb mar apr jun jul
  aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun sra srta ud uds vd lic ing av núm
  dpto`.split(/\s+/u),
);
/** After these a new sentence often begins; they end one when the next word surely opens one. */
const MAY_END = new Set('llc inc ltd co corp l.l.c etc jr sr a.m p.m u.s u.s.a ave blvd rd ln ct apt st'.split(' '));
/** Words that hardly ever begin in the middle of a sentence with a capital. */
const OPENERS =
  /^(?:the|then|when|after|before|on|in|at|we|he|she|they|it|this|that|these|those|you|your|my|our|his|her|their|there|here|but|and|so|if|because|since|while|although|however|later|now|today|el|la|los|las|yo|usted|ellos|ella|cuando|entonces|luego|después|pero|mi|su)$/iu;

/** They begin one also where somebody writes no capitals: such an account was left out of the letter as a whole. */
const LOWER_OPENERS = /^(?:i|he|she|they|we|you|it)(?:['’]\p{L}+)?$/u;

const TERMINATORS = '.!?…。！？';
const CLOSERS = '"\'”’)]»';

/** The word a full stop follows, with the stops inside it: `L.L.C`, `Mr`, `p.m`. */
function wordBefore(text: string, stop: number): string {
  let from = stop;
  // The longest abbreviation is far shorter: a run of dots costs no more than this look back.
  while (from > 0 && stop - from < 24 && /[\p{L}\p{N}.]/u.test(text[from - 1] ?? '')) from -= 1;
  return text.slice(from, stop);
}

function wordAfter(text: string, from: number): string {
  let end = from;
  while (end < text.length && end - from < 24 && /[\p{L}\p{N}'’]/u.test(text[end] ?? '')) end += 1;
  return text.slice(from, end);
}

function endsAtStop(text: string, stop: number, following: string): boolean {
  const word = wordBefore(text, stop);
  const bare = word.toLowerCase();
  const isInitial = /^\p{Lu}$/u.test(word) && word !== 'I';
  if (isInitial || /^(?:\p{L}\.)+\p{L}$/u.test(word) || ABBREVIATIONS.has(bare)) {
    const mayEnd = MAY_END.has(bare) || /^(?:\p{L}\.)+\p{L}$/u.test(word);
    return mayEnd && OPENERS.test(following) && !/^\p{Ll}/u.test(following);
  }
  return true;
}

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/u.test(character);

/** The spans of the sentences in order, without the space around them. Linear in the length of the text. */
export function sentenceSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  const close = (end: number): void => {
    let at = start;
    let last = end;
    while (at < last && isSpace(text[at])) at += 1;
    while (last > at && isSpace(text[last - 1])) last -= 1;
    if (last > at) spans.push({ at, end: last });
    start = end;
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '\n') {
      close(index);
      continue;
    }
    if (!TERMINATORS.includes(character)) continue;
    let end = index + 1;
    while (end < text.length && (TERMINATORS.includes(text[end] ?? '') || CLOSERS.includes(text[end] ?? ''))) end += 1;
    const isWide = '。！？'.includes(character);
    if (end < text.length && !isSpace(text[end]) && !isWide) {
      index = end - 1;
      continue;
    }
    let next = end;
    while (next < text.length && (text[next] === ' ' || text[next] === '\t' || '"\'“‘(['.includes(text[next] ?? '')))
      next += 1;
    const isOneStop = character === '.' && text[index + 1] !== '.';
    const following = wordAfter(text, next);
    // Behind a quotation mark the sentence goes on: “No!” he said.
    const isSpoken = CLOSERS.includes(text[end - 1] ?? '');
    const goesOn = /^\p{Ll}/u.test(following) && (isSpoken || !LOWER_OPENERS.test(following));
    if (character === '?' || (!goesOn && (!isOneStop || endsAtStop(text, index, following)))) close(end);
    index = Math.max(index, end - 1);
  }
  close(text.length);
  return spans;
}

/** A few words with the stop they may lack. */
export const sentenceOf = (text: string): string => (!text || /[.!?…。！？]["”'’)]*$/u.test(text) ? text : `${text}.`);

export const sentencesOf = (text: string): readonly string[] =>
  sentenceSpans(text).map(({ at, end }) => text.slice(at, end));
