/**
 * A mutation of the API from a flow that is no component, or that waits for its end. Separate package entry: it is built
 * into the remote that uses it, so that a remote of today asks nothing new of the shell beside it.
 */
import { getStore } from '@redress/session-store';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ApiError } from './call.ts';

type Ended<Data> = { data?: Data | undefined; error?: unknown };
type Started<Data> = PromiseLike<Ended<Data>> & { abort(): void };

/** Of `api.injectEndpoints(…).endpoints`: a mutation. What is asked anew each time and kept nowhere is one too. */
interface Mutation<Arg, Data> {
  initiate(arg: Arg, options: { track: false }): ThunkAction<Started<Data>, unknown, unknown, UnknownAction>;
}

const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'code' in error && 'status' in error;

/** Given up, or the page belongs to nobody any more: no answer arrived. */
const UNANSWERED: ApiError = { code: 'OFFLINE', message: '', status: 0 };

/**
 * How a mutation ended, as a screen tells it apart: the answer, or a refusal with its code. Never throws.
 * @example const result = await ended(login({ email, password })); // from useLoginMutation
 */
export async function ended<Data>(started: PromiseLike<Ended<Data>>): Promise<{ data: Data } | { error: ApiError }> {
  const { data, error } = await started;
  if (data !== undefined && error === undefined) return { data };
  return { error: isApiError(error) ? error : UNANSWERED };
}

/**
 * Sends a mutation from outside of a component. Its tags count as everywhere; its answer is kept by nobody but the caller.
 * @param cancelled - gives the call up, as OFFLINE
 */
export function send<Arg, Data>(
  { initiate }: Mutation<Arg, Data>,
  arg: Arg,
  cancelled?: AbortSignal,
): Promise<{ data: Data } | { error: ApiError }> {
  const started = getStore().dispatch(initiate(arg, { track: false }));
  cancelled?.addEventListener('abort', () => started.abort());
  return ended(started);
}
