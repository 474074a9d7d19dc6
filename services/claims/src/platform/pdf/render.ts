import {
  layoutLetter,
  lineText,
  type LetterBlock,
  type LetterLine,
  type PrintedPart,
  type SumRow,
} from '@redress/domain/letter-layout';
import type { Block } from './blocks.ts';
import { BODY, drawBlocks } from './draw-blocks.ts';
import type { Text } from './lines.ts';
import { type Sheet, type SheetInfo, INK, RULE, createSheet, finishSheet, lineHeight } from './sheet.ts';

/** What the renderer is asked for; crosses to a worker thread, so plain data only. */
export type PdfJob =
  | {
      kind: 'letter';
      info: SheetInfo;
      parts: readonly PrintedPart[];
      signerName: string;
      /** An opaque PNG of ours (signatures/flatten-signature.ts), or null for a letter signed by hand. */
      signature: Uint8Array | null;
    }
  | { kind: 'blocks'; info: SheetInfo; blocks: readonly Block[] };

export interface RenderedPdf {
  bytes: Uint8Array;
  pages: number;
  /** Code points no typeface here can draw; each stands as U+FFFD in the file, with a note at its end. */
  missing: number[];
}

/** Same job, same bytes: no clock and no random number is used. */
export async function renderPdf(job: PdfJob): Promise<RenderedPdf> {
  const sheet = createSheet(job.info);
  if (job.kind === 'letter') drawLetter(sheet, job);
  else drawBlocks(sheet, job.blocks);
  drawMissingNote(sheet);
  const pages = sheet.doc.bufferedPageRange().count;
  return { ...(await finishSheet(sheet, job.info)), pages };
}

type DrawnBlock =
  | Extract<Block, { kind: 'paragraph' | 'list' | 'heading' | 'blanks' | 'page' }>
  | Extract<LetterBlock, { kind: 'sums' | 'signature' }>;

const linesText = (lines: readonly LetterLine[]): string => lines.map(lineText).join('\n').trimEnd();

/** A block of the letter as those of every paper are drawn. */
function drawnBlock(block: LetterBlock): DrawnBlock {
  switch (block.kind) {
    case 'heading':
      return { kind: 'heading', level: 2, text: linesText(block.lines).trim(), tag: 'H1' };
    case 'subject':
      return { kind: 'paragraph', text: [{ text: linesText(block.lines), style: 'bold' }] };
    case 'paragraph':
      return { kind: 'paragraph', text: linesText(block.lines) };
    case 'list':
      return { ...block, items: block.items.map(lineText) };
    case 'blanks':
      return { kind: 'blanks', labels: block.rows.map(({ label }) => label) };
    default:
      return block;
  }
}

function drawLetter(sheet: Sheet, job: Extract<PdfJob, { kind: 'letter' }>): void {
  const blocks = layoutLetter(job.parts).map(drawnBlock);
  blocks.forEach((block, index) => {
    if (block.kind !== 'signature' && block.kind !== 'sums') sheet.need(heldTogether(sheet, blocks, index));
    if (block.kind === 'signature') drawLetterSignature(sheet, job, blocks[index + 1]);
    else if (block.kind === 'sums') drawSums(sheet, block.rows);
    else {
      // The closing stays with the signature below it.
      if (blocks[index + 1]?.kind === 'signature') sheet.need(SIGNATURE_HEIGHT + 98);
      drawBlocks(sheet, [block]);
    }
  });
}

/** Room for a hand. A short letter still ends on its first page. */
const SIGNATURE_HEIGHT = 58;
/** So few ways to pay are read as one; a longer list may go over the page. */
const SHORT_LIST = 4;
const HEADING_HEIGHT = 36;
const LIST_INDENT = 26;
const LIST_GAP = 3;

/**
 * What must not be parted by the end of a page: a heading from what it heads, a line that announces a short list from
 * the list, and the list in itself.
 * @returns points needed from the top of this block
 */
function heldTogether(sheet: Sheet, blocks: readonly DrawnBlock[], index: number): number {
  const block = blocks[index];
  const heightOf = (text: Text, width: number) => sheet.measure(text, BODY, width).length * lineHeight(BODY);
  switch (block?.kind) {
    case 'page':
      return 0;
    case 'heading':
      return HEADING_HEIGHT + heldTogether(sheet, blocks, index + 1);
    case 'list':
      return block.items.length > SHORT_LIST
        ? 2 * lineHeight(BODY)
        : block.items.reduce((sum, item) => sum + heightOf(item, sheet.width - LIST_INDENT) + LIST_GAP, 0);
    case 'paragraph': {
      const isAnnouncing = blocks[index + 1]?.kind === 'list' && /:\s*$/.test(String(block.text));
      const height = heightOf(block.text, sheet.width);
      return isAnnouncing
        ? height + 8 + heldTogether(sheet, blocks, index + 1)
        : Math.min(height, 2 * lineHeight(BODY));
    }
    case 'sums': {
      const { whole } = measureSums(sheet, block.rows);
      return whole + HEADING_HEIGHT <= sheet.pageRoom ? whole : 2 * lineHeight(BODY);
    }
    default:
      return block ? 2 * lineHeight(BODY) : 0;
  }
}

function drawLetterSignature(
  sheet: Sheet,
  { signature, signerName }: Extract<PdfJob, { kind: 'letter' }>,
  next: DrawnBlock | undefined,
): void {
  const height = SIGNATURE_HEIGHT;
  sheet.need(height + (next ? 4 * lineHeight(BODY) : 0));
  if (signature) {
    const top = sheet.y;
    sheet.tag(
      sheet.root,
      'Figure',
      () => {
        sheet.doc.image(Buffer.from(signature), sheet.left, top, { fit: [160, height] });
      },
      { alt: `Signature of ${signerName}` },
    );
  }
  sheet.y += height + 2;
}

/** The sum asked for, as a small table with amounts under each other; a last line that says total is set bold. */
const SUM_WIDTH = 400;
const AMOUNT_WIDTH = 110;

function measureSums(sheet: Sheet, rows: readonly SumRow[]) {
  const width = Math.min(sheet.width, SUM_WIDTH);
  const labelWidth = width - AMOUNT_WIDTH;
  const measured = rows.map(({ label, amount, isTotal: total }) => {
    const style = total ? ({ style: 'bold' } as const) : {};
    const labelLines = sheet.measure([{ text: label, ...style }], BODY, labelWidth - 8);
    const amountLines = sheet.measure([{ text: amount, ...style }], BODY, AMOUNT_WIDTH);
    return { total, labelLines, amountLines, height: labelLines.length * lineHeight(BODY) + 3 };
  });
  return { measured, width, labelWidth, whole: measured.reduce((sum, { height }) => sum + height, 0) + 8 };
}

function drawSums(sheet: Sheet, rows: readonly SumRow[]): void {
  const { measured, width, labelWidth, whole } = measureSums(sheet, rows);
  // A sum is read as one: it goes over the page as a whole while a page can hold it.
  if (whole <= sheet.pageRoom) sheet.need(whole);
  const table = sheet.tag(sheet.root, 'Table');
  measured.forEach(({ total, labelLines, amountLines, height }, index) => {
    sheet.need(height + 4);
    const row = sheet.tag(table, 'TR');
    const top = sheet.y + 1;
    if (total) sheet.rule(top - 1, { width, color: INK, weight: 0.8 });
    sheet.tag(row, 'TH', () => sheet.linesAt(labelLines, sheet.left, top, labelWidth, { size: BODY }), {
      scope: 'Row',
    });
    sheet.tag(row, 'TD', () =>
      sheet.linesAt(amountLines, sheet.left + labelWidth, top, AMOUNT_WIDTH, { size: BODY, align: 'right' }),
    );
    row.end();
    sheet.y += height;
    if (!total && index < rows.length - 1) sheet.rule(sheet.y - 1, { width, color: RULE, weight: 0.3 });
  });
  table.end();
  sheet.y += 8;
}

const named = (point: number) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;

/** A reader of the paper must be able to tell that something is missing, and what. */
function drawMissingNote(sheet: Sheet): void {
  if (sheet.missing.size === 0) return;
  const points = [...sheet.missing].sort((a, b) => a - b).map(named);
  const shown = points.slice(0, 12).join(', ') + (points.length > 12 ? `, and ${points.length - 12} more` : '');
  drawBlocks(sheet, [
    { kind: 'gap', points: 6 },
    {
      kind: 'paragraph',
      look: 'small',
      text: `Printed as \uFFFD above: ${points.length === 1 ? 'a character' : `${points.length} characters`} this typeface cannot draw (${shown}).`,
    },
  ]);
}
