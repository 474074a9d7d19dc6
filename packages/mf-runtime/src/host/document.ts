import { DOCUMENT_BLOCKS, type DocumentSnapshot, type PageData } from '@redress/contracts/releases';

/** A JSON block the site wrote into the document. @throws {Error} when it is missing or no JSON */
function readBlock<T>(id: string): T {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The document has no ${id}`);
  return JSON.parse(text) as T;
}

export const readSignedSnapshot = (): DocumentSnapshot => readBlock<DocumentSnapshot>(DOCUMENT_BLOCKS.snapshot);
export const readPageData = (): PageData => readBlock<PageData>(DOCUMENT_BLOCKS.page);

/** Element of the frame into which remotes are drawn. */
export const OUTLET_ID = 'redress-outlet';

/**
 * The element a remote draws into: its own prerendered screen when the document brought one for this path, else an
 * empty one. Whatever else of this remote stands in the outlet goes.
 */
export function claimElement(name: string, path: string): { element: HTMLElement; prerendered: boolean } {
  const outlet = document.getElementById(OUTLET_ID) ?? document.body;
  const screen = outlet.querySelector<HTMLElement>('[data-screen]');
  if (screen && screen.dataset['remote'] === name && screen.dataset['screen'] === path) {
    delete screen.dataset['screen'];
    screen.dataset['hydrating'] = '';
    return { element: screen, prerendered: true };
  }
  screen?.remove();
  for (const earlier of outlet.querySelectorAll(`[data-remote="${name}"]`)) earlier.remove();
  const element = document.createElement('div');
  element.dataset['remote'] = name;
  outlet.append(element);
  return { element, prerendered: false };
}
