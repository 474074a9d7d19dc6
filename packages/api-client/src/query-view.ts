import type { ApiError } from './call.ts';

/** What a list shows: a query that has answered once shows that answer while it asks again. */
export const queryStatus = (query: {
  isLoading: boolean;
  error?: unknown;
  data?: unknown;
}): 'loading' | 'error' | 'ready' => {
  if (query.data === undefined && query.error) return 'error';
  return query.isLoading || query.data === undefined ? 'loading' : 'ready';
};

/** Sentences of a list that could not be shown (specification, section 8); each remote has its own. */
export interface ListErrorTexts {
  emptyAnswer: string;
  badJson: string;
  connection: (reason: string) => string;
  error: string;
}

/** Why a list could not be shown, with the reference that finds the log line. */
export function queryError(error: unknown, texts: ListErrorTexts): { text: string; reference?: string } | undefined {
  if (!error) return undefined;
  const { code, message, errorId } = error as ApiError; // the only error type of the API's base query
  const text =
    message ||
    (code === 'BAD_ANSWER' && texts.badJson) ||
    (code === 'EMPTY_ANSWER' && texts.emptyAnswer) ||
    (code === 'OFFLINE' && texts.connection('offline')) ||
    (code === 'TIMED_OUT' && texts.connection('no answer in time')) ||
    texts.error;
  return { text, ...(errorId ? { reference: errorId } : {}) };
}
