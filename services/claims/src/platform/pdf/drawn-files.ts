/** Files that this service drew, as pictures of their pages and joined to one file: by PDFium, the renderer of Chrome. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { writePng } from '../signatures/png-writer.ts';
import { bytesOf, heap, openPdfium, withFile, withMemory } from './pdfium.ts';

export interface PageImage {
  /** Pages of the whole file. */
  pages: number;
  /** A grey PNG. */
  png: Uint8Array;
  /** The words on the page, for who cannot see it. */
  text: string;
}

/** Dots a point: a phone that is 412 px wide and has three dots for each shows a page of 612 points sharp. */
const SCALE = 2;
const GREY = 1;
const FLAG_GREY = 0x08;
const WHITE = 0xffffffff;

function draw(module: WrappedPdfiumModule, page: number): Buffer {
  const width = Math.round(module.FPDF_GetPageWidthF(page) * SCALE);
  const height = Math.round(module.FPDF_GetPageHeightF(page) * SCALE);
  const bitmap = module.FPDFBitmap_CreateEx(width, height, GREY, 0, 0);
  try {
    module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAG_GREY);
    const stride = module.FPDFBitmap_GetStride(bitmap);
    const from = module.FPDFBitmap_GetBuffer(bitmap);
    const dots = Buffer.alloc(width * height);
    for (let row = 0; row < height; row += 1) {
      const at = from + row * stride;
      dots.set(heap(module).subarray(at, at + width), row * width);
    }
    return writePng({ width, height, dots, channels: 1 });
  } finally {
    module.FPDFBitmap_Destroy(bitmap);
  }
}

function wordsOf(module: WrappedPdfiumModule, page: number): string {
  const words = module.FPDFText_LoadPage(page);
  try {
    const count = module.FPDFText_CountChars(words);
    if (count <= 0) return '';
    return withMemory(module, 2 * (count + 1), (at) => {
      // As much as was written, and no more: behind it lies what another file left.
      const written = module.FPDFText_GetText(words, 0, count, at);
      const text = Buffer.from(heap(module).subarray(at, at + 2 * written)).toString('utf16le');
      return text.replace(/\0$/, '').replaceAll('\r\n', '\n').trim();
    });
  } finally {
    module.FPDFText_ClosePage(words);
  }
}

/**
 * @param no - counted from one
 * @returns null for a page the file does not have
 */
export async function pageImage(file: Uint8Array, no: number): Promise<PageImage | null> {
  const module = await openPdfium();
  return withFile(module, file, (document) => {
    const pages = module.FPDF_GetPageCount(document);
    if (no < 1 || no > pages) return null;
    const page = module.FPDF_LoadPage(document, no - 1);
    if (!page) throw new Error('PDFium does not read this page.');
    try {
      return { pages, png: new Uint8Array(draw(module, page)), text: wordsOf(module, page) };
    } finally {
      module.FPDF_ClosePage(page);
    }
  });
}

/**
 * One file of several, in order. It is for paper and for keeping: its pages lose the tags that screen readers use.
 * @param isForPrint - each file begins on a sheet of its own, also where both sides of the paper are printed
 */
export async function joinFiles(files: readonly Uint8Array[], isForPrint: boolean): Promise<Uint8Array> {
  const module = await openPdfium();
  const joined = module.FPDF_CreateNewDocument();
  try {
    let pages = 0;
    for (const file of files) {
      pages = withFile(module, file, (document) => {
        if (!module.FPDF_ImportPages(joined, document, '', pages)) throw new Error('PDFium does not join this file.');
        const next = pages + module.FPDF_GetPageCount(document);
        if (!isForPrint || next % 2 === 0) return next;
        const first = module.FPDF_LoadPage(joined, pages);
        const [width, height] = [module.FPDF_GetPageWidthF(first), module.FPDF_GetPageHeightF(first)];
        module.FPDF_ClosePage(first);
        module.FPDF_ClosePage(module.FPDFPage_New(joined, next, width, height));
        return next + 1;
      });
    }
    return bytesOf(module, joined);
  } finally {
    module.FPDF_CloseDocument(joined);
  }
}
