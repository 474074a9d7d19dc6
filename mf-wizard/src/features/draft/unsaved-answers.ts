/**
 * Answers the server does not have yet, kept in this browser: they survive a reload, a crash and days offline.
 * One entry a draft, thrown away when the server has acknowledged it. The shape's version stands in `remote.config.ts`:
 * after a rollback the older build must still read what the newer one wrote.
 */
import { ClaimFormData } from '@redress/contracts';
import { forgetOldStorage, PERSONAL_STORAGE_PREFIX, stored } from '@redress/session-store';
import * as z from 'zod/mini';

const NEW_DRAFT = 'new-';

const VERSION = 1;
const Entry = z.object({
  version: z.literal(VERSION),
  /** `null` until the server has made the draft. */
  formSessionId: z.nullable(z.string()),
  /** Id of the account that typed them, `null` for a visitor. Shown to that account only. */
  owner: z.nullable(z.string()),
  baseRevision: z.nullable(z.int()),
  answers: ClaimFormData,
  /** What the last unanswered save carried: if the server turns out to have it, that save did arrive. */
  sent: z.nullable(ClaimFormData),
  step: z.int(),
  subStep: z.int(),
  /** ISO instant. */
  keptAt: z.string(),
});
type StoredEntry = z.output<typeof Entry>;
export type UnsavedAnswers = Omit<StoredEntry, 'version'>;

export interface UnsavedAnswersStore {
  /** @returns whether it is kept: a full or forbidden storage refuses */
  keep(draftKey: string, entry: UnsavedAnswers): boolean;
  read(draftKey: string): UnsavedAnswers | null;
  forget(draftKey: string): void;
  /** The newest entry of this owner, with its key. */
  newest(owner: string | null): (UnsavedAnswers & { draftKey: string }) | null;
  /** Throws away what is older than the limit, of every account. */
  forgetOld(): void;
}

/** Name of a draft the server has not made yet. */
export const newDraftKey = (id: string): string => `${NEW_DRAFT}${id}`;

/** A text that is too long to be sent is kept for who typed it: only what is no such entry at all is not read. */
function entryOf(kept: unknown): StoredEntry | null {
  const { data, error } = z.safeParse(Entry, kept);
  if (data) return data;
  return error?.issues.every(({ code }) => code === 'too_big') ? (kept as StoredEntry) : null;
}

const entries = stored<StoredEntry>('browser', `${PERSONAL_STORAGE_PREFIX}unsaved.`, entryOf);

export function createUnsavedAnswersStore(now: () => number = Date.now): UnsavedAnswersStore {
  return {
    keep: (draftKey, entry) => entries.write({ version: VERSION, ...entry }, draftKey),
    read: (draftKey) => entries.read(draftKey),
    forget: (draftKey) => void entries.write(null, draftKey),
    newest(owner) {
      let newest: (UnsavedAnswers & { draftKey: string }) | null = null;
      for (const draftKey of entries.ids()) {
        const entry = entries.read(draftKey);
        if (!entry || entry.owner !== owner) continue;
        if (!newest || entry.keptAt > newest.keptAt) newest = { ...entry, draftKey };
      }
      return newest;
    },
    forgetOld: () => forgetOldStorage(now()),
  };
}
