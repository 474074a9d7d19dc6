import { isId24 } from '@redress/domain';
import { noClaim, type ClaimState } from './claim.slice.ts';
import { keysIn, readText, writeText } from './stored.ts';

/**
 * Keys under this prefix belong to a person: answers not saved yet, where they were typing. A remote that keeps such
 * things keeps them here, so that signing out forgets them whichever page it is on. What all tabs share names its account
 * in `owner`, and in `keptAt` the instant it was kept: what belongs to another account stays.
 */
export const PERSONAL_STORAGE_PREFIX = 'redress.personal.';

/** Keys of the specification (section 3), and of this tab's account and unmade draft. */
const KEYS = {
  id: 'form_session_id',
  updatedLetter: 'updated_demand_letter',
  edit: 'edit_mode',
  originalSessionId: 'original_session_id',
  editSessionId: 'edit_session_id',
  newDraft: `${PERSONAL_STORAGE_PREFIX}new-draft`,
  owner: `${PERSONAL_STORAGE_PREFIX}owner`,
} as const;

const read = (name: keyof typeof KEYS): string | null => readText('tab', KEYS[name]);

/** Account this tab belongs to: a document that comes back as another account must not show what the tab keeps. */
export const readOwner = (): string | null => read('owner');

/** Who signed in last in any tab: what is of that account goes when it signs out, and this with it. */
const SIGNED_IN = `${PERSONAL_STORAGE_PREFIX}account`;

export function writeOwner(owner: string): void {
  writeText('tab', KEYS.owner, owner);
  writeText('browser', SIGNED_IN, JSON.stringify({ owner }));
}

/** Whether this account, in whichever tab, neither signed out since nor gave way to another: a page that hears nothing can ask. */
export const isStillHere = (owner: string): boolean => readOwner() === owner && factsOf(SIGNED_IN).owner === owner;

/** Which claim this tab was about when its document was left. Edit mode is valid only with its flag and two whole ids. */
export function readClaim(): ClaimState {
  const [originalSessionId, editSessionId] = [read('originalSessionId') ?? '', read('editSessionId') ?? ''];
  const isWhole = isId24(originalSessionId) && isId24(editSessionId);
  const edit = isWhole ? { originalSessionId, editSessionId } : 'broken';
  return {
    id: read('id'),
    edit: read('edit') === 'true' ? edit : null,
    updatedLetter: read('updatedLetter'),
    newDraft: read('newDraft'),
  };
}

/** Storage refused: the server's copy is the one that counts. */
export function writeClaim({ id, edit, updatedLetter, newDraft }: ClaimState): void {
  if (edit === 'broken') return;
  const values = {
    id,
    updatedLetter,
    newDraft,
    edit: edit && 'true',
    originalSessionId: null,
    editSessionId: null,
    ...edit,
  };
  for (const [name, value] of Object.entries(values)) writeText('tab', KEYS[name as keyof typeof values], value);
}

/** What this tab keeps. Answers and letter texts that are kept for their account in what all tabs share stay. */
export const forgetTabStorage = (): void => {
  writeClaim(noClaim());
  for (const key of keysIn('tab', PERSONAL_STORAGE_PREFIX)) writeText('tab', key, null);
};

const factsOf = (key: string): { owner?: unknown; keptAt?: unknown } => {
  try {
    return (JSON.parse(readText('browser', key) ?? '') as object | null) ?? {};
  } catch {
    return {};
  }
};

/**
 * Signing out: the next person at this browser finds nothing of `owner` and nothing of visitors. What other accounts
 * have not saved yet stays for them. The server keeps the draft.
 */
export const forgetPersonalStorage = (owner: string | null): void => {
  forgetTabStorage();
  for (const key of keysIn('browser', PERSONAL_STORAGE_PREFIX)) {
    const { owner: of } = factsOf(key);
    if (typeof of !== 'string' || of === owner) writeText('browser', key, null);
  }
};

/** What is kept of a person without the server longer than this is thrown away (decision 0306). */
const KEPT_FOR_MS = 30 * 86_400_000;

/** Throws away what is older than that, whichever account or build it is of. */
export const forgetOldStorage = (now: number): void => {
  for (const key of keysIn('browser', PERSONAL_STORAGE_PREFIX)) {
    const { keptAt } = factsOf(key);
    if (typeof keptAt === 'string' && now - Date.parse(keptAt) > KEPT_FOR_MS) writeText('browser', key, null);
  }
};
