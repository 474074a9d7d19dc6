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
  | { kind: 'error'; message: string };

const storedSession = (): { form_session_id?: string } => {
  // A mail names its claim; whose it is the server says.
  const id = new URLSearchParams(location.search).get('claim') ?? selectClaimId(getStore().getState());
  return id && /^[0-9a-f]{24}$/.test(id) ? { form_session_id: id } : {};
};

const message = (given: string, status: number, fallback: string) =>
  given || (status === 0 ? letters.result.noConnection : fallback);

/** The letter of the claim this tab holds, else of the one paid last: looked for first, made only when there is none. */
async function loadLetter(): Promise<LoadedLetter> {
  const access = await send(resultEndpoints.findAccess, storedSession());
  if ('error' in access || !access.data.hasAccess) return { kind: 'go', path: '/' };
  const session = access.data.form_session_id ? { form_session_id: access.data.form_session_id } : {};
  if (access.data.form_session_id) getStore().dispatch(claimNamed(access.data.form_session_id));

  const existing = await send(resultEndpoints.findLetter, session);
  if ('data' in existing && existing.data.has_existing_demand) {
    const whole = z.safeParse(Demand, existing.data);
    if (whole.success) return { kind: 'letter', demand: whole.data };
  }
  const made = await send(resultEndpoints.readLetter, session);
  if ('data' in made) return { kind: 'letter', demand: made.data };
  return { kind: 'error', message: message(made.error.message, made.error.status, letters.result.generateFailed) };
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
  if ('error' in result) {
    return {
      kind: 'error',
      message: message(result.error.message, result.error.status, letters.result.cannotShowUpdated),
    };
  }
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
