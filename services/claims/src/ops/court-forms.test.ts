import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COURT_FORMS, type CourtForm } from '@redress/domain/papers';
import PDFDocument from 'pdfkit';
import { boxesOf, FORM_FAULTS } from '../platform/pdf/form-file.ts';
import { createFormsDesk } from './court-forms.ts';

const [SC_100] = COURT_FORMS;
if (!SC_100) throw new Error('SC-100 is gone');

/** Boxes by their whole names, as a maker of forms nests them: `A[0].B[0]` is B inside A. */
function formFile(boxes: Readonly<Record<string, { room: number; tall?: boolean }>>, acroForm = ''): Buffer {
  const objects = ['', '', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'];
  const add = (object: string) => objects.push(object);
  const kids = new Map<string, number[]>();
  const numbers = new Map<string, number>();
  const widgets: number[] = [];
  const groupOf = (parts: readonly string[]): string => {
    const name = parts.join('.');
    if (parts.length === 0 || numbers.has(name)) return name;
    const parent = groupOf(parts.slice(0, -1));
    numbers.set(name, add(''));
    kids.set(name, []);
    kids.get(parent)?.push(numbers.get(name) ?? 0);
    return name;
  };
  kids.set('', []);
  Object.entries(boxes).forEach(([name, { room, tall = false }], index) => {
    const parts = name.split('.');
    const parent = groupOf(parts.slice(0, -1));
    const top = 780 - 24 * index;
    const no = add(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${parts.at(-1)}) /Parent ${numbers.get(parent)} 0 R /F 4 /Ff ${tall ? 4096 : 0} /DA (/Helv 9 Tf 0 g) /MaxLen ${room} /Rect [40 ${top - 20} 580 ${top}] >>`,
    );
    kids.get(parent)?.push(no);
    widgets.push(no);
  });
  const refs = (list: readonly number[] = []) => list.map((no) => `${no} 0 R`).join(' ');
  for (const [name, no] of numbers) {
    const parts = name.split('.');
    const parent = numbers.get(parts.slice(0, -1).join('.'));
    objects[no - 1] =
      `<< /T (${parts.at(-1)}) /Kids [${refs(kids.get(name))}] ${parent ? `/Parent ${parent} 0 R` : ''} >>`;
  }
  objects[0] = `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs(kids.get(''))}] /DR << /Font << /Helv 4 0 R >> >> /DA (/Helv 9 Tf 0 g) ${acroForm} >> >>`;
  objects[1] = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
  objects[2] = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [${refs(widgets)}] >>`;
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`, 'latin1');
}

/** A form with the names of the boxes of SC-100, whose boxes hold so many letters. */
const sc100 = (room: number, acroForm?: string) =>
  formFile(Object.fromEntries(SC_100.fields.map(({ name }) => [name, { room }])), acroForm);

function locked(): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion: '1.7', ownerPassword: 'court', permissions: {} });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.font('Helvetica').initForm();
  document.formText('Name', 72, 72, 200, 20);
  return new Promise((resolve) => {
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.end();
  });
}

const root = mkdtempSync(path.join(tmpdir(), 'redress-forms-'));
const folder = path.join(root, 'forms');
let served: { status: number; bytes: Buffer } = { status: 200, bytes: Buffer.alloc(0) };
const server = createServer((_, response) => response.writeHead(served.status).end(served.bytes));
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const deskFor = (over: Partial<CourtForm>) =>
  createFormsDesk({
    folder,
    today: '2026-11-28',
    forms: [{ ...SC_100, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sc100.pdf`, ...over }],
  });
const readAs = (bytes: Buffer) => deskFor({ read: { revision: '2024-01-01', sha256: shaOf(bytes) } });
const keptFiles = () => (existsSync(folder) ? readdirSync(folder) : []);
const wordsOn = (file: string) => execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });

it('keeps the revision that was read, and refuses another file', async () => {
  const blank = sc100(200);
  served = { status: 200, bytes: blank };
  expect((await readAs(blank).fetch('SC-100')).join('\n')).toMatch(
    new RegExp(
      `revision of January 1, 2024: kept as .*${shaOf(blank)}.pdf\\.\\n${SC_100.fields.length} boxes can be filled`,
    ),
  );
  expect(keptFiles()).toEqual([`${shaOf(blank)}.pdf`]);
  served = { status: 200, bytes: sc100(201) };
  rmSync(folder, { recursive: true });
  await expect(readAs(blank).fetch('SC-100')).rejects.toThrow('is not the revision of January 1, 2024');
  expect(keptFiles()).toEqual([]);
});

it('keeps nothing that nobody has read, is no form, or is gone', async () => {
  served = { status: 200, bytes: sc100(200) };
  expect((await deskFor({}).fetch('')).join('\n')).toContain(`SHA-256 ${shaOf(served.bytes)}`);
  served = { status: 200, bytes: Buffer.from('<html>moved</html>') };
  await expect(deskFor({}).fetch('')).rejects.toThrow('sends no form');
  served = { status: 404, bytes: Buffer.alloc(0) };
  expect((await deskFor({}).fetch('')).join('\n')).toContain("goneOn: '2026-11-28'");
  served = { status: 503, bytes: Buffer.alloc(0) };
  await expect(deskFor({}).fetch('')).rejects.toThrow('answers 503');
  expect(keptFiles()).toEqual([]);
});

it('fills the boxes of SC-100; what they do not hold stands whole on the added page', async () => {
  const blank = sc100(30);
  served = { status: 200, bytes: blank };
  const desk = readAs(blank);
  await desk.fetch('SC-100');
  expect(desk.list().join('\n')).toContain('\there\t');
  const [form = '', added = '', ...more] = await desk.fill('SC-100', path.join(root, 'out'));
  expect(more).toEqual([]);
  expect(wordsOn(form)).toMatch(/Sample/);
  expect(wordsOn(form)).toContain('See the added page');
  expect(wordsOn(added)).toMatch(/Item 3a: why/);
});

it.each([
  ['xfa', () => Promise.resolve(sc100(30, '/XFA (form)'))],
  ['locked', locked],
  ['no-boxes', () => Promise.resolve(formFile({}))],
] as const)('refuses a form that is %s, with words', async (fault, make) => {
  const blank = await make();
  await expect(boxesOf(new Uint8Array(blank))).rejects.toThrow(FORM_FAULTS[fault]);
  served = { status: 200, bytes: blank };
  expect((await readAs(blank).fetch('SC-100')).at(-1)).toBe(FORM_FAULTS[fault]);
});
