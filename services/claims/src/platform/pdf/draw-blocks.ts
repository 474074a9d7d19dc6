import type { Block, Column } from './blocks.ts';
import type { Line, Text } from './lines.ts';
import { INK, RULE, SOFT_INK, type Sheet, lineHeight } from './sheet.ts';

export const BODY = 11;
const SMALL = 9;
const GAP = 7;
const ITEM_GAP = 3;
const CELL_PADDING = 4;
const UNDER_HEADING = 3;
const NOTE_INSET = 12;
/** Height below which a heading keeps its distance from the block above it. */
const PAST_THE_TOP = 81;
/** Room kept free for a heading above what fills a page otherwise. */
const HEADING_ROOM = 100;
/** A third of an inch, for handwriting. */
const BLANK_HEIGHT = 24;
/** 2.4 inches: a signature as wide as a hand makes it. */
const SIGNATURE = { width: 172, height: 78 };
/** Space above a line to sign by hand. */
const TO_SIGN = 40;

type Kind<Name extends Block['kind']> = Extract<Block, { kind: Name }>;

export function drawBlocks(sheet: Sheet, blocks: readonly Block[]): void {
  const cut = blocks.findIndex((block) => block.kind === 'page' && !block.isSoft);
  if (cut >= 0) {
    drawBlocks(sheet, blocks.slice(0, cut));
    sheet.nextPage();
    return drawBlocks(sheet, blocks.slice(cut + 1));
  }
  const [last = -1, before = last] = blocks.flatMap(({ kind }, index) => (kind === 'heading' ? [index] : [])).reverse();
  // A letter is drawn block by block, and has sections of its own.
  const closing = before < 0 ? [] : blocks.slice(before);
  const close = heightOf(sheet, closing);
  // A short last section would stand alone on its page: it stays with the one before it.
  const isShort =
    closing.length > 0 &&
    close < sheet.pageRoom / 2 &&
    heightOf(sheet, blocks.slice(last)) < sheet.pageRoom / 4 &&
    closing.every(({ kind }) => kind !== 'page');
  blocks.forEach((block, index) => {
    if (isShort && index === before) sheet.need(close);
    if (block.kind === 'heading')
      return drawHeading(
        sheet,
        block,
        isShort && index >= before ? 0 : headingStart(sheet, block, startOf(sheet, blocks, index + 1)),
      );
    if (block.kind === 'paragraph') sheet.need(startOf(sheet, blocks, index));
    drawBlock(sheet, block);
  });
}

/** Height of blocks on a page without an end, in points: they are drawn on a sheet that keeps nothing. */
function heightOf(sheet: Sheet, blocks: readonly Block[]): number {
  const nothing = () => undefined;
  const tall: Sheet = {
    ...sheet,
    doc: { image: nothing } as never, // The casts: blocks draw pictures and end elements, and no more.
    y: PAST_THE_TOP,
    tag(_parent, _type, draw) {
      draw?.();
      return { end: nothing } as never;
    },
    room: () => Infinity,
    need: nothing,
    nextPage: nothing,
    lines(lines, _x, _width, { size }) {
      tall.y += lines.length * lineHeight(size);
    },
    linesAt: nothing,
    rule: nothing,
    artifact: nothing,
  };
  for (const block of blocks) {
    if (block.kind === 'heading') drawHeading(tall, block, 0);
    else drawBlock(tall, block);
  }
  return tall.y - PAST_THE_TOP;
}

/** Two lines at least stay together at either end of a page: three are never parted. */
const linesStart = (count: number, size = BODY): number => Math.min(count, count === 3 ? 3 : 2) * lineHeight(size);

/** How much of a block begins on one page at least, in points: so much stays with the heading above it. */
function startOf(sheet: Sheet, blocks: readonly Block[], index: number): number {
  const [block, next] = [blocks[index], blocks[index + 1]];
  switch (block?.kind) {
    case 'heading':
      return headingGap(block) + headingStart(sheet, block, startOf(sheet, blocks, index + 1));
    case 'paragraph':
      // A signature has the words that are signed on its sheet.
      if (next?.kind === 'signature') return heightOf(sheet, [block]) + signatureHeight(next);
      // A question stays with the lines for its answer, or with the first of its answers.
      if (next?.kind === 'list') return heightOf(sheet, [block]) + startOf(sheet, blocks, index + 1);
      return next?.kind === 'blanks' ? 2 * lineHeight(BODY) + GAP + blanksHeight(sheet, next.labels) : 0;
    case 'list':
      return linesStart(itemLines(sheet, block, block.items[0] ?? '').length);
    case 'facts':
      return block.rows[0] ? factStart(factLines(sheet, block.rows[0])) : 0;
    case 'table':
      return tableStart(sheet, tableRows(sheet, block));
    case 'note':
      return noteLines(sheet, block).start;
    case 'signature':
      return signatureHeight(block);
    case 'blanks':
      return blanksHeight(sheet, block.labels);
    default:
      return 0;
  }
}

function drawBlock(sheet: Sheet, block: Exclude<Block, { kind: 'heading' }>): void {
  switch (block.kind) {
    case 'title':
      return drawTitle(sheet, block.text, block.lead);
    case 'paragraph':
      return drawParagraph(sheet, block.text, block.look ?? 'normal');
    case 'list':
      return drawList(sheet, block);
    case 'facts':
      return drawFacts(sheet, block.rows);
    case 'table':
      return drawTable(sheet, block);
    case 'note':
      return drawNote(sheet, block);
    case 'signature':
      return drawSignature(sheet, block);
    case 'blanks':
      return drawBlanks(sheet, block.labels);
    case 'gap':
      sheet.y += Math.min(block.points, Math.max(sheet.room(), 0));
      return;
    case 'page':
      // A page that has just begun may hold what need not stand alone.
      if (block.isSoft && sheet.pages() > 1 && sheet.room() > (2 * sheet.pageRoom) / 3) return;
      return sheet.nextPage();
  }
}

const strong = (text: string): Text => [{ text, style: 'bold' }];

function drawTitle(sheet: Sheet, text: string, lead: string | undefined): void {
  const lines = sheet.measure(strong(text), 20, sheet.width);
  sheet.need(lines.length * lineHeight(20) + 40);
  sheet.tag(sheet.root, 'H1', () => sheet.lines(lines, sheet.left, sheet.width, { size: 20 }));
  if (lead) {
    sheet.y += 2;
    const leadLines = sheet.measure(lead, BODY, sheet.width);
    sheet.tag(sheet.root, 'P', () => sheet.lines(leadLines, sheet.left, sheet.width, { size: BODY, color: SOFT_INK }));
  }
  sheet.y += 6;
  sheet.rule(sheet.y, { color: INK, weight: 1 });
  sheet.y += 12;
}

function headingLines(sheet: Sheet, { text, level }: Kind<'heading'>) {
  const size = level === 1 ? 14 : 12;
  return { size, lines: sheet.measure(strong(text), size, sheet.width) };
}

const headingGap = ({ level }: Kind<'heading'>): number => (level === 1 ? 10 : 5);

/** @param start - what must stand on the same page below it, in points; three lines in any case */
function headingStart(sheet: Sheet, block: Kind<'heading'>, start: number): number {
  const { size, lines } = headingLines(sheet, block);
  return lines.length * lineHeight(size) + UNDER_HEADING + Math.max(3 * lineHeight(BODY), start);
}

/** @param room - height that must fit from here on, in points */
function drawHeading(sheet: Sheet, block: Kind<'heading'>, room: number): void {
  const { level, tag = level === 1 ? 'H2' : 'H3' } = block;
  const { size, lines } = headingLines(sheet, block);
  if (sheet.y >= PAST_THE_TOP) sheet.y += headingGap(block);
  sheet.need(room);
  sheet.tag(sheet.root, tag, () => sheet.lines(lines, sheet.left, sheet.width, { size }));
  sheet.y += UNDER_HEADING;
}

function drawParagraph(sheet: Sheet, text: Text, look: 'normal' | 'small' | 'strong'): void {
  const size = look === 'small' ? SMALL : BODY;
  const shown = look === 'strong' && typeof text === 'string' ? strong(text) : text;
  const lines = sheet.measure(shown, size, sheet.width);
  sheet.tag(sheet.root, 'P', () =>
    sheet.lines(lines, sheet.left, sheet.width, { size, color: look === 'small' ? SOFT_INK : INK }),
  );
  sheet.y += GAP;
}

const indentOf = ({ mark }: Kind<'list'>): number => (mark === 'number' ? 26 : 20);
const itemLines = (sheet: Sheet, block: Kind<'list'>, item: Text): Line[] =>
  sheet.measure(item, BODY, sheet.width - indentOf(block));

function drawList(sheet: Sheet, block: Kind<'list'>): void {
  const indent = indentOf(block);
  const list = sheet.tag(sheet.root, 'L');
  block.items.forEach((item, index) => {
    const lines = itemLines(sheet, block, item);
    const next = block.items[index + 1];
    // The last item takes the one before it along.
    const isBeforeLast = next !== undefined && index === block.items.length - 2;
    sheet.need(
      isBeforeLast
        ? lines.length * lineHeight(BODY) + ITEM_GAP + linesStart(itemLines(sheet, block, next).length)
        : linesStart(lines.length),
    );
    const mark = block.mark === 'bullet' ? '•' : block.mark === 'box' ? '☐' : `${(block.start ?? 1) + index}.`;
    const entry = sheet.tag(list, 'LI');
    const markLines = sheet.measure(mark, BODY, indent);
    const top = sheet.y;
    sheet.tag(entry, 'Lbl', () => sheet.linesAt(markLines, sheet.left, top, indent, { size: BODY }));
    sheet.tag(entry, 'LBody', () => sheet.lines(lines, sheet.left + indent, sheet.width - indent, { size: BODY }));
    entry.end();
    sheet.y += ITEM_GAP;
  });
  list.end();
  sheet.y += GAP - ITEM_GAP;
}

const LABEL_WIDTH = 140;

const factLines = (sheet: Sheet, { label, value, note }: Kind<'facts'>['rows'][number]) => ({
  labelLines: sheet.measure(strong(label), 10, LABEL_WIDTH - 10),
  valueLines: sheet.measure(value, BODY, sheet.width - LABEL_WIDTH),
  noteLines: note ? sheet.measure(note, SMALL, sheet.width - LABEL_WIDTH) : [],
});

/** A row stays whole unless it is very long. */
const factStart = ({ labelLines, valueLines, noteLines }: ReturnType<typeof factLines>): number =>
  Math.min(
    Math.max(
      labelLines.length * lineHeight(10),
      valueLines.length * lineHeight(BODY) + noteLines.length * lineHeight(SMALL),
    ),
    300,
  );

/** Label left, value right, and where it comes from in small print below: facts of law carry source and date. */
function drawFacts(sheet: Sheet, rows: Kind<'facts'>['rows']): void {
  const valueWidth = sheet.width - LABEL_WIDTH;
  const table = sheet.tag(sheet.root, 'Table');
  for (const each of rows) {
    const measured = factLines(sheet, each);
    const { labelLines, valueLines, noteLines } = measured;
    sheet.need(factStart(measured));
    const row = sheet.tag(table, 'TR');
    const top = sheet.y;
    const drawLabel = () => sheet.linesAt(labelLines, sheet.left, top + 1, LABEL_WIDTH, { size: 10, color: SOFT_INK });
    sheet.tag(row, 'TH', drawLabel, { scope: 'Row' });
    sheet.tag(row, 'TD', () => {
      sheet.lines(valueLines, sheet.left + LABEL_WIDTH, valueWidth, { size: BODY });
      sheet.lines(noteLines, sheet.left + LABEL_WIDTH, valueWidth, { size: SMALL, color: SOFT_INK });
    });
    row.end();
    sheet.y = Math.max(sheet.y, top < sheet.y ? top + labelLines.length * lineHeight(10) : sheet.y) + 4;
  }
  table.end();
  sheet.y += GAP - 4;
}

function columnWidths(columns: readonly Column[], width: number): number[] {
  const given = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  const open = columns.filter(({ share }) => share === undefined).length;
  return columns.map(({ share }) => (share ?? (1 - given) / open) * width);
}

function tableRows(sheet: Sheet, block: Kind<'table'>) {
  const widths = columnWidths(block.columns, sheet.width);
  const measureRow = (cells: readonly string[], bold: boolean): Line[][] =>
    cells.map((cell, column) =>
      sheet.measure(bold ? strong(cell) : cell, 10, (widths[column] ?? 0) - 2 * CELL_PADDING),
    );
  const head = measureRow(
    block.columns.map(({ header }) => header),
    true,
  );
  const rows = block.rows.map((row, index) => measureRow(row, block.strongRows?.includes(index) ?? false));
  return { widths, head, rows };
}

function rowHeight(cells: Line[][]): number {
  const height = Math.max(...cells.map((lines) => lines.length)) * lineHeight(10) + 2 * CELL_PADDING;
  return cells.some((lines) => lines.some(({ width }) => width > 40)) ? height : Math.max(BLANK_HEIGHT, height);
}

/** A table that fits on a page stays whole; a longer one begins with a row at least. */
function tableStart(sheet: Sheet, { head, rows }: ReturnType<typeof tableRows>): number {
  const whole = [head, ...rows].reduce((sum, cells) => sum + rowHeight(cells), 0);
  return whole <= sheet.pageRoom - HEADING_ROOM ? whole : rowHeight(head) + Math.min(rowHeight(rows[0] ?? head), 200);
}

function drawTable(sheet: Sheet, block: Kind<'table'>): void {
  const measured = tableRows(sheet, block);
  const { widths, head, rows } = measured;
  const table = sheet.tag(sheet.root, 'Table');
  const drawRow = (cells: Line[][], header: boolean) => {
    const row = sheet.tag(table, 'TR');
    const top = sheet.y;
    let x = sheet.left;
    cells.forEach((lines, column) => {
      const width = (widths[column] ?? 0) - 2 * CELL_PADDING;
      const align = block.columns[column]?.align ?? 'left';
      sheet.tag(
        row,
        header ? 'TH' : 'TD',
        () => sheet.linesAt(lines, x + CELL_PADDING, top + CELL_PADDING, width, { size: 10, align }),
        header ? { scope: 'Column' } : undefined,
      );
      x += widths[column] ?? 0;
    });
    row.end();
    sheet.y = top + rowHeight(cells);
    sheet.rule(sheet.y, { color: header ? INK : RULE, weight: header ? 0.8 : 0.4 });
  };

  sheet.need(tableStart(sheet, measured));
  drawRow(head, true);
  const goOn = () => {
    sheet.nextPage();
    drawRow(head, true);
  };
  const onePage = sheet.pageRoom - rowHeight(head);
  for (const [index, whole] of rows.entries()) {
    let cells = whole;
    // A row longer than a page goes over it line by line.
    while (rowHeight(cells) > onePage) {
      const count = Math.floor((sheet.room() - 2 * CELL_PADDING) / lineHeight(10));
      if (count > 3) {
        const begun = cells.map((lines) => lines.slice(0, count));
        drawRow(begun, false);
        cells = cells.map((lines) => lines.slice(count));
      }
      goOn();
    }
    // The last row, which is often the total, takes the one before it along.
    const last = index === rows.length - 2 ? rows[index + 1] : undefined;
    const both = rowHeight(cells) + (last ? rowHeight(last) : 0);
    if (sheet.room() < Math.min(both, onePage)) goOn();
    drawRow(cells, false);
  }
  table.end();
  sheet.y += GAP + 2;
}

function noteLines(sheet: Sheet, { text, label }: Kind<'note'>) {
  const runs = typeof text === 'string' ? [{ text }] : text;
  const shown = label ? [{ text: `${label} `, style: 'bold' as const }, ...runs] : runs;
  const lines = sheet.measure(shown, 10, sheet.width - NOTE_INSET);
  const height = lines.length * lineHeight(10);
  return { lines, height, start: Math.min(height + 8, 400) };
}

/** A boxed remark; black and white printers show the bar. */
function drawNote(sheet: Sheet, block: Kind<'note'>): void {
  const { lines, height, start } = noteLines(sheet, block);
  sheet.need(start);
  const top = sheet.y;
  if (height <= sheet.room()) sheet.artifact(() => void sheet.doc.rect(sheet.left, top, 3, height).fill(SOFT_INK));
  sheet.tag(sheet.root, 'P', () => sheet.lines(lines, sheet.left + NOTE_INSET, sheet.width - NOTE_INSET, { size: 10 }));
  sheet.y += GAP + 2;
}

const signatureHeight = ({ image, lines = [] }: Kind<'signature'>): number =>
  (image ? SIGNATURE.height : TO_SIGN) + (1 + lines.length) * lineHeight(BODY) + 12;

function drawSignature(sheet: Sheet, block: Kind<'signature'>): void {
  const textLines = [block.name, ...(block.lines ?? [])];
  sheet.need(signatureHeight(block));
  if (block.image) {
    const { image } = block;
    const top = sheet.y;
    const fit: [number, number] = [SIGNATURE.width, SIGNATURE.height];
    const drawImage = () => void sheet.doc.image(Buffer.from(image), sheet.left, top, { fit });
    sheet.tag(sheet.root, 'Figure', drawImage, { alt: `Signature of ${block.name}` });
    sheet.y += SIGNATURE.height + 2;
  } else {
    sheet.y += TO_SIGN;
    sheet.rule(sheet.y, { width: 240, color: INK });
    sheet.y += 3;
  }
  for (const text of textLines) {
    const lines = sheet.measure(text, BODY, sheet.width);
    sheet.tag(sheet.root, 'P', () => sheet.lines(lines, sheet.left, sheet.width, { size: BODY }));
  }
  sheet.y += GAP;
}

const blankLabels = (sheet: Sheet, labels: readonly string[]) => {
  const widest = Math.max(...labels.map((label) => sheet.measure(label, 10, 1000)[0]?.width ?? 0));
  const width = Math.min(widest, 190);
  const rows = labels.map((label) => {
    const lines = sheet.measure(label, 10, width + 1);
    return { label, lines, height: Math.max(BLANK_HEIGHT, lines.length * lineHeight(10) + 10) };
  });
  return { width, rows };
};

/** Lines to fill in stay on one sheet, unless they are very many. */
const blanksHeight = (sheet: Sheet, labels: readonly string[]): number =>
  Math.min(
    blankLabels(sheet, labels).rows.reduce((sum, { height }) => sum + height, 0),
    sheet.pageRoom / 2,
  );

/** Labelled lines to write on by hand. */
function drawBlanks(sheet: Sheet, labels: readonly string[]): void {
  const { width: labelWidth, rows } = blankLabels(sheet, labels);
  sheet.need(blanksHeight(sheet, labels));
  for (const { label, lines, height } of rows) {
    sheet.need(height);
    const bottom = sheet.y + height;
    const top = bottom - lines.length * lineHeight(10);
    if (label)
      sheet.tag(sheet.root, 'P', () =>
        sheet.linesAt(lines, sheet.left, top, labelWidth, { size: 10, color: SOFT_INK }),
      );
    const x = labelWidth > 0 ? labelWidth + 8 : 0;
    sheet.rule(bottom, { x: sheet.left + x, width: sheet.width - x, color: INK });
    sheet.y = bottom;
  }
  sheet.y += GAP + 3;
}
