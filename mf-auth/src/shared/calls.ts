import { api, fromEndpoint, loadSession, type ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import {
  checkEmail,
  checkSessionCode,
  googleLink,
  login,
  register,
  requestPasswordReset,
  resendCode,
  resetPassword,
  verifyEmail,
  verifyResetCode,
} from '@redress/contracts';
import { getStore, selectClaimId } from '@redress/session-store';

export { loadSession };
export * as schemas from './schemas.ts';

/** No tags: `loadSession` and `leaveAccount` decide what is kept of the person before. */
const { endpoints } = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    login: build.mutation(fromEndpoint(login)),
    register: build.mutation(fromEndpoint(register)),
    verifyEmail: build.mutation(fromEndpoint(verifyEmail)),
    resendCode: build.mutation(fromEndpoint(resendCode)),
    checkEmail: build.mutation(fromEndpoint(checkEmail)),
    checkSessionCode: build.mutation(fromEndpoint(checkSessionCode)),
    googleLink: build.mutation(fromEndpoint(googleLink)),
    requestPasswordReset: build.mutation(fromEndpoint(requestPasswordReset)),
    verifyResetCode: build.mutation(fromEndpoint(verifyResetCode)),
    resetPassword: build.mutation(fromEndpoint(resetPassword)),
  }),
});

/** What a sign-in attempt came to. */
type SignInResult = { outcome: 'signed-in' | 'verify' } | { error: ApiError };

interface Credentials {
  email: string;
  password: string;
}

/** The draft of this browser goes along, so that the account adopts it. */
const withDraft = <Body extends object>(body: Body): Body & { form_session_id?: string } => {
  const draft = selectClaimId(getStore().getState());
  return draft && /^[0-9a-f]{24}$/.test(draft) ? { ...body, form_session_id: draft } : body;
};

/** Result of a sign-in that the server accepted: the session is loaded into the store before the screen changes. */
async function enter(): Promise<SignInResult> {
  const session = await loadSession();
  return 'error' in session ? session : { outcome: 'signed-in' };
}

export async function signIn({ email, password }: Credentials): Promise<SignInResult> {
  const result = await send(endpoints.login, withDraft({ email, password }));
  if ('error' in result) return result;
  return result.data.requires_verification ? { outcome: 'verify' } : enter();
}

export async function signUp({ email, password }: Credentials): Promise<SignInResult> {
  const result = await send(endpoints.register, withDraft({ email, password }));
  if ('error' in result) return result;
  return result.data.requires_verification ? { outcome: 'verify' } : enter();
}

export async function verify(email: string, code: string): Promise<SignInResult> {
  const result = await send(endpoints.verifyEmail, withDraft({ email, verification_code: code }));
  return 'error' in result ? result : enter();
}

export const resend = (email: string) => send(endpoints.resendCode, { email });
export const findAccount = (email: string) => send(endpoints.checkEmail, { email });
export const askForPendingCode = () => send(endpoints.checkSessionCode, undefined);
export const linkGoogle = (password: string) => send(endpoints.googleLink, { password });
export const mailResetCode = (email: string) => send(endpoints.requestPasswordReset, { email });
export const checkResetCode = (email: string, code: string) => send(endpoints.verifyResetCode, { email, code });
export const setPassword = (email: string, code: string, newPassword: string) =>
  send(endpoints.resetPassword, { email, code, newPassword });
