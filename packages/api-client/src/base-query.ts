import { csrfToken, isEffect, type AnswerOf, type Endpoint } from '@redress/contracts';
import { getStore, selectOwner, sessionEnded } from '@redress/session-store';
import { retry, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { randomHex, sendOnce, type ApiError } from './call.ts';

/** A call by its contract; what `fromEndpoint` hands to the base query. */
export interface ContractCall {
  endpoint: Endpoint;
  /** What a screen passes: the body of a POST, the query of a GET. */
  arg: unknown;
}
interface TracedCall extends ContractCall {
  trace: string;
}

/** The waits are RTK Query's: 240 to 840 ms, then twice that; random, so that tabs which lost the server together do not retry together. */
const MOST_RETRIES = 2;

const canHelp = ({ code, status, retryAfterSeconds }: ApiError) =>
  code === 'OFFLINE' || (status >= 500 && code !== 'NOT_IMPLEMENTED' && retryAfterSeconds === undefined);

/** A proxy answers 502 for a process that ended. Where nothing answers, a person is told at once. */
const mayRepeat = (endpoint: Endpoint, { status }: ApiError) =>
  !isEffect(endpoint) || (endpoint.repeatable === true && status >= 500);

const sendByContract: BaseQueryFn<TracedCall, unknown, ApiError> = ({ endpoint, arg, trace }, { signal }) =>
  sendOnce(endpoint, arg as Record<string, unknown>, {
    cancelled: signal,
    account: selectOwner(getStore().getState()),
    trace,
  });

/**
 * Reads are asked again when that can help; effects never are, whether they are called a query or a mutation, but for those
 * whose contract says that it is safe: who signs in need not press again because a process ended.
 */
const sendAndRetry = retry(sendByContract, {
  retryCondition: (error, { endpoint }, { attempt }) =>
    attempt <= MOST_RETRIES && canHelp(error as ApiError) && mayRepeat(endpoint, error as ApiError),
});

let token: string | null = null;

const isLeaving = () => getStore().getState().session.status === 'leaving';
/** Cancelled, or not sent because the page is being left. */
const UNANSWERED = { error: { code: 'OFFLINE', message: '', status: 0 } } satisfies { error: ApiError };

/**
 * The one way to the server: RTK Query's base query, and `call` for what is no query.
 * Adds the CSRF token where the contract asks for one (fresh after each use; once more when it was refused),
 * and updates the store when the session has ended. Sends nothing from a document that another account has taken over.
 * Never throws.
 */
export const baseQuery: BaseQueryFn<ContractCall, unknown, ApiError> = async ({ endpoint, arg }, api, options) => {
  const trace = randomHex(16);
  const ask = async (wanted: Endpoint, body: unknown) => {
    try {
      return await sendAndRetry({ endpoint: wanted, arg: body, trace }, api, options);
    } catch (error) {
      // `retry` throws when it is cancelled between two attempts.
      if (api.signal.aborted) return UNANSWERED;
      throw error;
    }
  };
  const send = async () => {
    if (!endpoint.csrf) return ask(endpoint, arg ?? {});
    if (!token) {
      const answer = await ask(csrfToken, {});
      // Parsed by the contract of the call.
      if ('data' in answer) token = (answer.data as AnswerOf<typeof csrfToken>).csrf_token;
    }
    const result = await ask(endpoint, { ...(arg as object | undefined), csrf_token: token ?? 'none' });
    token = null;
    return result;
  };
  if (isLeaving()) return UNANSWERED;
  let result = await send();
  if (result.error?.code === 'CSRF_TOKEN_WRONG') result = await send();
  if (result.error?.code === 'NOT_SIGNED_IN') getStore().dispatch(sessionEnded());
  // The answer speaks of the person before.
  return isLeaving() ? UNANSWERED : result;
};
