/** Whether a browser is really editing a finished session. Specification, section 4 (Edit mode). */
import { isId24 } from '../fields/formats.ts';

/** What session storage, or the wizard's state, holds of an edit. */
export interface EditSession {
  readonly isEditMode: boolean;
  readonly originalSessionId: string | null;
  readonly editSessionId: string | null;
}

/**
 * Valid only when storage holds the flag and both ids, both have 24 hex characters, and they match the state.
 * Otherwise edit mode is reset: step 1, no data, storage cleared.
 * @param state - `null` while it is restored from storage on page load
 */
export const isEditSessionValid = (stored: EditSession, state: EditSession | null): boolean =>
  stored.isEditMode &&
  isId24(stored.originalSessionId) &&
  isId24(stored.editSessionId) &&
  (state === null ||
    (state.isEditMode &&
      state.originalSessionId === stored.originalSessionId &&
      state.editSessionId === stored.editSessionId));
