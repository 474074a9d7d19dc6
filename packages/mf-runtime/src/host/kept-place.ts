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
  const selector = held && (nameSelector(held) ?? (held.id ? `#${CSS.escape(held.id)}` : null));
  const selection = isTextField(held) ? selectionOf(held) : null;
  const keys = selector && isTextField(held) ? holdKeys() : null;

  return () => {
    window.scrollTo(scrollX, scrollY);
    if (selector) giveFocus(remote, { selector, selection, keys });
  };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;
const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && /^(?:text|search|tel|url|email|number|password)$/.test(element.type));

/** Nothing that the visitor has gone to. */
const isFree = (active: Element | null) =>
  active === null || active === document.body || active instanceof HTMLHeadingElement;

/** A key that puts a character into a text, or takes one out of it. */
const isText = (event: Event): event is KeyboardEvent =>
  event instanceof KeyboardEvent &&
  (event.key.length === 1 || event.key === 'Backspace') &&
  !event.metaKey &&
  (!event.ctrlKey || event.getModifierState('AltGraph'));

interface HeldKeys {
  typeInto(field: TextField): void;
  stop(): void;
}

/** Holds the keys that are pressed while the field they are meant for is away. */
function holdKeys(): HeldKeys {
  const keys: string[] = [];
  const onKey = (event: KeyboardEvent) => {
    if (!isText(event) || !isFree(document.activeElement)) return;
    keys.push(event.key);
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return {
    typeInto(field) {
      if (keys.length === 0) return;
      for (const key of keys.splice(0)) type(field, key);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    stop: () => document.removeEventListener('keydown', onKey, { capture: true }),
  };
}

function type(field: TextField, key: string): void {
  const text = key === 'Backspace' ? '' : key;
  const { selectionStart: start, selectionEnd: end } = field;
  if (start === null || end === null) {
    // E-mail and number inputs have no caret to ask for: it was at their end.
    const value = text ? field.value + text : field.value.slice(0, -1);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  } else field.setRangeText(text, text || start < end ? start : Math.max(0, start - 1), end, 'end');
}

/** Effects of the first drawing run in this time. */
const SETTLED_MS = 1_000;
/** The field is drawn in this time, or not at all. */
const DRAWN_WITHIN_MS = 5_000;

interface Place {
  selector: string;
  selection: [number, number] | null;
  keys: HeldKeys | null;
}

/**
 * Gives focus to the same field of the next build, and the keys that were pressed meanwhile. Its heading takes focus as
 * that of a screen that has just come, before this or after: what holds focus so gives it back, until the visitor does
 * something else.
 */
function giveFocus(remote: string, { selector, selection, keys }: Place): void {
  const settled = new AbortController();
  const { signal } = settled;
  const stop = () => settled.abort();
  let isFound = false;
  let isGiving = false;
  const give = () => {
    const target = document.querySelector(`[data-remote="${remote}"]`)?.querySelector<HTMLElement>(selector);
    if (!target || isGiving || signal.aborted) return;
    if (!isFound) setTimeout(stop, SETTLED_MS);
    isFound = true;
    if (isFree(document.activeElement)) {
      isGiving = true;
      target.focus({ preventScroll: true });
      if (selection && isTextField(target)) select(target, selection);
      isGiving = false;
    }
    if (!isTextField(target) || document.activeElement !== target) return;
    keys?.typeInto(target);
    selection = selectionOf(target);
  };
  const drawn = new MutationObserver(give);
  drawn.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => {
    drawn.disconnect();
    keys?.stop();
  });
  // The field is given what was typed before once it is drawn; the keys that came after that come after it.
  document.addEventListener('focusin', () => (isFound ? give() : queueMicrotask(give)), { signal });
  const onKey = (event: Event) => {
    if (!keys || !isText(event) || !isFree(document.activeElement)) stop();
  };
  document.addEventListener('keydown', onKey, { capture: true, signal });
  document.addEventListener('pointerdown', stop, { capture: true, signal });
  setTimeout(stop, DRAWN_WITHIN_MS);
  give();
}

function select(field: TextField, [start, end]: [number, number]): void {
  try {
    field.setSelectionRange(start, end);
  } catch {
    // E-mail and number inputs have no selection to set.
  }
}

/** Before its id: the one that React makes differs by what was drawn before it. */
function nameSelector(element: HTMLElement): string | null {
  const name = element.getAttribute('name');
  if (!name) return null;
  const isChoice = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type);
  const value = isChoice ? `[value="${CSS.escape(element.value)}"]` : '';
  return `${element.tagName.toLowerCase()}[name="${CSS.escape(name)}"]${value}`;
}

const selectionOf = ({ selectionStart, selectionEnd }: TextField): [number, number] | null =>
  selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
