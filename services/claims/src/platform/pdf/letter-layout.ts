import type { Block } from './blocks.ts';
import type { Run } from './lines.ts';

export type LetterBlock =
  | Extract<Block, { kind: 'paragraph' | 'list' | 'heading' }>
  | { kind: 'sums'; rows: readonly { label: string; amount: string }[] }
  | { kind: 'signature' }
  | { kind: 'page' };

/** A part of the letter as far as its look goes; plain data, since it crosses to a worker thread. */
export interface PrintedPart {
  /** `attachment`: heads a page of its own. `free`: words the sender wrote in beside the parts. Only in these lists and sums are guessed. */
  kind: 'heading' | 'attachment' | 'subject' | 'table' | 'list' | 'closing' | 'signature' | 'text' | 'free';
  text: string;
  joins: 'block' | 'line' | 'sentence';
}

const SUM = /^(\s*\S.*?)(?:\t+|\s{2,}|\s*\.{3,}\s*|:\s+)([-−(]?\s?\$\s?\d[\d,]*\.\d{2}\)?)$/;
/** A sum that stands alone is set apart only when it says that it is one. */
const TOTAL = /^\s*total\b/i;
const BULLET = /^\s*[-•*–]\s+(?=\S)/;
const NUMBER = /^\s*(\d{1,2})[.)]\s+(?=\S)/;

const GLUE = { block: '\n\n', line: '\n', sentence: ' ' } as const;

/** Parts that are set as one: running text with running text, the lines of a list with each other. */
function joined(parts: readonly PrintedPart[]): PrintedPart[] {
  const result: PrintedPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const isOne = last?.kind === part.kind && (part.kind === 'text' || part.kind === 'list' || part.kind === 'free');
    if (isOne && part.joins !== 'block') last.text += GLUE[part.joins] + part.text;
    else result.push({ ...part });
  }
  return result;
}

const paragraphsOf = (text: string): LetterBlock[] =>
  text
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ kind: 'paragraph', text: paragraph }));

/**
 * @param parts - of the letter as approved, in order
 * @returns what is drawn; the signature exactly once, above the part that names the signer, else below the closing
 */
export function layoutLetter(parts: readonly PrintedPart[]): LetterBlock[] {
  const whole = joined(parts);
  const at = whole.findIndex(({ kind }) => kind === 'signature');
  const below = whole.findLastIndex(({ kind }) => kind === 'closing');
  const blocks: LetterBlock[] = [];
  whole.forEach((part, index) => {
    if (index === at) blocks.push({ kind: 'signature' });
    blocks.push(...blocksOf(part));
    if (at < 0 && index === below) blocks.push({ kind: 'signature' });
  });
  // A letter rewritten without a closing or a name still carries the signature it was approved with.
  if (at < 0 && below < 0) blocks.push({ kind: 'signature' });
  return blocks;
}

function blocksOf({ kind, text }: PrintedPart): LetterBlock[] {
  switch (kind) {
    case 'heading':
      return [{ kind: 'heading', level: 2, text: text.trim(), tag: 'H1' }];
    case 'attachment':
      return [{ kind: 'page' }, { kind: 'heading', level: 2, text: text.trim(), tag: 'H1' }];
    case 'subject':
      return [{ kind: 'paragraph', text: [{ text, style: 'bold' }] satisfies Run[] }];
    case 'table':
    case 'list':
    case 'free':
      return text.split(/\n[ \t]*\n+/).flatMap((paragraph) => runsOf(paragraph.split('\n'), kind));
    case 'text':
    case 'closing':
    case 'signature':
      return paragraphsOf(text);
  }
}

type LineLook = 'sum' | 'bullet' | 'number' | 'plain';

function lookOf(line: string, kind: 'table' | 'list' | 'free', sums: number): LineLook {
  if (kind !== 'list' && SUM.test(line) && (kind === 'table' || sums > 1 || TOTAL.test(line))) return 'sum';
  if (kind !== 'table' && BULLET.test(line)) return 'bullet';
  return kind === 'free' && NUMBER.test(line) ? 'number' : 'plain';
}

/** Lines of one paragraph, as runs of one look each. */
function runsOf(lines: readonly string[], kind: 'table' | 'list' | 'free'): LetterBlock[] {
  const sums = lines.filter((line) => SUM.test(line)).length;
  const runs: { look: LineLook; lines: string[] }[] = [];
  for (const line of lines) {
    const look = lookOf(line, kind, sums);
    const last = runs.at(-1);
    if (last?.look === look) last.lines.push(line);
    else runs.push({ look, lines: [line] });
  }
  return runs.flatMap((run): LetterBlock[] => {
    switch (run.look) {
      case 'sum':
        return [{ kind: 'sums', rows: run.lines.map(rowOf) }];
      case 'bullet':
        return [{ kind: 'list', mark: 'bullet', items: run.lines.map((line) => line.replace(BULLET, '')) }];
      case 'number': {
        const start = Number(NUMBER.exec(run.lines[0] ?? '')?.[1]);
        return [{ kind: 'list', mark: 'number', start, items: run.lines.map((line) => line.replace(NUMBER, '')) }];
      }
      case 'plain':
        return paragraphsOf(run.lines.join('\n'));
    }
  });
}

function rowOf(line: string): { label: string; amount: string } {
  const [, label = '', amount = ''] = SUM.exec(line) ?? [];
  return { label: label.trim().replace(/[.:]+$/, ''), amount };
}
