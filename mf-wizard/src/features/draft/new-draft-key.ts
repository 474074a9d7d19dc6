import { draftNamed, getStore } from '@redress/session-store';
import { newDraftKey } from './unsaved-answers.ts';

/** Names the draft of this tab while the server has not made it; the same after a reload. */
export function currentNewDraftKey(): string {
  const { dispatch, getState } = getStore();
  const known = getState().claim.newDraft;
  if (known) return newDraftKey(known);
  const made = crypto.randomUUID();
  dispatch(draftNamed(made));
  return newDraftKey(made);
}
