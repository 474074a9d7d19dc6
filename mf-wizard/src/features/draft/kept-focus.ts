/**
 * Where somebody was typing when a newer build took this one's place: the next build puts focus and caret back there.
 * In session storage, because the next build is another copy of this module.
 */
const KEY = 'redress.personal.focus';
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
  const kept: KeptFocus = {
    name: active.name,
    value: isChoice(active) ? active.value : null,
    caret: caretOf(active),
    at: now,
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage the caret is lost, the answers are not.
  }
}

const takeKept = (now: number): KeptFocus | null => {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const kept = text ? (JSON.parse(text) as KeptFocus) : null;
    return kept && now - kept.at < FRESH_MS ? kept : null;
  } catch {
    return null;
  }
};

/** Waits for the field to be drawn, for a moment. */
export function restoreFocus(now: number = Date.now()): void {
  const kept = takeKept(now);
  if (!kept) return;
  const value = kept.value === null ? '' : `[value="${CSS.escape(kept.value)}"]`;
  let frames = 0;
  const look = () => {
    const control = document.querySelector<Control>(`[name="${CSS.escape(kept.name)}"]${value}`);
    if (!control) {
      if ((frames += 1) < 60) requestAnimationFrame(look);
      return;
    }
    control.focus({ preventScroll: true });
    if (kept.caret && !(control instanceof HTMLSelectElement)) {
      try {
        control.setSelectionRange(...kept.caret);
      } catch {
        // Number-like inputs refuse a caret.
      }
    }
  };
  look();
}
