import { csrfToken, type Endpoint } from '@redress/contracts';
import { getStore, injectMiddleware, injectSlice, selectOwner, sessionEnded } from '@redress/session-store';
import { buildCreateApi, coreModule, fakeBaseQuery, reactHooksModule } from '@reduxjs/toolkit/query/react';
import { sendOnce, type ApiError, type CallOf, type CallResult } from './call.ts';

const createApi = buildCreateApi(coreModule(), reactHooksModule());

/** What an answer speaks of; an effect on it makes the answers ask again. */
const TAGS = [
  'Session',
  'FormSession',
  'Sessions',
  'Letter',
  'Letters',
  'Order',
  'Payments',
  'Documents',
  'Alerts',
  'Settings',
  'Devices',
] as const;

/** The one RTK Query API of the page; features inject their endpoints (`fromEndpoint`) beside the code that uses them. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<ApiError>(),
  tagTypes: TAGS,
  endpoints: () => ({}),
});

/** Puts the API's reducer and middleware into the store; the shell calls it once, tests after `resetStore`. */
export const startApi = (): void => {
  injectSlice({ reducerPath: api.reducerPath, reducer: api.reducer });
  injectMiddleware(api.middleware);
};

let token: string | null = null;

async function currentToken(): Promise<string | null> {
  if (token) return token;
  const result = await sendOnce(csrfToken, {});
  token = 'data' in result ? result.data.csrf_token : null;
  return token;
}

const isLeaving = () => getStore().getState().session.status === 'leaving';
const LEAVING = { error: { code: 'OFFLINE', message: '', status: 0 } } satisfies { error: ApiError };

/**
 * One call outside the cache: effects with a flow of their own (autosave, payment) and files, which do not belong in a store.
 * Adds the CSRF token where the contract asks for one (fresh after each use; once more when it was refused),
 * and updates the store when the session has ended. Sends nothing from a document that another account has taken over.
 * Never throws.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  arg: CallOf<E>,
  cancelled?: AbortSignal,
): Promise<CallResult<E>> {
  const send = async () => {
    const body = { ...(arg as Record<string, unknown> | undefined) };
    if (endpoint.csrf) body['csrf_token'] = (await currentToken()) ?? 'none';
    const result = await sendOnce(endpoint, body, { cancelled, account: selectOwner(getStore().getState()) });
    if (endpoint.csrf) token = null;
    return result;
  };
  if (isLeaving()) return LEAVING;
  let result = await send();
  if ('error' in result && result.error.code === 'CSRF_TOKEN_WRONG') result = await send();
  if ('error' in result && result.error.code === 'NOT_SIGNED_IN') getStore().dispatch(sessionEnded());
  // The answer speaks of the person before.
  return isLeaving() ? LEAVING : result;
}

/**
 * An RTK Query endpoint from a contract: path, types and checks come from there.
 * @example build.query({ ...fromEndpoint(checkCoupon), keepUnusedDataFor: 0 })
 */
export const fromEndpoint = <E extends Endpoint>(endpoint: E) => ({
  queryFn: (arg: CallOf<E>, { signal }: { signal: AbortSignal }): Promise<CallResult<E>> => call(endpoint, arg, signal),
});
