import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PNG } from 'pngjs';
import { createPdfPool } from './pdf-pool.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'redress-files-'));
const pool = createPdfPool({ size: 1 });
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

const info = { title: 'A paper', madeAt: '2026-11-21T15:00:00.000Z', footer: 'Foot' };
/** A paper of so many pages, each with its words. */
const paper = async (...pages: string[]) => {
  const { bytes } = await pool.render({
    kind: 'blocks',
    info,
    blocks: pages.flatMap((text, index) => [
      ...(index > 0 ? [{ kind: 'page' } as const] : []),
      { kind: 'paragraph' as const, text },
    ]),
  });
  return bytes;
};
const pagesOf = (bytes: Uint8Array): string[] => {
  const file = path.join(folder, 'joined.pdf');
  writeFileSync(file, bytes);
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
};

it('shows a page as a picture with its words, and knows how many there are', async () => {
  const file = await paper('Zoë Núñez owes $5.00', 'The end');
  const page = await pool.page(file, 1);
  expect(page).toMatchObject({ pages: 2, text: expect.stringContaining('Zoë Núñez owes $5.00') as string });
  const { width, height, data } = PNG.sync.read(Buffer.from(page?.png ?? []));
  expect([width, height]).toEqual([1224, 1584]);
  // Ink on white: something is drawn, and most is paper.
  const dark = data.filter((value, index) => index % 4 === 0 && value < 128).length;
  expect(dark).toBeGreaterThan(500);
  expect(dark).toBeLessThan(width * height * 0.1);
  expect((await pool.page(file, 2))?.text).toContain('The end');
});

it.each([0, 3])('has no page %i of two', async (no) => {
  expect(await pool.page(await paper('a', 'b'), no)).toBeNull();
});

/** A file of one page, which is this object. */
function fileOf(page: string): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${body.join('')}trailer << /Size 4 /Root 1 0 R >>\n%%EOF`);
}

it('says nothing of a page without words: none of what was read before', async () => {
  const empty = fileOf('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>');
  await pool.page(await paper('Zoë Núñez owes $5.00'), 1);
  expect(await pool.page(empty, 1)).toMatchObject({ pages: 1, text: '' });
});

it('refuses a page that it cannot read', async () => {
  const file = fileOf('null');
  await expect(pool.page(file, 1)).rejects.toMatchObject({ code: 'PDF_FAILED' });
  await expect(pool.join([await paper('a'), file], false)).rejects.toMatchObject({ code: 'PDF_FAILED' });
});

it('refuses what is no PDF, and goes on', async () => {
  await expect(pool.page(Buffer.from('no PDF'), 1)).rejects.toMatchObject({ code: 'PDF_FAILED' });
  await expect(pool.join([Buffer.from('no PDF')], false)).rejects.toMatchObject({ code: 'PDF_FAILED' });
  expect(await pool.page(await paper('a'), 1)).toMatchObject({ pages: 1 });
});

it('joins files in order, every page of each', async () => {
  const joined = await pool.join([await paper('One', 'Two', 'Three'), await paper('Four')], false);
  expect(pagesOf(joined).map((page) => page.trim().split(/\s/)[0])).toEqual(['One', 'Two', 'Three', 'Four']);
});

it('begins each file on a sheet of its own where both sides are printed', async () => {
  const joined = await pool.join([await paper('One', 'Two', 'Three'), await paper('Four', 'Five')], true);
  expect(pagesOf(joined).map((page) => page.trim().split(/\s/)[0])).toEqual([
    'One',
    'Two',
    'Three',
    '',
    'Four',
    'Five',
  ]);
});
