import { checkAuth, logout, viewUserData } from '@redress/contracts';
import {
  editLeft,
  forgetPersonalStorage,
  foundAnonymous,
  getStore,
  signedIn,
  signedOut,
  wizardReset,
} from '@redress/session-store';
import { api, call } from './api.ts';
import type { ApiError } from './call.ts';

/**
 * Ask the server who this is and tell the store: at start, after sign-in, registration, verification.
 * @returns whether somebody is signed in, or the error when the server could not be asked (the store stays as it was)
 */
export async function loadSession(): Promise<{ isAuthenticated: boolean } | { error: ApiError }> {
  const { dispatch } = getStore();
  const auth = await call(checkAuth, undefined);
  if ('error' in auth) return auth;
  if (!auth.data.isAuthenticated) {
    dispatch(foundAnonymous());
    return { isAuthenticated: false };
  }
  const person = await call(viewUserData, undefined);
  if ('error' in person) {
    if (person.error.code !== 'NOT_SIGNED_IN') return person;
    dispatch(foundAnonymous());
    return { isAuthenticated: false };
  }
  dispatch(signedIn(person.data.user_data));
  return { isAuthenticated: true };
}

/** Sign out; answers kept for one person are thrown away before the next may look. */
export async function signOut(): Promise<{ error?: ApiError }> {
  const result = await call(logout, undefined);
  if ('error' in result) return result;
  const { dispatch } = getStore();
  dispatch(api.util.resetApiState());
  dispatch(signedOut());
  dispatch(editLeft());
  dispatch(wizardReset());
  forgetPersonalStorage();
  return {};
}
