import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { SHOTS } from './shot-names.ts';

const LIBRARY = path.resolve(import.meta.dirname, '../node_modules/pdfjs-dist/legacy/build');
const WIDTH = 816;

interface PdfLibrary {
  getDocument(source: { data: Uint8Array; verbosity: number }): {
    promise: Promise<{
      numPages: number;
      getPage(number: number): Promise<{
        getViewport(options: { scale: number }): { width: number; height: number };
        render(options: { canvas: HTMLCanvasElement; viewport: unknown }): { promise: Promise<void> };
      }>;
    }>;
  };
}

/** Every page of a PDF as a picture, drawn by pdf.js in a page of its own: the browser's viewer cannot be pictured. */
export async function shootPdf(page: Page, name: string, file: Buffer): Promise<void> {
  const paper = await page.context().newPage();
  // The renderer finds the worker's script in the page and then needs no worker.
  for (const script of ['pdf.worker.min.mjs', 'pdf.min.mjs'])
    await paper.addScriptTag({ type: 'module', content: await readFile(path.join(LIBRARY, script), 'utf8') });
  await paper.waitForFunction(() => 'pdfjsLib' in globalThis);
  const count = await paper.evaluate(
    async ({ bytes, width }) => {
      const { pdfjsLib } = globalThis as unknown as { pdfjsLib: PdfLibrary };
      const pdf = await pdfjsLib.getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const sheet = await pdf.getPage(number);
        const canvas = document.body.appendChild(document.createElement('canvas'));
        const viewport = sheet.getViewport({ scale: width / sheet.getViewport({ scale: 1 }).width });
        Object.assign(canvas, { width: viewport.width, height: viewport.height });
        await sheet.render({ canvas, viewport }).promise;
      }
      return pdf.numPages;
    },
    { bytes: [...file], width: WIDTH },
  );
  for (let index = 0; index < count; index += 1)
    await paper
      .locator('canvas')
      .nth(index)
      .screenshot({ path: path.join(SHOTS, `${name}--page-${index + 1}.png`) });
  await paper.close();
}
