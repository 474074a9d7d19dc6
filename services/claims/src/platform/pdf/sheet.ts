import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { type Line, type Text, breakLines, piecesOf } from './lines.ts';
import { isDrawnOutOfOrder } from './scripts.ts';
import { type FaceName, face } from './typefaces.ts';

/** What a document says about itself. Everything in a file comes from here and its content: same input, same bytes. */
export interface SheetInfo {
  /** Shown by readers in the window's title; plain ASCII words of ours, no names. */
  title: string;
  /** ISO instant of the facts in it, not of the rendering. */
  madeAt: string;
  /** Left of the page number, at the foot of each page. */
  footer: string;
  /** Text set large and pale across each page. */
  watermark?: string;
}

export interface Ink {
  size: number;
  color?: string;
  align?: 'left' | 'right' | 'center';
}

export type Tag = PDFKit.PDFStructureElement;

export const INK = '#1B2333';
export const SOFT_INK = '#414B5C';
export const RULE = '#7A8494';

const POINTS_PER_INCH = 72;
const PAGE = { width: 8.5 * POINTS_PER_INCH, height: 11 * POINTS_PER_INCH };
const MARGIN = { top: POINTS_PER_INCH, bottom: 84, side: POINTS_PER_INCH };
const FOOT_Y = PAGE.height - 54;
const FOOT_SIZE = 8.5;
/** Room for `Page 10 of 10`. */
const NUMBER_WIDTH = 72;
/** Of the type size; Source Serif needs a little more than its own line height to read well in print. */
const LEADING = 1.36;

/** A letter-size document being drawn from top to bottom. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  /** Root of the reading order. */
  root: Tag;
  left: number;
  width: number;
  /** Room on an empty page, in points. */
  pageRoom: number;
  /** Where the next block starts. */
  y: number;
  missing: Set<number>;
  /** Adds an element to the reading order; what `draw` draws belongs to it. */
  tag(parent: Tag, type: string, draw?: () => void, options?: { alt?: string; scope?: string }): Tag;
  /** Room left on this page, in points. */
  room(): number;
  /** Goes on to the next page unless this much fits here. */
  need(height: number): void;
  nextPage(): void;
  /** Pages begun so far. */
  pages(): number;
  measure(text: Text, size: number, width: number): Line[];
  /** Draws lines at `x`, page after page; two lines at least stay together at either end of a page. */
  lines(lines: readonly Line[], x: number, width: number, ink: Ink): void;
  /** Draws lines at a place of their own, without moving on and without page breaks. */
  linesAt(lines: readonly Line[], x: number, y: number, width: number, ink: Ink): void;
  rule(y: number, options?: { x?: number; width?: number; color?: string; weight?: number }): void;
  /** What is decoration, not content: readers skip it. */
  artifact(draw: () => void): void;
}

export const lineHeight = (size: number): number => size * LEADING;

/** ASCII only: the library writes titles into XML without escaping them. */
const plainTitle = (title: string): string => title.replace(/[^ -~]|[<>&]/g, ' ').trim();

const createDocument = ({ title, madeAt }: SheetInfo): PDFKit.PDFDocument =>
  new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN.top, bottom: 0, left: MARGIN.side, right: MARGIN.side },
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // The default would be Helvetica, which is not embedded.
    font: null as never,
    info: {
      Title: plainTitle(title),
      Creator: 'Redress',
      Producer: 'Redress',
      CreationDate: new Date(madeAt),
    },
  });

function drawLine(doc: PDFKit.PDFDocument, line: Line, x: number, y: number, width: number, ink: Ink): void {
  const { size, color = INK, align = 'left' } = ink;
  const spare = width - line.width;
  let at = align === 'right' ? x + spare : align === 'center' ? x + spare / 2 : x;
  // Ascent of the text face; a stand-in character keeps the same baseline.
  const baseline = y + size * 1.036;
  for (const piece of line.pieces) {
    useFace(doc, piece.face, size);
    // Shaping moves vowel signs before their letters: the words themselves are written beside the glyphs.
    const isReordered = isDrawnOutOfOrder(piece.face);
    if (isReordered) doc.markContent('Span', { actual: piece.text });
    doc.fillColor(color).text(piece.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    if (isReordered) doc.endMarkedContent();
    at += (face(piece.face).width(piece.text) * size) / 1000;
  }
}

export function createSheet(info: SheetInfo): Sheet {
  const doc = createDocument(info);
  const root = doc.struct('Document');
  doc.addStructure(root);

  const sheet: Sheet = {
    doc,
    root,
    left: MARGIN.side,
    width: PAGE.width - 2 * MARGIN.side,
    pageRoom: PAGE.height - MARGIN.top - MARGIN.bottom,
    y: MARGIN.top,
    missing: new Set(),
    tag(parent, type, draw, options) {
      const element = draw
        ? doc.struct(type, options ?? {}, [draw])
        : (doc.struct(type, options ?? {}) as PDFKit.PDFStructureElement);
      parent.add(element);
      return element;
    },
    room: () => PAGE.height - MARGIN.bottom - sheet.y,
    need(height) {
      if (sheet.room() < height && sheet.y > MARGIN.top) sheet.nextPage();
    },
    nextPage() {
      doc.continueOnNewPage();
      sheet.y = MARGIN.top;
    },
    pages: () => doc.bufferedPageRange().count,
    measure: (text, size, width) => breakLines(piecesOf(text, sheet.missing), size, width),
    lines(lines, x, width, ink) {
      const step = lineHeight(ink.size);
      let rest = lines;
      while (rest.length) {
        const fitting = Math.floor((sheet.room() + 0.01) / step);
        let count = Math.min(fitting, rest.length);
        if (rest.length - count === 1) count -= 1;
        if (count < Math.min(2, rest.length) && sheet.y > MARGIN.top) {
          sheet.nextPage();
          continue;
        }
        for (const line of rest.slice(0, Math.max(count, 1))) {
          drawLine(doc, line, x, sheet.y, width, ink);
          sheet.y += step;
        }
        rest = rest.slice(Math.max(count, 1));
        if (rest.length) sheet.nextPage();
      }
    },
    linesAt(lines, x, y, width, ink) {
      lines.forEach((line, index) => drawLine(doc, line, x, y + index * lineHeight(ink.size), width, ink));
    },
    rule(y, { x = MARGIN.side, width = sheet.width, color = RULE, weight = 0.5 } = {}) {
      sheet.artifact(() => {
        doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(weight)
          .strokeColor(color)
          .stroke();
      });
    },
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
  return sheet;
}

function useFace(doc: PDFKit.PDFDocument, name: FaceName, size: number): void {
  const registered = doc as unknown as { redressFaces?: Set<FaceName> };
  registered.redressFaces ??= new Set();
  // pdfkit takes a parsed font as well as bytes; its types know only the bytes.
  if (!registered.redressFaces.has(name)) doc.registerFont(name, face(name).forPdfkit as never);
  registered.redressFaces.add(name);
  doc.font(name, size);
}

/**
 * Adds page numbers and watermark and closes the file.
 * @returns the file's bytes, and the characters no typeface here could draw
 */
export async function finishSheet(sheet: Sheet, info: SheetInfo): Promise<{ bytes: Uint8Array; missing: number[] }> {
  const { doc } = sheet;
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page);
    doc.markContent('Artifact', { type: 'Pagination' });
    const number = `Page ${page + 1} of ${count}`;
    const numberLines = sheet.measure(number, FOOT_SIZE, NUMBER_WIDTH);
    const footLines = footLine(sheet, info.footer);
    sheet.linesAt(footLines, sheet.left, FOOT_Y, sheet.width, { size: FOOT_SIZE, color: SOFT_INK });
    sheet.linesAt(numberLines, sheet.left + sheet.width - NUMBER_WIDTH, FOOT_Y, NUMBER_WIDTH, {
      size: FOOT_SIZE,
      color: SOFT_INK,
      align: 'right',
    });
    doc.endMarkedContent();
    if (info.watermark) drawWatermark(sheet, info.watermark);
  }
  sheet.root.end();
  const bytes = buffer(doc);
  doc.end();
  return { bytes: await bytes, missing: [...sheet.missing].sort((a, b) => a - b) };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The foot on one line: its first piece, the names, gives way; day and version behind it stay. */
function footLine(sheet: Sheet, footer: string): readonly Line[] {
  const width = sheet.width - NUMBER_WIDTH;
  const [names = '', ...rest] = footer.split(' · ');
  const letters = [...graphemes.segment(names)].map(({ segment }) => segment);
  const lineOf = (count: number) => {
    const shown = count < letters.length ? `${letters.slice(0, count).join('').trimEnd()}…` : names;
    return sheet.measure([shown, ...rest].join(' · '), FOOT_SIZE, width);
  };
  let [fits, tooMany] = [0, letters.length + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (lineOf(middle).length <= 1) fits = middle;
    else tooMany = middle;
  }
  return lineOf(fits).slice(0, 1);
}

function drawWatermark(sheet: Sheet, watermark: string): void {
  const { doc } = sheet;
  doc.markContent('Artifact', { type: 'Page' });
  doc.save();
  doc.rotate(-45, { origin: [PAGE.width / 2, PAGE.height / 2] }).fillOpacity(0.12);
  const size = Math.min(96, 560 / (sheet.measure([{ text: watermark, style: 'bold' }], 1, 1000)[0]?.width ?? 1));
  const lines = sheet.measure([{ text: watermark, style: 'bold' }], size, 10_000);
  sheet.linesAt(lines, 0, PAGE.height / 2 - size / 2, PAGE.width, { size, align: 'center' });
  doc.restore();
  doc.endMarkedContent();
}
