/** The two texts of a claim as they are made of rows, and the person's own part of them again. */
import { CLAIM_TEXT_MAX_CHARACTERS, type ClaimFormData } from '../claim/form-data.ts';
import { inOrderOfDays } from './days.ts';
import { formerReading, readFact } from './read-fact.ts';
import type { ClaimFact, ClaimItem } from './rows.ts';
import { speakersOf, type Speakers } from './speakers.ts';
import { itemLine, toldItems } from './sums.ts';

const factLines = (facts: readonly ClaimFact[] | null | undefined, speakers: Speakers): readonly string[] =>
  inOrderOfDays(facts ?? [])
    .map((fact) => readFact(fact, 'letter', speakers))
    .filter(Boolean);

const itemLines = (items: readonly ClaimItem[] | null | undefined): readonly string[] =>
  toldItems(items).map((item) => itemLine(item));

/** The own part first. Rows that a text has no room for stand in the rows alone. */
function joined(own: string, lines: readonly string[], max = CLAIM_TEXT_MAX_CHARACTERS): string {
  let text = own;
  for (const [index, line] of lines.entries()) {
    const glue = index > 0 ? '\n' : own ? '\n\n' : '';
    if (text.length + glue.length + line.length > max) break;
    text += glue + line;
  }
  return text;
}

/** Letters of before had no stop behind a quotation, other capitals behind a day, and verbs that agreed with another word. */
const keyOf = (line: string): string =>
  line
    .replace(/(?<=["”'’])\.$/u, '')
    .replace(/(?<!\p{L})(?:am|are|is|was|were|has|have|does|do)(?!\p{L})/giu, '_')
    .replace(/(?<!\p{L})our (\p{L}+) and we(?!\p{L})/giu, 'my $1 and i')
    .toLowerCase();

/** Without the lines of rows. Lines that were changed, by a build that knows only texts, are the person's own now. */
function ownPart(text: string, made: readonly (readonly string[])[]): string {
  const blocks = made.map((lines) => joined('', lines)).filter(Boolean);
  for (const block of blocks) {
    if (text === block) return '';
    if (text.endsWith(`\n\n${block}`)) return text.slice(0, -block.length - 2);
  }
  const lines = new Set(made.flat().map(keyOf));
  const all = text.split('\n');
  const kept = all.filter((line) => !lines.has(keyOf(line.trim())));
  // A text that no row stands in is the person's own to its last space.
  return kept.length === all.length ? text : kept.join('\n').trimEnd();
}

export const storyFromRows = (
  own: string,
  facts: readonly ClaimFact[] | null | undefined,
  speakers: Speakers,
): string => joined(own, factLines(facts, speakers));

/** The claimant's own account, without what the rows tell. */
export function ownStory(data: ClaimFormData): string {
  const { claimant, defendant } = speakersOf(data);
  // The text may be from before the claimant said whether they are a person or a business.
  const made = [claimant.isBusiness, !claimant.isBusiness].map((isBusiness) =>
    factLines(data.facts, { claimant: { ...claimant, isBusiness }, defendant }),
  );
  return ownPart(data.claimDescription ?? '', [...made, (data.facts ?? []).map(formerReading).filter(Boolean)]);
}

export const sumFromItems = (own: string, items: readonly ClaimItem[] | null | undefined): string =>
  joined(own, itemLines(items));

export const ownCalculation = (data: ClaimFormData): string =>
  ownPart(data.claimCalculation ?? '', [itemLines(data.sumItems)]);

/** The account as one text, with all that the rows tell. */
export const wholeStory = (data: ClaimFormData): string =>
  joined(ownStory(data), factLines(data.facts, speakersOf(data)), Infinity);

export const wholeCalculation = (data: ClaimFormData): string =>
  joined(ownCalculation(data), itemLines(data.sumItems), Infinity);
