/** How long a browser may take to read an address we made; after that it is given back (R32). */
const READ_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}

/** Shows a file in a tab that is open already: one opened after an answer arrives would be blocked as a popup. */
export function showFile(blob: Blob, tab: Window): void {
  const url = URL.createObjectURL(blob);
  tab.location.replace(url);
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
