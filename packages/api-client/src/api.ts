import type { Endpoint } from '@redress/contracts';
import { getStore, injectMiddleware, injectSlice } from '@redress/session-store';
import { buildCreateApi, coreModule, reactHooksModule } from '@reduxjs/toolkit/query/react';
import { baseQuery, type ContractCall } from './base-query.ts';
import type { CallOf, CallResult, ResultOf } from './call.ts';

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
  baseQuery,
  tagTypes: TAGS,
  endpoints: () => ({}),
});

/** Puts the API's reducer and middleware into the store; the shell calls it once, tests after `resetStore`. */
export const startApi = (): void => {
  injectSlice({ reducerPath: api.reducerPath, reducer: api.reducer });
  injectMiddleware(api.middleware);
};

const NEVER = new AbortController().signal;

/**
 * One call outside of RTK Query: autosave and payment, whose flows are state machines of their own, and files, which do
 * not belong in a store. Never throws.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  arg: CallOf<E>,
  cancelled: AbortSignal = NEVER,
): Promise<CallResult<E>> {
  const { dispatch, getState } = getStore();
  const asked = { signal: cancelled, abort: () => undefined, dispatch, getState, extra: undefined } as const;
  // The answer was parsed by this endpoint's own schema.
  return (await baseQuery(
    { endpoint, arg },
    { ...asked, endpoint: endpoint.path, type: 'query' },
    {},
  )) as CallResult<E>;
}

/** `transformResponse` is never there; it tells RTK Query the type of the answer. */
interface FromEndpoint<E> {
  query(arg: CallOf<E>): ContractCall;
  transformResponse?(answer: ResultOf<E>): ResultOf<E>;
}

/**
 * An RTK Query endpoint from a contract: path, types and checks come from there.
 * @example build.query({ ...fromEndpoint(checkCoupon), keepUnusedDataFor: 0 })
 */
export const fromEndpoint = <E extends Endpoint>(endpoint: E): FromEndpoint<E> => ({
  query: (arg) => ({ endpoint, arg }),
});
