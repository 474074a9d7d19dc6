import type { ClaimFormData } from '../../claim/form-data.ts';
import { sentenceSpans } from '../sentences.ts';
import type { Place } from './kinds.ts';
import { openPlaces, printableText, rulingsFrom, type WordRulings } from './printable.ts';

/** The answers in the claimant's own words that letters and papers print, in the order in which they are read. */
const FREE_TEXTS = [
  ['claimDescription', 'story'],
  ['claimCalculation', 'sums'],
] as const;

/** As much of two answers as can say one thing together. */
const ENDS_THAT_MEET = 300;

/** What only shows when the answers are read one after the other: a threat or a number told in two of them. */
function acrossFields(data: ClaimFormData, rulings: WordRulings): readonly Place[] {
  const [story = '', sums = ''] = FREE_TEXTS.map(([field]) => data[field]?.trim() ?? '');
  if (!story || !sums) return [];
  const [tail, head] = [story.slice(-ENDS_THAT_MEET), sums.slice(0, ENDS_THAT_MEET)];
  const alone = new Set([tail, head].flatMap((text) => openPlaces(text, rulings).map(({ kind }) => kind)));
  const met = openPlaces(`${tail}\n${head}`, rulings).filter(
    ({ class: letterClass, kind, end }) => letterClass === 'A' && !alone.has(kind) && end > tail.length,
  );
  const last = sentenceSpans(story).at(-1);
  const first = sentenceSpans(sums)[0];
  return met.slice(0, 1).flatMap(({ class: letterClass, kind }) =>
    [
      { field: 'claimDescription', text: story, span: last },
      { field: 'claimCalculation', text: sums, span: first },
    ].flatMap(({ field, text, span }) =>
      span ? [{ class: letterClass, kind, field, ...span, sentence: text.slice(span.at, span.end) }] : [],
    ),
  );
}

/**
 * The answers as letters and papers may print them.
 * @param rulings - what the claimant decided in the answers themselves, unless given
 * @returns `leftOut` names for each place the answer it stands in
 */
export function printableAnswers<Answers extends ClaimFormData>(
  data: Answers,
  rulings: WordRulings = rulingsFrom(data.sentenceChoices),
): { readonly data: Answers; readonly leftOut: readonly Place[] } {
  const across = acrossFields(data, rulings);
  const texts = FREE_TEXTS.map(([field, kind]) => {
    const torn = across.filter((place) => place.field === field);
    const text = torn.reduce((whole, { sentence }) => whole.replace(sentence, () => ''), data[field] ?? '');
    const printed = printableText(text, rulings, kind);
    return { field, text: printed.text, leftOut: [...torn, ...printed.leftOut.map((place) => ({ ...place, field }))] };
  });
  const leftOut = texts.flatMap((printed) => printed.leftOut);
  if (leftOut.length === 0) return { data, leftOut };
  const printed = Object.fromEntries(texts.map(({ field, text }) => [field, text]));
  return { data: { ...data, ...printed }, leftOut };
}
