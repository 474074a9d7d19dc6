/** A form of a court: an AcroForm that others made, filled box by box. What cannot be filled is refused with a reason. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { bytesOf, heap, openPdfium, withFile, withMemory } from './pdfium.ts';

export interface FormBox {
  /** Its whole name, as the maker of the form wrote it. */
  readonly name: string;
  /** How many letters it holds: what the form says, or what its size lets be read. */
  readonly room: number;
}

/** Why a form is not filled by a program. `changed`: its maker signed it, and filling would break that. */
export type FormFault = 'locked' | 'xfa' | 'signed' | 'no-boxes';
export const FORM_FAULTS: Readonly<Record<FormFault, string>> = {
  locked: 'The form is locked: it does not let a program fill its boxes. Copy the words into it by hand.',
  xfa: 'The form is an XFA form, which only its maker’s own program fills. Copy the words into it by hand.',
  signed: 'The form is signed by its maker, and filling it would break that. Copy the words into it by hand.',
  'no-boxes': 'The form has no boxes that can be filled. Print it, and copy the words into it by hand.',
};
export class FormRefused extends Error {
  readonly fault: FormFault;
  constructor(fault: FormFault) {
    super(FORM_FAULTS[fault]);
    this.fault = fault;
  }
}

const XFA_TYPES = [2, 3];
const TEXT_FIELD = 6;
const READ_ONLY = 1;
const MULTILINE = 1 << 12;
/** Bits 6 and 9 of a document's permissions: either lets boxes be filled. The oldest locks (revision 2) know the first. */
const MAY_ANNOTATE = 0x20;
const MAY_FILL = 0x100;
const OLD_LOCK = 2;
const WANTS_PASSWORD = 4;
/** What a font of ten points takes: a letter half its height, a line one and a fifth. */
const POINTS = { size: 10, letter: 0.5, line: 1.2 };

/** Text that PDFium writes as UTF-16 with its end. */
function wideText(module: WrappedPdfiumModule, write: (at: number, size: number) => number): string {
  const size = write(0, 0);
  if (size <= 2) return '';
  return withMemory(module, size, (at) => {
    write(at, size);
    return Buffer.from(heap(module).slice(at, at + size - 2)).toString('utf16le');
  });
}

function withWideText<Result>(module: WrappedPdfiumModule, text: string, use: (at: number) => Result): Result {
  const bytes = Buffer.from(`${text}\0`, 'utf16le');
  return withMemory(module, bytes.length, (at) => {
    heap(module).set(bytes, at);
    return use(at);
  });
}

const float = (module: WrappedPdfiumModule, at: number): number =>
  Buffer.from(heap(module).slice(at, at + 4)).readFloatLE();
const floats = (module: WrappedPdfiumModule, count: number, read: (at: number) => boolean): number[] =>
  withMemory(module, 4 * count, (at) =>
    read(at) ? Array.from({ length: count }, (_, index) => float(module, at + 4 * index)) : [],
  );

interface Widget {
  readonly annotation: number;
  readonly form: number;
}

/** Letters that a box holds. */
function roomOf(module: WrappedPdfiumModule, { annotation, form }: Widget): number {
  const [limit] = floats(module, 1, (at) => module.FPDFAnnot_GetNumberValue(annotation, 'MaxLen', at));
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(module, 4, (at) =>
    module.FPDFAnnot_GetRect(annotation, at),
  );
  const [said = 0] = floats(module, 1, (at) => module.FPDFAnnot_GetFontSize(form, annotation, at));
  const size = said || POINTS.size;
  const lines =
    module.FPDFAnnot_GetFormFieldFlags(form, annotation) & MULTILINE
      ? Math.max(1, Math.floor(Math.abs(top - bottom) / (size * POINTS.line)))
      : 1;
  return Math.min(limit ?? Infinity, lines * Math.floor(Math.abs(right - left) / (size * POINTS.letter)));
}

/** Every box for text that may be written in, in the order of the pages. */
function eachBox(module: WrappedPdfiumModule, document: number, use: (name: string, widget: Widget) => void): void {
  const info = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(document, info);
  try {
    for (let index = 0; index < module.FPDF_GetPageCount(document); index += 1) {
      const page = module.FPDF_LoadPage(document, index);
      for (let no = 0; no < module.FPDFPage_GetAnnotCount(page); no += 1) {
        const annotation = module.FPDFPage_GetAnnot(page, no);
        const isBox = module.FPDFAnnot_GetFormFieldType(form, annotation) === TEXT_FIELD;
        if (isBox && !(module.FPDFAnnot_GetFormFieldFlags(form, annotation) & READ_ONLY)) {
          const name = wideText(module, (at, size) => module.FPDFAnnot_GetFormFieldName(form, annotation, at, size));
          use(name, { annotation, form });
        }
        module.FPDFPage_CloseAnnot(annotation);
      }
      module.FPDF_ClosePage(page);
    }
  } finally {
    module.PDFiumExt_ExitFormFillEnvironment(form);
    module.PDFiumExt_CloseFormFillInfo(info);
  }
}

/** @throws {FormRefused} */
function refuseClosed(module: WrappedPdfiumModule, document: number): void {
  if (XFA_TYPES.includes(module.FPDF_GetFormType(document))) throw new FormRefused('xfa');
  const lock = module.FPDF_GetSecurityHandlerRevision(document);
  const filling = lock === OLD_LOCK ? MAY_ANNOTATE : MAY_ANNOTATE | MAY_FILL;
  if (lock >= 0 && (module.FPDF_GetDocPermissions(document) & filling) === 0) throw new FormRefused('locked');
  if (module.FPDF_GetSignatureCount(document) > 0) throw new FormRefused('signed');
}

async function withForm<Result>(file: Uint8Array, use: (module: WrappedPdfiumModule, document: number) => Result) {
  const module = await openPdfium();
  try {
    return withFile(module, file, (document) => {
      refuseClosed(module, document);
      return use(module, document);
    });
  } catch (error) {
    if (error instanceof FormRefused || module.FPDF_GetLastError() !== WANTS_PASSWORD) throw error;
    throw new FormRefused('locked');
  }
}

/** @throws {FormRefused} */
export const boxesOf = (file: Uint8Array): Promise<readonly FormBox[]> =>
  withForm(file, (module, document) => {
    const boxes: FormBox[] = [];
    eachBox(module, document, (name, widget) => boxes.push({ name, room: roomOf(module, widget) }));
    if (boxes.length === 0) throw new FormRefused('no-boxes');
    return boxes;
  });

/**
 * @param words - by the whole name of a box; boxes without words stay as they are
 * @throws {FormRefused}
 */
export const fillForm = (file: Uint8Array, words: ReadonlyMap<string, string>): Promise<Uint8Array> =>
  withForm(file, (module, document) => {
    eachBox(module, document, (name, { annotation, form }) => {
      const text = words.get(name);
      if (!text) return;
      withWideText(module, text, (at) => module.EPDFAnnot_SetFormFieldValue(form, annotation, at));
      module.EPDFAnnot_GenerateFormFieldAP(annotation);
    });
    return bytesOf(module, document);
  });
