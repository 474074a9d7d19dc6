import type { Block } from './blocks.ts';
import type { Run } from './lines.ts';

/**
 * A letter is plain text that its sender may have rewritten from end to end. What can be seen in it without guessing is
 * set as such: a subject line, lists, sums at the ends of lines, the place for the signature. The words stay as typed.
 */
export type LetterBlock =
  | Extract<Block, { kind: 'paragraph' | 'list' | 'heading' }>
  | { kind: 'sums'; rows: readonly { label: string; amount: string }[] }
  | { kind: 'signature' };

const SUBJECT = /^(?:Re|Subject):\s/i;
const SUM = /^(\s*\S.*?)(?:\t+|\s{2,}|\s*\.{3,}\s*|:\s+)([-−(]?\s?\$\s?\d[\d,]*\.\d{2}\)?)$/;
/** A sum that stands alone is set apart only when it says that it is one. */
const TOTAL = /^\s*total\b/i;
const BULLET = /^\s*[-•*–]\s+(?=\S)/;
const NUMBER = /^\s*(\d{1,2})[.)]\s+(?=\S)/;
const CLOSING =
  /^(?:sincerely|yours (?:sincerely|truly|faithfully)|respectfully|regards|kind regards|best regards|with regards|thank you),?$/i;
const SIGNATURE_MARK = /^\s*\[signature\]\s*$/i;

export interface LetterLayoutOptions {
  signerName: string;
  /** Lines that are headings when they open a paragraph: those of the composed letter. */
  headings?: readonly string[];
}

/**
 * @param text - the letter as approved
 * @param options.signerName - as it stands under the signature; the fallback place for it is above the last line that is this name
 */
export function layoutLetter(text: string, { signerName, headings = [] }: LetterLayoutOptions): LetterBlock[] {
  const blocks: LetterBlock[] = [];
  let signed = false;
  const sign = () => {
    if (!signed) blocks.push({ kind: 'signature' });
    signed = true;
  };
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter((paragraph) => paragraph.trim() !== '');
  const lastNamed = lastIndex(paragraphs, (paragraph) => paragraph.split('\n')[0]?.trim() === signerName);
  const marked = paragraphs.some((paragraph) => paragraph.split('\n').some((line) => SIGNATURE_MARK.test(line)));
  const closed = lastIndex(paragraphs, (paragraph) => CLOSING.test((paragraph.split('\n')[0] ?? '').trim()));

  paragraphs.forEach((paragraph, index) => {
    if (!marked && closed < 0 && index === lastNamed) sign();
    let plain: string[] = [];
    const flush = () => {
      if (plain.length) blocks.push(...plainBlocks(plain));
      plain = [];
    };
    const lines = paragraph.split('\n');
    lines.forEach((line, at) => {
      if (at === 0 && headings.includes(line.trim())) {
        blocks.push({ kind: 'heading', level: 2, text: line.trim(), tag: 'H1' });
        return;
      }
      if (SIGNATURE_MARK.test(line)) {
        flush();
        sign();
        return;
      }
      plain.push(line);
      if (!marked && index === closed && at === 0) {
        flush();
        sign();
      }
    });
    flush();
  });
  // A letter rewritten without a closing or a name still carries the signature it was approved with.
  if (!signed) sign();
  return blocks;
}

function lastIndex<T>(items: readonly T[], fits: (item: T) => boolean): number {
  for (let index = items.length - 1; index >= 0; index -= 1) if (fits(items[index] as T)) return index;
  return -1;
}

/** One paragraph's lines, as runs of one kind each. */
function plainBlocks(lines: readonly string[]): LetterBlock[] {
  const blocks: LetterBlock[] = [];
  let rest = lines;
  while (rest.length) {
    const first = rest[0] as string;
    const while_ = (fits: (line: string) => boolean) => {
      const end = rest.findIndex((line) => !fits(line));
      const taken = end < 0 ? rest : rest.slice(0, end);
      rest = rest.slice(taken.length);
      return taken;
    };
    if (SUM.test(first) && (TOTAL.test(first) || rest.filter((line) => SUM.test(line)).length > 1)) {
      const rows = while_((line) => SUM.test(line)).map((line) => {
        const [, label = '', amount = ''] = SUM.exec(line) ?? [];
        return { label: label.trim().replace(/[.:]+$/, ''), amount };
      });
      blocks.push({ kind: 'sums', rows });
    } else if (BULLET.test(first)) {
      const items = while_((line) => BULLET.test(line)).map((line) => line.replace(BULLET, ''));
      blocks.push({ kind: 'list', mark: 'bullet', items });
    } else if (NUMBER.test(first)) {
      const start = Number(NUMBER.exec(first)?.[1]);
      const items = while_((line) => NUMBER.test(line)).map((line) => line.replace(NUMBER, ''));
      blocks.push({ kind: 'list', mark: 'number', start, items });
    } else if (SUBJECT.test(first)) {
      rest = rest.slice(1);
      blocks.push({ kind: 'paragraph', text: [{ text: first, style: 'bold' }] satisfies Run[] });
    } else {
      const taken = while_(
        (line) => line === first || !(BULLET.test(line) || NUMBER.test(line) || SUBJECT.test(line) || SUM.test(line)),
      );
      blocks.push({ kind: 'paragraph', text: taken.join('\n') });
    }
  }
  return blocks;
}
