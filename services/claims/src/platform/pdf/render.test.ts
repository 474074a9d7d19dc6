import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PrintedPart } from '@redress/domain/letter-layout';
import { PNG } from 'pngjs';
import type { Block } from './blocks.ts';
import { type PdfJob, renderPdf } from './render.ts';
import { flattenSignature } from '../signatures/flatten-signature.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'redress-pdf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const info = { title: 'Demand letter', madeAt: '2026-11-21T15:00:00.000Z', footer: 'A letter' };
const part = (kind: PrintedPart['kind'], text: string, joins: PrintedPart['joins'] = 'block') => ({
  id: 'a',
  kind,
  text,
  joins,
});
const letter = (text: string, more: Partial<Extract<PdfJob, { kind: 'letter' }>> = {}): PdfJob => ({
  kind: 'letter',
  info,
  parts: [part('free', text)],
  signerName: "Conor O'Brien",
  signature: null,
  ...more,
});
const blocks = (...list: Block[]): PdfJob => ({ kind: 'blocks', info, blocks: list });
const said = (text: string): Block => ({ kind: 'paragraph', text });
const section = (text: string, level: 1 | 2 = 1): Block => ({ kind: 'heading', level, text });

const run = (tool: string, bytes: Uint8Array, ...args: string[]): string => {
  const file = path.join(folder, 'file.pdf');
  writeFileSync(file, bytes);
  const named = args.length ? args.map((arg) => (arg === '{}' ? file : arg)) : [file];
  return execFileSync(tool, named, { encoding: 'utf8' });
};
const words = (bytes: Uint8Array) => run('pdftotext', bytes, '-layout', '{}', '-').normalize('NFC');

it('keeps names as they are written in the text layer', async () => {
  const names = ["Conor O'Brien", 'Íñigo Núñez', 'Łukasz Wójcik', 'Nguyễn Thị Ánh', 'J. ễ', 'Ελένη Παπαδοπούλου', 'Юрій Щербак']; // prettier-ignore
  const { bytes, missing } = await renderPdf(letter(names.join('\n')));
  const text = words(bytes);
  for (const name of names) expect(text).toContain(name);
  expect(missing).toEqual([]);
});

it('never leaves a way to pay or a heading alone on a page: heading, announcing line and list, heading and sums go together', async () => {
  const list = [
    part('heading', 'How to pay'),
    part('text', 'You can pay in any of these ways:', 'line'),
    part('list', '- Zelle: a\n- Check, payable to me\n- Cash'),
    part('heading', 'What is owed'),
    part('table', 'Loan: $1.00\nPaid: -$0.50\nTotal owed: $0.50', 'line'),
    part('heading', 'Other ways'),
    part('text', 'It settles this. '.repeat(14), 'line'),
    part('heading', 'What next'),
    part('text', 'It settles this. '.repeat(40), 'line'),
    part('closing', 'Sincerely,'),
  ];
  for (let filler = 10; filler < 40; filler += 1) {
    const { bytes } = await renderPdf(letter('', { parts: [part('text', 'Line\n'.repeat(filler)), ...list] }));
    const pages = words(bytes).split('\f');
    const holding = pages.filter((page) => /How to pay|any of these ways|Zelle|Check, payable|Cash/.test(page));
    const sums = pages.filter((page) => /What is owed|Loan|Paid|Total/.test(page));
    expect([filler, holding.length, sums.length]).toEqual([filler, 1, 1]);
    // A heading at the end of a page has the foot below it.
    expect([filler, pages.filter((page) => /(?:Other ways|What next)\s+A letter/.test(page))]).toEqual([filler, []]);
  }
});

const upTo = (count: number) => Array.from({ length: count }, (_, n) => `Row ${n + 1}.`);
const fact = { label: 'Limit', value: 'Ten words. '.repeat(30), note: 'Source: a statute. '.repeat(12) };
it.each<[string, Block]>([
  ['a row of facts', { kind: 'facts', rows: [fact, fact] }],
  ['a table', { kind: 'table', columns: [{ header: 'Item' }], rows: upTo(9).map((each) => [each]) }],
  ['a table longer than a page', { kind: 'table', columns: [{ header: 'Item' }], rows: upTo(60).map(() => ['']) }],
  ['a remark', { kind: 'note', text: 'It is so. '.repeat(60) }],
  ['a place to sign', { kind: 'signature', name: 'Bo Lee', image: null }],
])('keeps a heading with %s below it, wherever on the page it falls', async (_what, block) => {
  for (let filler = 13; filler < 26; filler += 1) {
    const lines = Array.from({ length: filler }, () => said('Line.'));
    const { bytes } = await renderPdf(blocks(...lines, section('What it says'), section('Here', 2), block));
    const page = words(bytes)
      .split('\f')
      .find((each) => each.includes('What it says'));
    expect([filler, page]).toEqual([filler, expect.stringMatching(/Here\s+(?:Limit|Item|It is so|Bo Lee)/)]);
  }
});

it.each<[string, readonly Block[], readonly string[]]>([
  ['the three lines of a paragraph', [said('One\nTwo\nThree')], ['One', 'Two', 'Three']],
  ['the mark and the three lines of an item', [{ kind: 'list', mark: 'number', items: ['One\nTwo\nThree'] }], ['1.', 'Two', 'Three']],
  ['the last two items of a list', [{ kind: 'list', mark: 'box', items: upTo(9) }], ['Row 8.', 'Row 9.']],
  ['the last two rows of a long table', [{ kind: 'table', columns: [{ header: 'Item' }], rows: upTo(29).map((each) => [each]) }], ['Row 28.', 'Row 29.']],
  ['a question and the first of its answers', [said('What?'), { kind: 'list', mark: 'bullet', items: upTo(9) }], ['What?', 'Row 1.']],
  ['lines to fill in', [section('Keep a record'), { kind: 'blanks', labels: upTo(6) }], ['Keep a record', 'Row 1.', 'Row 6.']],
  ['lines to fill in below a remark', [{ kind: 'note', text: 'It is so.' }, { kind: 'blanks', labels: upTo(6) }], ['Row 1.', 'Row 6.']],
  ['the last words and the place to sign', [said('Words.'), { kind: 'signature', name: 'Bo Lee', image: null, lines: ['Day:'] }], ['Words.', 'Bo Lee']],
  ['the last two sections, where they are short', [section('Limit'), said('None.'), section('Total'), said('$1.00')], ['Limit', 'None', '$1.00']],
  ['the last two sections before a sheet of its own', [section('Limit'), said('None.'), section('Total'), said('$1.00'), { kind: 'page' }, section('More')], ['Limit', 'None', '$1.00']],
])('keeps together %s, wherever on the page they fall', async (_what, list, together) => {
  for (let points = 480; points < 640; points += 8) {
    const { bytes } = await renderPdf(blocks({ kind: 'gap', points }, ...list));
    const page = words(bytes).split('\f').find((each) => each.includes(together.at(-1) ?? '')) ?? '';
    expect([points, together.filter((each) => !page.includes(each))]).toEqual([points, []]);
  }
}); // prettier-ignore

it('keeps the text layer whole however many letters the thread has drawn before, and whichever way they were typed', async () => {
  for (const text of ['I owe it.', 'Invoice', 'I', 'Nguyễn'])
    expect(words((await renderPdf(letter(text.normalize('NFD')))).bytes)).toContain(text.normalize('NFC'));
});

it.each([
  ['Chinese', '王小明', '陳黃劉'],
  ['Japanese', '田中さくら', 'タナカ'],
  ['Korean', '김민수', '뷁'],
  ['Arabic', 'محمد العلي', 'فاطمة'],
  ['Hebrew', 'דוד לוי', 'שרה'],
  ['Devanagari', 'प्रिया शर्मा', 'क्षत्रिय'],
  ['Thai', 'สมชาย ใจดี', 'น้ำ'],
  ['combined marks', 'X̌ochi', 'M̈ara'],
])('prints names in %s and gives them back from the text layer, in text and in bold', async (_script, name, other) => {
  const parts = [part('subject', `Subject: ${name}`), part('text', `Dear ${name}, ${other} and Bo Lee,`)];
  const { bytes, missing } = await renderPdf(letter('', { parts }));
  expect(missing).toEqual([]);
  const bare = (text: string) => text.normalize('NFKC').replace(/[\s\u200c-\u200f\u202a-\u202e]/g, '');
  const read = bare(words(bytes));
  expect(read).not.toContain('\uFFFD');
  for (const word of [...name.split(' '), ...other.split(' '), 'Bo', 'Lee']) expect(read).toContain(bare(word));
});

it('says on the paper which characters could not be drawn', async () => {
  const { bytes, missing } = await renderPdf(letter('Dear 𐎀𐎁,\n\nPlease pay.'));
  expect(missing).toEqual([0x10380, 0x10381]);
  expect(words(bytes)).toMatch(/2 characters\s+this typeface cannot draw \(U\+10380, U\+10381\)/);
});

it('draws nothing for characters that hide or turn text around', async () => {
  const { bytes, missing } = await renderPdf(letter('Pay \u202e$100.00\u202c now\u200b, please.'));
  expect(missing).toEqual([]);
  expect(words(bytes)).toContain('Pay $100.00 now, please.');
});

it('gives the same bytes for the same letter', async () => {
  const job = letter('Łukasz owes $1,250.00.\n\n'.repeat(60));
  const [first, second] = [await renderPdf(job), await renderPdf(job)];
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true);
});

it('is a tagged letter-size PDF 1.7 with a language, a title, numbered pages and every font embedded', async () => {
  const { bytes, pages } = await renderPdf(letter('A line.\n\n'.repeat(80)));
  const facts = run('pdfinfo', bytes);
  expect(facts).toMatch(/Tagged:\s+yes/);
  expect(facts).toMatch(/Page size:\s+612 x 792 pts \(letter\)/);
  expect(facts).toMatch(/PDF version:\s+1\.7/);
  expect(facts).toMatch(new RegExp(`Pages:\\s+${pages}`));
  expect(Buffer.from(bytes).toString('latin1')).toContain('/Lang (en-US)');
  const fonts = run('pdffonts', bytes).trim().split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toMatch(/\byes\s+yes\s+yes\b/);
  const text = words(bytes);
  for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Page ${page} of ${pages}`);
});

it('gives screen readers a reading order with headings, lists and tables', async () => {
  const { bytes } = await renderPdf(
    blocks(
      { kind: 'title', text: 'Statement of claim' },
      section('Facts'),
      { kind: 'list', mark: 'number', items: ['One.', 'Two.'] },
      {
        kind: 'table',
        columns: [{ header: 'Item' }, { header: 'Amount', align: 'right' }],
        rows: [['Deposit', '$900.00']],
      },
    ),
  );
  const order = run('pdfinfo', bytes, '-struct', '{}')
    .split('\n')
    .map((line) => /^ *([A-Z]\w*)/.exec(line)?.[1]);
  expect(order.filter(Boolean)).toEqual([
    'Document', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TH', 'TR', 'TD', 'TD',
  ]); // prettier-ignore
});

it('puts the signature between the closing and the name', async () => {
  const png = new PNG({ width: 555, height: 250 });
  png.data.fill(0);
  const dataUrl = `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
  const parts = [
    part('text', 'Please pay.'),
    part('closing', 'Sincerely,'),
    part('signature', "Conor O'Brien"),
    part('text', 'I act for myself.'),
  ];
  const { bytes } = await renderPdf(letter('', { parts, signature: flattenSignature(dataUrl) }));
  const order = run('pdfinfo', bytes, '-struct-text', '{}');
  expect(order.indexOf('Sincerely')).toBeLessThan(order.indexOf('Figure'));
  expect(order.indexOf('Figure')).toBeLessThan(order.lastIndexOf("Conor O'Brien"));
});

it('sets sums under each other and keeps dollar signs as they are', async () => {
  const { bytes } = await renderPdf(letter('Invoice 7    $1,300.00\nPaid    -$50.00\nTotal    $1,250.00'));
  expect(words(bytes)).toMatch(/Invoice 7\s+\$1,300\.00\n[^]*Total\s+\$1,250\.00/);
});

it('cuts a word longer than the line instead of running off the page', async () => {
  const long = 'x'.repeat(400);
  const { bytes } = await renderPdf(letter(long));
  expect(words(bytes).replaceAll(/\s/g, '')).toContain(long);
  const widest = run('pdftotext', bytes, '-bbox', '{}', '-').matchAll(/xMax="([\d.]+)"/g);
  for (const [, xMax] of widest) expect(Number(xMax)).toBeLessThanOrEqual(541);
});

it('writes a watermark across every page, out of the reading order', async () => {
  const lines = 'A line.\n\n'.repeat(60);
  const { bytes, pages } = await renderPdf(letter(lines, { info: { ...info, watermark: 'PREVIEW' } }));
  expect(pages).toBeGreaterThan(1);
  expect(run('pdfinfo', bytes, '-struct-text', '{}')).not.toContain('PREVIEW');
  // Set at an angle, it comes out of the text layer in pieces.
  expect(run('pdftotext', bytes, '{}', '-').match(/^PR$/gm)).toHaveLength(pages);
});

it('keeps the foot on one line, and shortens the names before the day and the version', async () => {
  const names = 'Association of Independent Piano Movers '.repeat(6);
  const about = { ...info, footer: `${names} v. Lee · made on March 3, 2026 · version 4` };
  const { bytes } = await renderPdf({ kind: 'blocks', info: about, blocks: [said('Words.')] });
  const foot = words(bytes)
    .split('\n')
    .filter((line) => line.includes('Association'));
  expect(foot).toHaveLength(1);
  expect(foot[0]).toMatch(/… · made on March 3, 2026 · version 4\s+Page 1 of 1/);
});

it('goes on with a cell that is longer than a page on the next one, and fills the page it is on', async () => {
  const told = Array.from({ length: 900 }, (_, n) => `word${n}`);
  const rows = [
    ['Name', 'Bo'],
    ['Why', told.join(' ')],
    ['When', 'May'],
  ];
  const { bytes } = await renderPdf(
    blocks({ kind: 'table', columns: [{ header: 'Box', share: 0.7 }, { header: 'Words' }], rows }),
  );
  const pages = words(bytes).split('\f');
  expect(told.filter((word) => !new RegExp(`\\b${word}\\b`).test(pages.join()))).toEqual([]);
  // On no page does anything stand below its foot.
  for (const page of pages.filter((each) => each.trim()))
    expect(page.trim()).toMatch(/^Box\s+Words[^]*Page \d+ of \d+$/);
  expect(pages[0]).toContain('word9');
});

it('begins no new page for what follows an overflow of a few lines, where it need not stand alone', async () => {
  const after = (isSoft: boolean, lines: number) =>
    renderPdf(blocks(said('Line.\n'.repeat(lines)), { kind: 'page', isSoft }, said('What follows.')));
  const counts = await Promise.all([after(true, 10), after(true, 43), after(false, 43)]);
  expect(counts.map(({ pages }) => pages)).toEqual([2, 2, 3]);
});

it('moves a table that fits on a page over to the next one as a whole', async () => {
  const rows = upTo(8).map((each) => [each, '$1.00']);
  const { bytes } = await renderPdf(
    blocks(
      { kind: 'gap', points: 500 },
      { kind: 'table', columns: [{ header: 'Part' }, { header: 'Amount', align: 'right' }], rows },
    ),
  );
  const [first, second] = words(bytes).split('\f');
  expect(first).not.toContain('Row 1.');
  for (const [label] of rows) expect(second).toContain(label);
  const sums = Array.from({ length: 12 }, (_, index) => `Item ${index}: $1.00`);
  const printed = await renderPdf(
    letter('', {
      parts: [
        part('text', Array.from({ length: 36 }, () => 'Words.').join('\n')),
        part('table', [...sums, 'Total owed: $12.00'].join('\n')),
      ],
    }),
  );
  const pages = words(printed.bytes).split('\f');
  expect(pages[0]).not.toContain('Item 0');
  expect(pages[1]).toContain('Item 0');
  expect(pages[1]).toContain('Total owed');
});
