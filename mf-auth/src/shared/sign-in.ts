import { loadSession, type ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import { getStore, selectClaimId } from '@redress/session-store';
import { signInEndpoints } from './sign-in.api.ts';

/** What a sign-in attempt came to. */
export type SignInResult = { outcome: 'signed-in' } | { outcome: 'verify' } | { outcome: 'refused'; error: ApiError };

interface Credentials {
  email: string;
  password: string;
}

/** The draft of this browser goes along, so that the account adopts it. */
const withDraft = <Body extends object>(body: Body): Body & { form_session_id?: string } => {
  const draft = selectClaimId(getStore().getState());
  return draft && /^[0-9a-f]{24}$/.test(draft) ? { ...body, form_session_id: draft } : body;
};

/** After the server accepted: the session is loaded into the store before the screen changes. */
async function enter(): Promise<SignInResult> {
  const session = await loadSession();
  if ('error' in session) return { outcome: 'refused', error: session.error };
  return { outcome: 'signed-in' };
}

export async function signIn({ email, password }: Credentials): Promise<SignInResult> {
  const result = await send(signInEndpoints.login, withDraft({ email, password }));
  if ('error' in result) return { outcome: 'refused', error: result.error };
  return result.data.requires_verification ? { outcome: 'verify' } : enter();
}

export async function signUp({ email, password }: Credentials): Promise<SignInResult> {
  const result = await send(signInEndpoints.register, withDraft({ email, password }));
  if ('error' in result) return { outcome: 'refused', error: result.error };
  return result.data.requires_verification ? { outcome: 'verify' } : enter();
}

export async function verify(email: string, code: string): Promise<SignInResult> {
  const result = await send(signInEndpoints.verifyEmail, withDraft({ email, verification_code: code }));
  return 'error' in result ? { outcome: 'refused', error: result.error } : enter();
}

export async function resend(email: string): Promise<ApiError | null> {
  const result = await send(signInEndpoints.resendCode, { email });
  return 'error' in result ? result.error : null;
}
