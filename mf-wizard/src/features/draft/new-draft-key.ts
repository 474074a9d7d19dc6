import { newDraftKey } from './unsaved-answers.ts';

/** In session storage: another tab's unmade draft is another claim. */
const KEY = 'redress.personal.new-draft';
let inMemory: string | null = null;

/** Names the draft of this tab while the server has not made it; the same after a reload. */
export function currentNewDraftKey(): string {
  try {
    const known = sessionStorage.getItem(KEY);
    if (known) return newDraftKey(known);
    const made = crypto.randomUUID();
    sessionStorage.setItem(KEY, made);
    return newDraftKey(made);
  } catch {
    inMemory ??= crypto.randomUUID();
    return newDraftKey(inMemory);
  }
}

export function forgetNewDraftKey(): void {
  inMemory = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Refused storage holds nothing to forget.
  }
}
