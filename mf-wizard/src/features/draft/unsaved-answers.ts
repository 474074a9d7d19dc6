/**
 * Answers the server does not have yet, kept in this browser: they survive a reload, a crash and days offline.
 * One entry a draft, thrown away when the server has acknowledged it. The shape's version stands in `remote.config.ts`:
 * after a rollback the older build must still read what the newer one wrote.
 */
import { ClaimFormData } from '@redress/contracts';
import * as z from 'zod/mini';
import type { Answers } from '../../shared/answers.ts';

const UNSAVED_ANSWERS_VERSION = 1;
/** What stands under this prefix belongs to a person and goes when they sign out (`@redress/session-store`). */
const PREFIX = 'redress.personal.unsaved.';
const NEW_DRAFT = 'new-';
/** After that an entry is thrown away (docs/decisions/0306). */
const KEPT_FOR_MS = 30 * 86_400_000;

const Entry = z.object({
  version: z.literal(UNSAVED_ANSWERS_VERSION),
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
  keptAt: z.string(),
});

export interface UnsavedAnswers {
  formSessionId: string | null;
  owner: string | null;
  baseRevision: number | null;
  answers: Answers;
  sent: Answers | null;
  step: number;
  subStep: number;
  /** ISO instant. */
  keptAt: string;
}

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

function parse(text: string | null): UnsavedAnswers | null {
  if (text === null) return null;
  try {
    const parsed = z.safeParse(Entry, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** @param storage - `localStorage`; asked for anew each time, because a browser may refuse it at any moment */
export function createUnsavedAnswersStore(storage: () => Storage, now: () => number = Date.now): UnsavedAnswersStore {
  const attempt = <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  const isOld = ({ keptAt }: UnsavedAnswers) => now() - Date.parse(keptAt) > KEPT_FOR_MS;
  const keys = (from: Storage) =>
    Array.from({ length: from.length }, (_, index) => from.key(index)).filter((key) =>
      key?.startsWith(PREFIX),
    ) as string[];

  return {
    keep: (draftKey, entry) =>
      attempt((to) => {
        to.setItem(PREFIX + draftKey, JSON.stringify({ version: UNSAVED_ANSWERS_VERSION, ...entry }));
        return true;
      }, false),
    read: (draftKey) => attempt((from) => parse(from.getItem(PREFIX + draftKey)), null),
    forget: (draftKey) => attempt((from) => from.removeItem(PREFIX + draftKey), undefined),
    newest: (owner) =>
      attempt((from) => {
        let newest: (UnsavedAnswers & { draftKey: string }) | null = null;
        for (const key of keys(from)) {
          const entry = parse(from.getItem(key));
          if (!entry || isOld(entry) || entry.owner !== owner) continue;
          if (!newest || entry.keptAt > newest.keptAt) newest = { ...entry, draftKey: key.slice(PREFIX.length) };
        }
        return newest;
      }, null),
    forgetOld: () =>
      attempt((from) => {
        for (const key of keys(from)) {
          const entry = parse(from.getItem(key));
          if (entry && isOld(entry)) from.removeItem(key);
        }
      }, undefined),
  };
}
