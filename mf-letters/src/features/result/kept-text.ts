import { getStore, PERSONAL_STORAGE_PREFIX, selectOwner } from '@redress/session-store';

/**
 * Text of a letter that was typed and not saved: a session that ends, a reload or a replaced build must not lose a word.
 * In the tab, where a build before this one looks for it, and in the browser, where its account finds it again after
 * another one has used this computer. Declared in remote.config.ts; a build reads only versions it names.
 */
const VERSION = 1;
/** After that the text is thrown away (docs/decisions/0306). */
const KEPT_FOR_MS = 30 * 86_400_000;
const PREFIX = `${PERSONAL_STORAGE_PREFIX}letter-text.`;
const keyOf = (formSessionId: string) => PREFIX + formSessionId;

export interface KeptText {
  /** Version of the letter the text was typed on. */
  baseVersion: number;
  text: string;
}

interface Entry extends KeptText {
  v: number;
  /** Account that typed it; entries of earlier builds name none. */
  owner: string | null;
  keptAt: string;
}

function readEntry(name: 'sessionStorage' | 'localStorage', key: string): KeptText | null {
  try {
    const kept = JSON.parse(globalThis[name].getItem(key) ?? 'null') as Partial<Entry> | null;
    if (kept?.v !== VERSION || typeof kept.text !== 'string' || typeof kept.baseVersion !== 'number') return null;
    if (kept.owner && kept.owner !== selectOwner(getStore().getState())) return null;
    return { baseVersion: kept.baseVersion, text: kept.text };
  } catch {
    return null;
  }
}

/** Throws away every text older than the limit, whoever typed it. */
function forgetOld(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const key of keys.filter((name) => name.startsWith(PREFIX))) {
      const { keptAt = '' } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Entry>;
      if (!(Date.now() - Date.parse(keptAt) <= KEPT_FOR_MS)) localStorage.removeItem(key);
    }
  } catch {
    // Refused storage holds nothing.
  }
}

export function readKeptText(formSessionId: string): KeptText | null {
  forgetOld();
  return readEntry('sessionStorage', keyOf(formSessionId)) ?? readEntry('localStorage', keyOf(formSessionId));
}

export function keepText(formSessionId: string, kept: KeptText | null): void {
  const { session } = getStore().getState();
  // This document is being left to another account: what is kept stays as it is.
  if (session.status === 'leaving') return;
  const key = keyOf(formSessionId);
  const entry = kept && {
    v: VERSION,
    ...kept,
    owner: selectOwner(getStore().getState()),
    keptAt: new Date().toISOString(),
  };
  for (const name of ['sessionStorage', 'localStorage'] as const) {
    try {
      if (entry) globalThis[name].setItem(key, JSON.stringify(entry));
      else globalThis[name].removeItem(key);
    } catch {
      // Storage refused: the text is still on screen, and leaving the page asks first.
    }
  }
}
