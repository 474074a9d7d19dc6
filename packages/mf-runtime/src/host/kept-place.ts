/**
 * Remembers where the visitor is in a remote, before another build takes its place.
 * @returns brings back focus, selection and scroll
 */
export function keepPlace(remote: string): () => void {
  const element = document.querySelector(`[data-remote="${remote}"]`);
  if (!element) return () => {};
  const { scrollX, scrollY } = window;
  const focused = document.activeElement;
  const held = focused instanceof HTMLElement && element.contains(focused) ? focused : null;
  const selector = held && (held.id ? `#${CSS.escape(held.id)}` : nameSelector(held));
  const selection = held instanceof HTMLInputElement || held instanceof HTMLTextAreaElement ? selectionOf(held) : null;

  return () => {
    window.scrollTo(scrollX, scrollY);
    if (selector) giveFocus(remote, { selector, selection });
  };
}

/** Effects of the first drawing run in this time. */
const SETTLED_MS = 1_000;

/**
 * Gives focus to the same field of the next build. Its heading takes focus as that of a screen that has just come, before
 * this or after: what holds focus so gives it back, until the visitor does something.
 */
function giveFocus(
  remote: string,
  { selector, selection }: { selector: string; selection: [number, number] | null },
): void {
  const give = () => {
    const target = document.querySelector(`[data-remote="${remote}"]`)?.querySelector<HTMLElement>(selector);
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement instanceof HTMLHeadingElement;
    if (!target || !isFree) return;
    target.focus({ preventScroll: true });
    if (!selection || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    try {
      target.setSelectionRange(...selection);
    } catch {
      // E-mail and number inputs have no selection to set.
    }
  };
  const settled = new AbortController();
  const stop = () => settled.abort();
  document.addEventListener('focusin', give, { signal: settled.signal });
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, stop, { capture: true, signal: settled.signal });
  setTimeout(stop, SETTLED_MS);
  give();
}

function nameSelector(element: HTMLElement): string | null {
  const name = element.getAttribute('name');
  return name ? `${element.tagName.toLowerCase()}[name="${CSS.escape(name)}"]` : null;
}

const selectionOf = ({
  selectionStart,
  selectionEnd,
}: HTMLInputElement | HTMLTextAreaElement): [number, number] | null =>
  selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
