/**
 * Session storage under the specification's keys (section 3). A browser that refuses storage (private mode, quota)
 * costs the reload its memory, never the page its life.
 */
const KEYS = {
  formSessionId: 'form_session_id',
  updatedLetter: 'updated_demand_letter',
  editFlag: 'edit_mode',
  originalSessionId: 'original_session_id',
  editSessionId: 'edit_session_id',
} as const;
export type StorageKey = keyof typeof KEYS;

const HEX_24 = /^[0-9a-f]{24}$/;

export const readStored = (key: StorageKey): string | null => {
  try {
    return sessionStorage.getItem(KEYS[key]);
  } catch {
    return null;
  }
};

export const writeStored = (key: StorageKey, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(KEYS[key]);
    else sessionStorage.setItem(KEYS[key], value);
  } catch {
    // Storage refused: the server's copy is the one that counts.
  }
};

/** Remember the edit pair, so that a reload restores edit mode. */
export const storeEditSession = (pair: { originalSessionId: string; editSessionId: string }): void => {
  writeStored('editFlag', 'true');
  writeStored('originalSessionId', pair.originalSessionId);
  writeStored('editSessionId', pair.editSessionId);
};

/**
 * Edit mode as storage has it: valid only with the flag and two ids of 24 hex characters (specification, section 4).
 * @returns `null` when not editing, `'broken'` when the flag stands without a valid pair: the caller resets everything
 */
export const readEditSession = (): { originalSessionId: string; editSessionId: string } | 'broken' | null => {
  if (readStored('editFlag') !== 'true') return null;
  const originalSessionId = readStored('originalSessionId') ?? '';
  const editSessionId = readStored('editSessionId') ?? '';
  return HEX_24.test(originalSessionId) && HEX_24.test(editSessionId) ? { originalSessionId, editSessionId } : 'broken';
};

/** Leaving edit mode clears everything that belongs to it. */
export const clearEditStorage = (): void => {
  for (const key of ['editFlag', 'originalSessionId', 'editSessionId', 'updatedLetter'] as const)
    writeStored(key, null);
};

/**
 * Keys under this prefix, in local and session storage, belong to a person: answers not saved yet, where they were
 * typing. A remote that keeps such things keeps them here, so that signing out forgets them whichever page it is on.
 */
export const PERSONAL_STORAGE_PREFIX = 'redress.personal.';

/** What the next person at this browser must not find. The form session id goes with it; the server keeps the draft. */
export const forgetPersonalStorage = (): void => {
  clearEditStorage();
  writeStored('formSessionId', null);
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[name];
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) if (key.startsWith(PERSONAL_STORAGE_PREFIX)) storage.removeItem(key);
    } catch {
      // Refused storage holds nothing.
    }
  }
};
