/**
 * Whether a PDF can be shown inside a page. Phones cannot: those with Android show none, those with iOS its first page
 * alone, and say all the same that they can (decision 0408).
 */
export const canFramePdf = (): boolean =>
  navigator.pdfViewerEnabled !== false && !globalThis.matchMedia?.('(pointer: coarse)').matches;
