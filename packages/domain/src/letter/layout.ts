/** How a letter is set: by the PDF that is posted, and by the screen that shows it first. */
import { isWrittenIn } from './align-parts.ts';
import type { LetterPart } from './letter.ts';

/** A stretch of one line and the part it stands in. */
export interface LetterRun {
  readonly text: string;
  /** Id of the part. */
  readonly part: string;
}
export type LetterLine = readonly LetterRun[];

export interface SumRow {
  readonly label: string;
  readonly amount: string;
  /** The last line, which says that it is the total: set bold. */
  readonly isTotal: boolean;
  /** Id of the part. */
  readonly part: string;
}

export type LetterBlock =
  | { readonly kind: 'heading' | 'subject' | 'paragraph'; readonly lines: readonly LetterLine[] }
  | {
      readonly kind: 'list';
      readonly mark: 'bullet' | 'number' | 'box';
      /** Of a numbered list. */
      readonly start: number;
      readonly items: readonly LetterLine[];
    }
  | { readonly kind: 'sums'; readonly rows: readonly SumRow[] }
  /** Lines to write on by hand, each behind its label; an empty label leaves the whole line. */
  | { readonly kind: 'blanks'; readonly rows: readonly { readonly label: string; readonly part: string }[] }
  | { readonly kind: 'signature' }
  /** What follows begins on a page of its own. */
  | { readonly kind: 'page' };

/** A part of the letter as far as its look goes; plain data, since it crosses to a worker thread. */
export interface PrintedPart {
  readonly id: string;
  /** `attachment`: heads a page of its own. `free`: words the sender wrote in beside the parts. Only in these lists and sums are guessed. */
  readonly kind:
    'heading' | 'attachment' | 'subject' | 'table' | 'list' | 'form' | 'closing' | 'signature' | 'text' | 'free';
  readonly text: string;
  readonly joins: LetterPart['joins'];
}
type Look = PrintedPart['kind'];

const OWN_LOOK: ReadonlySet<string> = new Set(['heading', 'subject', 'table', 'list', 'form', 'closing', 'signature']);
const hasOwnLook = (kind: string): kind is Look => OWN_LOOK.has(kind);

const ATTACHMENTS = new Set(['attachment-heading', 'attachment-sum-heading', 'slip-heading']);
const lookOf = ({ id, kind }: LetterPart): Look =>
  ATTACHMENTS.has(id) ? 'attachment' : hasOwnLook(kind) ? kind : 'text';

/** @returns the parts as `layoutLetter` takes them */
export const printedParts = (parts: readonly LetterPart[]): PrintedPart[] =>
  parts.map((part) => ({
    id: part.id,
    kind: isWrittenIn(part) ? 'free' : lookOf(part),
    text: part.text,
    joins: part.joins,
  }));

/** What parts label and sum is looked for once a run, not from each of its dots: a line may have sixty thousand. */
const SUM =
  /^(\s*\S.*?)(?:(?<!\t)\t+|(?<!\s)\s{2,}|(?<!\s)\s*(?<!\.)\.{3,}\s*|:\s+)([-−(]?\s?\$\s?\d[\d,]*\.\d{2}\)?)$/;
/** A sum that stands alone is set apart only when it says that it is one. */
const TOTAL = /^\s*total\b/i;
const LAST_TOTAL = /\b(?:total|amount due|sum)\b/i;
const BULLET = /^\s*[-•*–]\s+(?=\S)/;
const BOX = /^☐\s+(?=\S)/;
/** At the end of a form's line: all of it, behind its label. */
const TO_WRITE_ON = /(?:^|:\s*)_{20,}$/;
const NUMBER = /^\s*(\d{1,2})[.)]\s+(?=\S)/;

/** @returns the words of a line */
export const lineText = (line: LetterLine): string => line.map(({ text }) => text).join('');

const isEmpty = (line: LetterLine): boolean => lineText(line).trim() === '';

/** Parts that are set as one: running text with running text, the lines of a list with each other. */
const SET_AS_ONE: ReadonlySet<Look> = new Set(['text', 'list', 'free']);

interface Group {
  readonly kind: Look;
  readonly lines: LetterRun[][];
}

function grouped(parts: readonly PrintedPart[]): Group[] {
  const groups: Group[] = [];
  for (const { id, kind, text, joins } of parts) {
    const lines = text.split('\n').map((line) => [{ text: line, part: id }]);
    const last = groups.at(-1);
    if (last?.kind !== kind || joins === 'block' || !SET_AS_ONE.has(kind)) {
      groups.push({ kind, lines });
      continue;
    }
    const [first = []] = joins === 'sentence' ? lines.splice(0, 1) : [];
    if (first.length > 0) last.lines.at(-1)?.push({ text: ' ', part: '' }, ...first);
    last.lines.push(...lines);
  }
  return groups;
}

/** The lines between empty lines. */
function paragraphsOf(lines: readonly LetterLine[]): LetterLine[][] {
  const paragraphs: LetterLine[][] = [[]];
  for (const line of lines) {
    if (!isEmpty(line)) paragraphs.at(-1)?.push(line);
    else if (paragraphs.at(-1)?.length) paragraphs.push([]);
  }
  return paragraphs.filter(({ length }) => length > 0);
}

const paragraph = (lines: readonly LetterLine[]): LetterBlock => ({ kind: 'paragraph', lines });

/**
 * @param parts - of the letter, in order
 * @returns what is drawn; the signature exactly once, above the part that names the signer, else below the closing
 */
export function layoutLetter(parts: readonly PrintedPart[]): LetterBlock[] {
  const whole = grouped(parts);
  const at = whole.findIndex(({ kind }) => kind === 'signature');
  const below = whole.findLastIndex(({ kind }) => kind === 'closing');
  const blocks: LetterBlock[] = [];
  whole.forEach((group, index) => {
    if (index === at) blocks.push({ kind: 'signature' });
    blocks.push(...blocksOf(group));
    if (at < 0 && index === below) blocks.push({ kind: 'signature' });
  });
  // A letter rewritten without a closing or a name still carries the signature it was approved with.
  if (at < 0 && below < 0) blocks.push({ kind: 'signature' });
  return blocks;
}

function blocksOf({ kind, lines }: Group): LetterBlock[] {
  switch (kind) {
    case 'heading':
    case 'subject':
      return [{ kind, lines }];
    case 'attachment':
      return [{ kind: 'page' }, { kind: 'heading', lines }];
    case 'table':
    case 'list':
    case 'form':
    case 'free':
      return paragraphsOf(lines).flatMap((one) => runsOf(one, kind));
    case 'text':
    case 'closing':
    case 'signature':
      return paragraphsOf(lines).map(paragraph);
  }
}

type LineLook = 'sum' | 'bullet' | 'number' | 'box' | 'blank' | 'plain';
type RunsLook = 'table' | 'list' | 'form' | 'free';

function lineLook(line: string, kind: RunsLook, sums: number): LineLook {
  if (kind === 'form') return BOX.test(line) ? 'box' : TO_WRITE_ON.test(line) ? 'blank' : 'plain';
  if (kind !== 'list' && SUM.test(line) && (kind === 'table' || sums > 1 || TOTAL.test(line))) return 'sum';
  if (kind !== 'table' && BULLET.test(line)) return 'bullet';
  return kind === 'free' && NUMBER.test(line) ? 'number' : 'plain';
}

/** Lines of one paragraph, as runs of one look each. */
function runsOf(lines: readonly LetterLine[], kind: RunsLook): LetterBlock[] {
  const sums = lines.filter((line) => SUM.test(lineText(line))).length;
  const runs: { look: LineLook; lines: LetterLine[] }[] = [];
  for (const line of lines) {
    const look = lineLook(lineText(line), kind, sums);
    const last = runs.at(-1);
    if (last?.look === look) last.lines.push(line);
    else runs.push({ look, lines: [line] });
  }
  return runs.map((run): LetterBlock => {
    switch (run.look) {
      case 'sum':
        return { kind: 'sums', rows: run.lines.map((line, index) => rowOf(line, index === run.lines.length - 1)) };
      case 'bullet':
        return { kind: 'list', mark: 'bullet', start: 1, items: run.lines.map((line) => without(BULLET, line)) };
      case 'number': {
        const start = Number(NUMBER.exec(lineText(run.lines[0] ?? []))?.[1]);
        return { kind: 'list', mark: 'number', start, items: run.lines.map((line) => without(NUMBER, line)) };
      }
      case 'box':
        return { kind: 'list', mark: 'box', start: 1, items: run.lines.map((line) => without(BOX, line)) };
      case 'blank':
        return {
          kind: 'blanks',
          rows: run.lines.map((line) => ({
            label: lineText(line).replace(TO_WRITE_ON, ''),
            part: line[0]?.part ?? '',
          })),
        };
      case 'plain':
        return paragraph(run.lines);
    }
  });
}

/** The line without the mark it begins with. A mark that goes on into a second part stays: no part begins like that. */
const without = (mark: RegExp, [first, ...rest]: LetterLine): LetterLine =>
  first ? [{ ...first, text: first.text.replace(mark, '') }, ...rest] : [];

function rowOf(line: LetterLine, isLast: boolean): SumRow {
  const [, label = '', amount = ''] = SUM.exec(lineText(line)) ?? [];
  return {
    label: label.trim().replace(/(?<![.:])[.:]+$/, ''),
    amount,
    isTotal: isLast && LAST_TOTAL.test(label),
    part: line[0]?.part ?? '',
  };
}
