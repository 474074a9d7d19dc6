import type { ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import { Demand } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import {
  claimNamed,
  getStore,
  letterUpdated,
  selectClaimId,
  selectEdit,
  selectIsEditBroken,
} from '@redress/session-store';
import * as z from 'zod/mini';
import { resultEndpoints } from './result.api.ts';

export type LoadedLetter =
  | { kind: 'letter'; demand: Demand }
  | { kind: 'updated'; text: string; originalSessionId: string; editSessionId: string }
  | { kind: 'go'; path: '/' | '/dashboard' }
  /** `passing`: no answer, or one that names a time: what was asked for is asked again by itself. */
  | { kind: 'error'; message: string; passing: ApiError | null };

const storedSession = (): { form_session_id?: string } => {
  // A mail names its claim; whose it is the server says.
  const id = new URLSearchParams(location.search).get('claim') ?? selectClaimId(getStore().getState());
  return id && /^[0-9a-f]{24}$/.test(id) ? { form_session_id: id } : {};
};

const failed = (error: ApiError, fallback: string): LoadedLetter & { kind: 'error' } => ({
  kind: 'error',
  passing: error.status === 0 || error.retryAfterSeconds !== undefined ? error : null,
  message: error.message || (error.status === 0 ? letters.result.noConnection : fallback),
});

/** The letter of the claim this tab holds, else of the one paid last: looked for first, made only when there is none. */
async function loadLetter(): Promise<LoadedLetter> {
  const access = await send(resultEndpoints.findAccess, storedSession());
  if ('error' in access) return failed(access.error, letters.result.generateFailed);
  if (!access.data.hasAccess) return { kind: 'go', path: '/' };
  const session = access.data.form_session_id ? { form_session_id: access.data.form_session_id } : {};
  if (access.data.form_session_id) getStore().dispatch(claimNamed(access.data.form_session_id));

  const existing = await send(resultEndpoints.findLetter, session);
  if ('data' in existing && existing.data.has_existing_demand) {
    const whole = z.safeParse(Demand, existing.data);
    if (whole.success) return { kind: 'letter', demand: whole.data };
  }
  const made = await send(resultEndpoints.readLetter, session);
  if ('data' in made) return { kind: 'letter', demand: made.data };
  return failed(made.error, letters.result.generateFailed);
}

/** Edit mode: the letter the order screen left in storage; made again when it is not there. */
async function loadUpdated(pair: { originalSessionId: string; editSessionId: string }): Promise<LoadedLetter> {
  const stored = getStore().getState().claim.updatedLetter;
  if (stored) return { kind: 'updated', text: stored, ...pair };
  const result = await send(resultEndpoints.readUpdatedLetter, {
    edit_session_id: pair.editSessionId,
    original_session_id: pair.originalSessionId,
    form_data: getStore().getState().wizard.formData,
  });
  // An update is a new version each time: only a person asks for it again.
  if ('error' in result) return { ...failed(result.error, letters.result.cannotShowUpdated), passing: null };
  getStore().dispatch(letterUpdated(result.data.data.demand_letter));
  return { kind: 'updated', text: result.data.data.demand_letter, ...pair };
}

export async function loadResult(): Promise<LoadedLetter> {
  const { dispatch, getState } = getStore();
  if (selectIsEditBroken(getState())) {
    dispatch(claimNamed(selectClaimId(getState())));
    return { kind: 'go', path: '/dashboard' };
  }
  const edit = selectEdit(getState());
  return edit ? loadUpdated(edit) : loadLetter();
}
