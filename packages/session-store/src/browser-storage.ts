/**
 * Keys under this prefix, in local and session storage, belong to a person: answers not saved yet, where they were
 * typing. A remote that keeps such things keeps them here, so that signing out forgets them whichever page it is on.
 * In local storage a value is JSON and names its account in `owner`: what belongs to another account stays.
 */
export const PERSONAL_STORAGE_PREFIX = 'redress.personal.';

/**
 * Session storage under the specification's keys (section 3). Storage may throw (private mode, quota): then a reload
 * forgets, the page still works.
 */
const KEYS = {
  formSessionId: 'form_session_id',
  updatedLetter: 'updated_demand_letter',
  editFlag: 'edit_mode',
  originalSessionId: 'original_session_id',
  editSessionId: 'edit_session_id',
  /** Account this tab belongs to: a document that comes back as another account must not show what the tab keeps. */
  owner: `${PERSONAL_STORAGE_PREFIX}owner`,
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

/** Removes every personal key for which `isMine` answers true. */
const removePersonal = (name: 'localStorage' | 'sessionStorage', isMine: (value: string | null) => boolean): void => {
  try {
    const storage = globalThis[name];
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) {
      if (key.startsWith(PERSONAL_STORAGE_PREFIX) && isMine(storage.getItem(key))) storage.removeItem(key);
    }
  } catch {
    // Refused storage holds nothing.
  }
};

const isOf = (value: string | null, owner: string | null): boolean => {
  try {
    const kept = JSON.parse(value ?? '') as { owner?: unknown } | null;
    return typeof kept?.owner !== 'string' || kept.owner === owner;
  } catch {
    return true;
  }
};

/** What this tab keeps, in session storage. Answers and letter texts kept for their account in local storage stay. */
export const forgetTabStorage = (): void => {
  clearEditStorage();
  writeStored('formSessionId', null);
  removePersonal('sessionStorage', () => true);
};

/**
 * Signing out: the next person at this browser finds nothing of `owner` and nothing of visitors. What other accounts
 * have not saved yet stays for them. The server keeps the draft.
 */
export const forgetPersonalStorage = (owner: string | null): void => {
  forgetTabStorage();
  removePersonal('localStorage', (value) => isOf(value, owner));
};
