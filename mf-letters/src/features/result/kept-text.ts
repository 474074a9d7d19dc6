import { PERSONAL_STORAGE_PREFIX } from '@redress/session-store';

/**
 * Text of a letter that was typed and not saved, kept in this tab: a session that ends, a reload or a replaced build must
 * not cost a word. Declared in remote.config.ts; a build reads only versions it names.
 */
const VERSION = 1;
const keyOf = (formSessionId: string) => `${PERSONAL_STORAGE_PREFIX}letter-text.${formSessionId}`;

export interface KeptText {
  /** Version of the letter the text was typed on. */
  baseVersion: number;
  text: string;
}

export function readKeptText(formSessionId: string): KeptText | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(formSessionId)) ?? 'null') as
      (Partial<KeptText> & { v?: number }) | null;
    if (kept?.v !== VERSION || typeof kept.text !== 'string' || typeof kept.baseVersion !== 'number') return null;
    return { baseVersion: kept.baseVersion, text: kept.text };
  } catch {
    return null;
  }
}

export function keepText(formSessionId: string, kept: KeptText | null): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(formSessionId), JSON.stringify({ v: VERSION, ...kept }));
    else sessionStorage.removeItem(keyOf(formSessionId));
  } catch {
    // Storage refused: the text is still on screen, and leaving the page asks first.
  }
}
