import type { ClaimFormData } from '../../claim/form-data.ts';
import { readFact } from '../../facts/read-fact.ts';
import type { ClaimFact, ClaimItem, ClaimObjection } from '../../facts/rows.ts';
import { speakersOf } from '../../facts/speakers.ts';
import { itemLine } from '../../facts/sums.ts';
import { ownCalculation, ownStory, storyFromRows, sumFromItems } from '../../facts/texts.ts';
import { sentencesOf, sentenceSpans } from '../sentences.ts';
import type { Place } from './kinds.ts';
import { openPlaces, printableText, rulingsFrom, type WordRulings } from './printable.ts';
import type { AccountKind } from './telling.ts';

/** One text in the claimant's own words that letters and papers print; a row is read as its sentence in the letter. */
interface Piece {
  readonly field: 'claimDescription' | 'facts' | 'objections' | 'claimCalculation' | 'sumItems' | 'agreedInterest';
  readonly row?: string;
  /** What of the row it is, where that has several texts. */
  readonly part?: 'name' | 'says';
  readonly kind: AccountKind;
  readonly text: string;
}

/** In the order in which they are read. */
function piecesOf(data: ClaimFormData): readonly Piece[] {
  const speakers = speakersOf(data);
  return [
    { field: 'claimDescription', kind: 'story', text: ownStory(data) },
    ...(data.facts ?? []).flatMap((fact): Piece[] => [
      { field: 'facts', row: fact.id, kind: 'story', text: readFact(fact, 'letter', speakers) },
      { field: 'facts', row: fact.id, part: 'name', kind: 'sums', text: fact.proofName ?? '' },
    ]),
    ...(data.objections ?? []).flatMap(({ id, says, answer }): Piece[] => [
      { field: 'objections', row: id, part: 'says', kind: 'sums', text: says ?? '' },
      { field: 'objections', row: id, kind: 'story', text: answer ?? '' },
    ]),
    { field: 'claimCalculation', kind: 'sums', text: ownCalculation(data) },
    ...(data.sumItems ?? []).map((item): Piece => ({
      field: 'sumItems',
      row: item.id,
      kind: 'sums',
      text: item.label ? itemLine(item) : '',
    })),
    { field: 'agreedInterest', kind: 'sums', text: data.agreedInterest?.clause ?? '' },
  ];
}

/** As much of two texts as can say one thing together. */
const ENDS_THAT_MEET = 300;

const placeIn = ({ field, row }: Piece, place: Place): Place => ({ ...place, field, ...(row ? { row } : {}) });

/** What only shows when texts are read one after the other: a threat or a number told in two of them. */
function acrossPieces(pieces: readonly Piece[], rulings: WordRulings): ReadonlyMap<Piece, readonly Place[]> {
  const torn = new Map<Piece, Place[]>();
  const told = pieces.filter(({ text }) => text.trim());
  for (const [index, second] of told.slice(1).entries()) {
    const first = told[index] as Piece;
    const [story, sums] = [first.text.trim(), second.text.trim()];
    const [tail, head] = [story.slice(-ENDS_THAT_MEET), sums.slice(0, ENDS_THAT_MEET)];
    const met = openPlaces(`${tail}\n${head}`, rulings).filter(
      ({ class: letterClass, end }) => letterClass === 'A' && end > tail.length,
    );
    if (met.length === 0) continue;
    const alone = new Set([tail, head].flatMap((text) => openPlaces(text, rulings).map(({ kind }) => kind)));
    const [place] = met.filter(({ kind }) => !alone.has(kind));
    if (!place) continue;
    for (const [piece, text, span] of [
      [first, story, sentenceSpans(story).at(-1)],
      [second, sums, sentenceSpans(sums)[0]],
    ] as const)
      if (span) {
        const sentence = text.slice(span.at, span.end);
        const found = placeIn(piece, { class: place.class, kind: place.kind, ...span, sentence });
        torn.set(piece, [...(torn.get(piece) ?? []), found]);
      }
  }
  return torn;
}

interface Printed extends Piece {
  readonly leftOut: readonly Place[];
  readonly printed: string;
}

/** The row without the sentences that were taken out of its reading; `null` when nothing is left to say. */
function printedFact(fact: ClaimFact, { text, printed }: Printed): ClaimFact | null {
  if (text === printed) return fact;
  const [own, read] = [fact.what?.replace(/\s+/gu, ' ').trim() ?? '', text].map(sentencesOf) as [string[], string[]];
  const kept = own.length === read.length ? own.filter((_, index) => printed.includes(read[index] ?? '')) : [];
  return kept.length > 0 ? { ...fact, what: kept.join(' ') } : null;
}

/** The answers with what is left of their texts. An item keeps its amount: a sum has to add up. */
function withPrinted<Answers extends ClaimFormData>(data: Answers, pieces: readonly Printed[]): Answers {
  const of = (field: Piece['field'], row?: string, part?: Piece['part']): Printed =>
    pieces.find((piece) => piece.field === field && piece.row === row && piece.part === part) as Printed;
  const facts = data.facts?.flatMap((fact): ClaimFact[] => {
    const row = printedFact(fact, of('facts', fact.id));
    return row ? [{ ...row, ...(fact.proofName ? { proofName: of('facts', fact.id, 'name').printed } : {}) }] : [];
  });
  const sumItems = data.sumItems?.map((item): ClaimItem => {
    const { text, printed } = of('sumItems', item.id);
    return text === printed ? item : { ...item, label: 'Part of the sum', measured: '' };
  });
  const objections = data.objections?.flatMap((row): ClaimObjection[] => {
    const says = of('objections', row.id, 'says');
    return says.leftOut.length > 0 ? [] : [{ ...row, answer: of('objections', row.id).printed }];
  });
  return {
    ...data,
    ...(facts ? { facts } : {}),
    ...(sumItems ? { sumItems } : {}),
    ...(objections ? { objections } : {}),
    ...(data.agreedInterest
      ? { agreedInterest: { ...data.agreedInterest, clause: of('agreedInterest').printed } }
      : {}),
    claimDescription: storyFromRows(of('claimDescription').printed, facts, speakersOf(data)),
    claimCalculation: sumFromItems(of('claimCalculation').printed, sumItems),
  };
}

/**
 * The answers as letters and papers may print them.
 * @param rulings - what the claimant decided in the answers themselves, unless given
 * @returns `leftOut` names for each place the answer, and the row, it stands in
 */
export function printableAnswers<Answers extends ClaimFormData>(
  data: Answers,
  rulings: WordRulings = rulingsFrom(data.sentenceChoices),
): { readonly data: Answers; readonly leftOut: readonly Place[] } {
  const pieces = piecesOf(data);
  const across = acrossPieces(pieces, rulings);
  const read = pieces.map((piece): Printed => {
    const torn = across.get(piece) ?? [];
    const text = torn.reduce((whole, { sentence }) => whole.replace(sentence, () => ''), piece.text);
    // Names and what the other side may say tell nothing of their own: they are read for threats and numbers alone.
    if (piece.part) {
      const leftOut = [...torn, ...openPlaces(text, rulings).map((place) => placeIn(piece, place))];
      return { ...piece, leftOut, printed: leftOut.length > 0 ? '' : text };
    }
    const printed = printableText(text, rulings, piece.kind);
    const leftOut = [...torn, ...printed.leftOut.map((place) => placeIn(piece, place))];
    return { ...piece, leftOut, printed: printed.text };
  });
  const leftOut = read.flatMap((piece) => piece.leftOut);
  return leftOut.length === 0 ? { data, leftOut } : { data: withPrinted(data, read), leftOut };
}
