import { PERSONAL_STORAGE_PREFIX, stored } from '@redress/session-store';

/**
 * The field that had focus when a newer build replaced this one: the next build restores focus and caret.
 * In session storage, because the next build is another copy of this module.
 */
/** Longer ago, it was a reload and not a change of builds. */
const FRESH_MS = 5_000;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (element: Element | null): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

interface KeptFocus {
  name: string;
  value: string | null;
  caret: [number, number] | null;
  at: number;
}

const isKeptFocus = (kept: unknown): kept is KeptFocus =>
  typeof kept === 'object' && kept !== null && 'name' in kept && 'at' in kept && typeof kept.at === 'number';

const keptFocus = stored('tab', `${PERSONAL_STORAGE_PREFIX}focus`, (kept) => (isKeptFocus(kept) ? kept : null));

const isChoice = (control: Control) =>
  control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox');

const caretOf = (control: Control): [number, number] | null => {
  if (control instanceof HTMLSelectElement) return null;
  try {
    const { selectionStart: start, selectionEnd: end } = control;
    return start === null || end === null ? null : [start, end];
  } catch {
    return null; // some input types have no caret to ask for
  }
};

export function keepFocus(now: number = Date.now()): void {
  const active = document.activeElement;
  if (!isControl(active) || !active.name) return;
  keptFocus.write({
    name: active.name,
    value: isChoice(active) ? active.value : null,
    caret: caretOf(active),
    at: now,
  });
}

const takeStoredFocus = (now: number): KeptFocus | null => {
  const kept = keptFocus.read();
  keptFocus.write(null);
  return kept && now - kept.at < FRESH_MS ? kept : null;
};

/** How long the field may take to be drawn, and how long others may take focus from it without being asked. */
const DRAWN_WITHIN_MS = 5_000;
const HELD_FOR_MS = 500;

const isFree = (active: Element | null) => !active || active === document.body || active.tagName === 'H1';

/**
 * Puts focus and caret back, once the field is there. A screen that appears puts focus on its heading, a moment after it
 * is drawn: during typing that is the wrong place. Tab or a press elsewhere ends it.
 */
export function restoreFocus(now: number = Date.now()): void {
  const kept = takeStoredFocus(now);
  if (!kept) return;
  const value = kept.value === null ? '' : `[value="${CSS.escape(kept.value)}"]`;
  let foundAt: number | null = null;
  let isOver = false;
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') end();
  };
  const end = () => {
    isOver = true;
    removeEventListener('keydown', onKey, true);
    removeEventListener('pointerdown', end, true);
  };
  const focus = (control: Control) => {
    control.focus({ preventScroll: true });
    if (!kept.caret || control instanceof HTMLSelectElement) return;
    try {
      control.setSelectionRange(...kept.caret);
    } catch {
      // Number-like inputs refuse a caret.
    }
  };
  const look = () => {
    if (isOver) return;
    const control = document.querySelector<Control>(`[name="${CSS.escape(kept.name)}"]${value}`);
    if (control) {
      foundAt ??= Date.now();
      if (document.activeElement !== control && isFree(document.activeElement)) focus(control);
    }
    if (Date.now() - (foundAt ?? now) > (foundAt === null ? DRAWN_WITHIN_MS : HELD_FOR_MS)) end();
    else requestAnimationFrame(look);
  };
  addEventListener('keydown', onKey, true);
  addEventListener('pointerdown', end, true);
  look();
}
