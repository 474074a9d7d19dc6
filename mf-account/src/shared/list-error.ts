import type { ApiError } from '@redress/api-client';
import { account } from '@redress/copy/account';

/** Why a list could not be shown (specification, section 8). */
export function listErrorText({ code, message }: ApiError): string {
  if (message) return message;
  if (code === 'BAD_ANSWER') return account.list.badJson;
  if (code === 'OFFLINE' || code === 'TIMED_OUT')
    return account.list.connection(code === 'OFFLINE' ? 'offline' : 'no answer in time');
  return account.list.error;
}

/** What `DataTable` shows for a query. */
export const listStatus = (query: {
  isLoading: boolean;
  error?: unknown;
  data?: unknown;
}): 'loading' | 'error' | 'ready' => {
  if (query.data === undefined && query.error) return 'error';
  return query.isLoading || query.data === undefined ? 'loading' : 'ready';
};

export const listError = (error: unknown): { text: string; reference?: string } | undefined => {
  if (!error) return undefined;
  const known = error as ApiError; // the only error type of the API's base query
  return { text: listErrorText(known), ...(known.errorId ? { reference: known.errorId } : {}) };
};
