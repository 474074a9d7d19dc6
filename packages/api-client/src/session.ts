import { checkAuth, logout, viewUserData } from '@redress/contracts';
import {
  foundAnonymous,
  getStore,
  personLeft,
  selectOwner,
  signedIn,
  signedOut,
  tabForgotten,
} from '@redress/session-store';
import { api, fromEndpoint } from './api.ts';
import type { ApiError } from './call.ts';
import { send } from './send.ts';

/** Who this is is asked anew each time: an answer under way may be from before a sign-in. */
const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    checkAuth: build.mutation(fromEndpoint(checkAuth)),
    viewUserData: build.mutation(fromEndpoint(viewUserData)),
    logout: build.mutation(fromEndpoint(logout)),
  }),
});

/**
 * The visitor is anonymous. Data that an earlier document of this tab kept for an account is removed; when this document
 * already shows some of that data (the answer came late), the document is left.
 */
function enterAnonymous(): { isAuthenticated: false } {
  const { getState, dispatch } = getStore();
  const { session, wizard } = getState();
  const wasOwned = session.status === 'unknown' && selectOwner(getState()) !== null;
  if (wasOwned) dispatch(tabForgotten());
  dispatch(wasOwned && (wizard.formSessionId !== null || wizard.formChanged) ? personLeft() : foundAnonymous());
  return { isAuthenticated: false };
}

/**
 * Asks the server who this is and updates the store: at start, after sign-in, registration, verification. When the page
 * belongs to another account than the one signed in, the document is left (`leaving`).
 * @returns whether somebody is signed in, or the error when the server could not be asked (the store stays as it was)
 */
export async function loadSession(): Promise<{ isAuthenticated: boolean } | { error: ApiError }> {
  const { dispatch, getState } = getStore();
  const auth = await send(endpoints.checkAuth, undefined);
  if ('error' in auth) return auth;
  if (!auth.data.isAuthenticated) return enterAnonymous();
  const person = await send(endpoints.viewUserData, undefined);
  if ('error' in person) return person.error.code === 'NOT_SIGNED_IN' ? enterAnonymous() : person;
  const user = person.data.user_data;
  const owner = selectOwner(getState());
  if (owner !== null && owner !== user.user_id) dispatch(tabForgotten());
  dispatch(signedIn(user));
  return { isAuthenticated: true };
}

/** The account of this page is signed out or deleted: what is kept for it is thrown away before the next may look. */
export function leaveAccount(): void {
  const { dispatch } = getStore();
  dispatch(api.util.resetApiState());
  dispatch(signedOut());
}

export async function signOut(): Promise<{ error?: ApiError }> {
  const result = await send(endpoints.logout, undefined);
  if ('error' in result) return result;
  leaveAccount();
  return {};
}
