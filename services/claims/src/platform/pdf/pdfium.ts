/** PDFium, the renderer of Chrome, as WebAssembly: files in its memory, given back after use. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

const require = createRequire(import.meta.url);
let loaded: Promise<WrappedPdfiumModule> | undefined;

/** Compiled at its first use in a thread: 50 ms and 20 MB that most threads never need. */
export function openPdfium(): Promise<WrappedPdfiumModule> {
  loaded ??= init({
    wasmBinary: new Uint8Array(readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm'))).buffer,
  }).then((module) => {
    module.PDFiumExt_Init();
    return module;
  });
  // What could not be read is read again with the next task.
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

/** The memory of the WebAssembly module. Read anew for each use: growing replaces the array. */
export const heap = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8; // the package's types leave out the heap

/** Bytes in the memory of the module, given back when `use` is done. */
export function withMemory<Result>(module: WrappedPdfiumModule, size: number, use: (at: number) => Result): Result {
  const { malloc, free } = module.pdfium.wasmExports;
  const at = malloc(size);
  if (!at) throw new Error('PDFium has no memory left.');
  try {
    return use(at);
  } finally {
    free(at);
  }
}

export function withFile<Result>(
  module: WrappedPdfiumModule,
  file: Uint8Array,
  use: (document: number) => Result,
): Result {
  return withMemory(module, file.length, (at) => {
    heap(module).set(file, at);
    const document = module.FPDF_LoadMemDocument(at, file.length, '');
    if (!document) throw new Error('PDFium does not read this file.');
    try {
      return use(document);
    } finally {
      module.FPDF_CloseDocument(document);
    }
  });
}

/** The file of an open document, as it is now. */
export function bytesOf(module: WrappedPdfiumModule, document: number): Uint8Array {
  const writer = module.PDFiumExt_OpenFileWriter();
  try {
    if (!module.PDFiumExt_SaveAsCopy(document, writer)) throw new Error('PDFium does not write this file.');
    const size = module.PDFiumExt_GetFileWriterSize(writer);
    return withMemory(module, size, (at) => {
      module.PDFiumExt_GetFileWriterData(writer, at, size);
      return heap(module).slice(at, at + size);
    });
  } finally {
    module.PDFiumExt_CloseFileWriter(writer);
  }
}
