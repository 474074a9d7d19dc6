/**
 * Mutations sent from code outside of a component, or whose result a handler waits for. Separate package entry: it is
 * bundled with the remote that uses it, so that the remote needs no new name of the shell's api-client (decision 0107).
 */
import { getStore } from '@redress/session-store';
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ApiError } from './call.ts';

type Ended<Data> = { data?: Data | undefined; error?: unknown };
type Started<Data> = PromiseLike<Ended<Data>> & { abort(): void };

/** A mutation among `api.injectEndpoints(…).endpoints`. A read that must be fresh each time is declared as one too. */
interface Mutation<Arg, Data> {
  initiate(arg: Arg, options: { track: false }): ThunkAction<Started<Data>, unknown, unknown, UnknownAction>;
}

const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'code' in error && 'status' in error;

/** Cancelled, or not sent because the page is being left. */
const UNANSWERED: ApiError = { code: 'OFFLINE', message: '', status: 0 };

/**
 * The result of a mutation: the answer, or a refusal with its code. Never throws.
 * @example const result = await ended(login({ email, password })); // from useLoginMutation
 */
export async function ended<Data>(started: PromiseLike<Ended<Data>>): Promise<{ data: Data } | { error: ApiError }> {
  const { data, error } = await started;
  if (data !== undefined && error === undefined) return { data };
  return { error: isApiError(error) ? error : UNANSWERED };
}

/**
 * Sends a mutation from outside of a component. Its tags are invalidated as usual; its answer is not kept in the store.
 * @param cancelled - cancels the call, which then results in OFFLINE
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
