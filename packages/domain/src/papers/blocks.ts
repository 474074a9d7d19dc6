/** Blocks of papers, each by its words. */
import type { FactRow, PaperBlock } from './paper.ts';

type Words = readonly string[];

/** Share of a table's width in which the longest date stands on one line. */
export const DAY_SHARE = 0.215;

export const heading = (text: string): PaperBlock => ({ kind: 'heading', level: 1, text });
export const paragraph = (text: string): PaperBlock => ({ kind: 'paragraph', text });
export const note = (text: string, label?: string): PaperBlock => ({ kind: 'note', text, ...(label && { label }) });
export const bullets = (items: Words): PaperBlock => ({ kind: 'list', mark: 'bullet', items });
export const boxes = (items: Words): PaperBlock => ({ kind: 'list', mark: 'box', items });
export const numbered = (items: Words, start = 1): PaperBlock => ({ kind: 'list', mark: 'number', items, start });
/** Table of sums: names on the left, each sum at the right edge. */
export const amounts = (header: string, rows: readonly Words[], strongRows?: readonly number[], value = 'Amount', share = 0.65): PaperBlock => ({
  kind: 'table',
  columns: [{ header, share }, { header: value, align: 'right' }],
  rows,
  ...(strongRows && { strongRows }),
}); // prettier-ignore
export const factTable = (rows: readonly FactRow[]): PaperBlock => ({ kind: 'facts', rows });
/** Lines to fill in by hand. */
export const blanks = (labels: Words): PaperBlock => ({ kind: 'blanks', labels });

/** A cell of more than one line, of what there is. */
export const lines = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join('\n');

/** Blocks that stand there only where something holds. */
export const when = (holds: boolean, ...blocks: readonly PaperBlock[]): readonly PaperBlock[] => (holds ? blocks : []);
