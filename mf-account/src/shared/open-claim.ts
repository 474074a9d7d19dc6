import type { ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import { claimLeft, claimOpened, editOpened, getStore } from '@redress/session-store';
import { openClaimEndpoints } from './open-claim.api.ts';

/** Puts a draft into the wizard, which then shows the screen its answers lead to. @returns the error, or null */
export async function openDraft(formSessionId: string): Promise<ApiError | null> {
  const result = await send(openClaimEndpoints.openClaim, { form_session_id: formSessionId });
  if ('error' in result) return result.error;
  if (!result.data.session) return { code: 'NOT_FOUND', message: '', status: 404 };
  getStore().dispatch(claimOpened({ session: result.data.session, resume: true }));
  return null;
}

/** Opens a paid claim in edit mode; an edit session that is already open is continued. @returns the error, or null */
export async function editClaim(originalSessionId: string): Promise<ApiError | null> {
  const result = await send(openClaimEndpoints.createEditSession, { original_session_id: originalSessionId });
  if ('error' in result) return result.error;
  const editSessionId = result.data.existing_edit_session_id ?? result.data.data.edit_session_id;
  const opened = await send(openClaimEndpoints.openClaim, { form_session_id: editSessionId });
  if ('error' in opened) return opened.error;
  if (!opened.data.session) return { code: 'NOT_FOUND', message: '', status: 404 };
  getStore().dispatch(editOpened({ originalSessionId, editSessionId }));
  getStore().dispatch(claimOpened({ session: opened.data.session, resume: true }));
  return null;
}

/** An empty wizard; the draft there was stays on the dashboard. */
export async function startNewClaim(): Promise<void> {
  // A failure leaves a draft linked: the next save makes a new one anyway.
  await send(openClaimEndpoints.clearSessionForm, undefined);
  getStore().dispatch(claimLeft());
}
