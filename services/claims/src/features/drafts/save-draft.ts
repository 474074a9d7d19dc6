import { isDeepStrictEqual } from 'node:util';
import { AppError, type ClaimFormData } from '@redress/contracts';
import { normalForm } from '@redress/domain/letter-gate';
import { furthestOf, type StoredSession } from '../../shared/form-sessions/form-session.ts';

const SAVE_IDS_KEPT = 20;
const SEARCH_TEXT_MAX = 2_000;

/** One save as it arrives, its signature apart. */
export interface DraftSave {
  /** Without the signature; a field that is not named stays as it is. */
  fields: ClaimFormData;
  /** What the save does to the signature: `undefined` leaves it, `null` removes it. */
  hasSignature: boolean;
  signatureChanged: boolean;
  baseRevision: number | undefined;
  saveId: string | undefined;
}

export type SavePlan =
  | { kind: 'nothing-new' }
  | { kind: 'conflict' }
  | {
      kind: 'write';
      formData: ClaimFormData;
      revision: number;
      furthestStep: string;
      saveIds: string[];
      searchText: string;
    };

const named = (fields: ClaimFormData): ClaimFormData =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Answers after a save: the fields it names over those there are. */
export const mergeAnswers = (stored: ClaimFormData, fields: ClaimFormData): ClaimFormData => ({
  ...stored,
  ...named(fields),
});

/** What the search finds a claim by: names, kinds, places; not the story. As written, and as the gate reads it. */
export function searchTextOf(data: ClaimFormData): string {
  const written = [
    data.situationLabel, ...(data.disputingLabels ?? []), data.defendantFirstname, data.defendantLastname,
    data.defendantBusinessName, data.firstname, data.lastname, data.businessName, data.incidentCity, data.city,
    data.defendantCity, data.packageTitle, data.amount === null ? undefined : String(data.amount ?? ''),
  ].filter(Boolean).join(' ').toLowerCase(); // prettier-ignore
  const read = normalForm(written).text;
  return (read === written ? written : `${written} ${read}`).slice(0, SEARCH_TEXT_MAX);
}

/**
 * Decides what a save does (R15): the same save again and the same answers change nothing; answers typed on an
 * older revision never overwrite newer ones; without a base the save counts as typed on the newest.
 */
export function planSave(session: StoredSession, save: DraftSave): SavePlan {
  if (save.saveId && session.saveIds.includes(save.saveId)) return { kind: 'nothing-new' };
  const formData = mergeAnswers(session.formData, save.fields);
  if (!save.signatureChanged && isDeepStrictEqual(formData, session.formData)) return { kind: 'nothing-new' };
  if (save.baseRevision !== undefined && save.baseRevision < session.revision) return { kind: 'conflict' };
  return {
    kind: 'write',
    formData,
    revision: session.revision + 1,
    // The furthest point follows from the answers, and a signature is one of them.
    furthestStep: furthestOf(session.furthestStep, save.hasSignature ? { ...formData, signature: 'given' } : formData),
    saveIds: save.saveId ? [...session.saveIds, save.saveId].slice(-SAVE_IDS_KEPT) : session.saveIds,
    searchText: searchTextOf(formData),
  };
}

/** Whether it matters to a save that does not speak of the signature whether there is one. */
export function isFurtherWithSignature({ formData, furthestStep }: StoredSession, fields: ClaimFormData): boolean {
  const answers = mergeAnswers(formData, fields);
  return furthestOf(furthestStep, { ...answers, signature: 'given' }) !== furthestOf(furthestStep, answers);
}

export const assertEditable = (session: StoredSession): void => {
  if (session.completedAt) throw new AppError('SESSION_COMPLETED');
};
