import {
  CALL_MS,
  ACCOUNT_HEADER,
  PREVIEW_CALLS,
  PREVIEW_HEADER,
  TIME_ZONE_HEADER,
  type AnswerOf,
  type ClientErrorCode,
  type Endpoint,
  type ErrorCode,
  type RequestOf,
} from '@redress/contracts';
import * as z from 'zod/mini';

/** A refusal, or the lack of an answer, as screens meet it. Told apart by `code`. */
export interface ApiError {
  code: ErrorCode | ClientErrorCode;
  /** The server's sentence; empty when no answer arrived: `errorText` has one for each code. */
  message: string;
  /** Field name to sentence. */
  fields?: Record<string, string>;
  /** HTTP status; 0 when no answer arrived. */
  status: number;
  retryAfterSeconds?: number;
  /** Finds the log line; shown as the reference number. */
  errorId?: string;
  /** The other version, for FORM_CONFLICT and LETTER_CHANGED_ELSEWHERE. */
  other?: unknown;
}

/** A file answer. `fileName` is the server's, or null. */
export interface FileAnswer {
  blob: Blob;
  fileName: string | null;
}

/** What a screen passes; this package adds the CSRF token. */
export type CallOf<E> = RequestOf<E> extends undefined ? void : Omit<RequestOf<E>, 'csrf_token'>;
export type ResultOf<E> = E extends { kind: 'blob' } ? FileAnswer : AnswerOf<E>;
export type CallResult<E> = { data: ResultOf<E> } | { error: ApiError };

interface SendOptions {
  /** Gives the call up, as OFFLINE. */
  cancelled: AbortSignal;
  /** Account the page belongs to (`ACCOUNT_HEADER`). */
  account: string | null;
  /** Id of the trace of what a person did, 32 hex digits: what is sent for it has the same. */
  trace: string;
}

export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The longest wait that is obeyed: a proxy that asks for more would hold back the answers of an hour. */
const LONGEST_RETRY_AFTER_S = 600;
/** Seconds a `Retry-After` header asks for, in either of its forms; a proxy that refuses in our place sends only that. */
function retryAfter(headers: Headers): { retryAfterSeconds?: number } {
  const value = headers.get('retry-after');
  if (value === null) return {};
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds >= 0 && seconds <= LONGEST_RETRY_AFTER_S ? { retryAfterSeconds: seconds } : {};
}

const refusal = (body: unknown, { status, headers }: Response): ApiError => {
  const known = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const later = retryAfter(headers);
  if (typeof known['code'] !== 'string') return { code: 'BAD_ANSWER', message: '', status, ...later };
  return {
    ...later,
    code: known['code'] as ErrorCode,
    message: typeof known['message'] === 'string' ? known['message'] : '',
    status,
    ...(typeof known['errors'] === 'object' && known['errors']
      ? { fields: known['errors'] as Record<string, string> }
      : {}),
    ...(typeof known['errorId'] === 'string' ? { errorId: known['errorId'] } : {}),
    ...(typeof known['retryAfterSeconds'] === 'number' ? { retryAfterSeconds: known['retryAfterSeconds'] } : {}),
    ...('other' in known ? { other: known['other'] } : {}),
  };
};

/** An answer that broke off is not reported as a missing connection. */
const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const fileNameOf = (response: Response): string | null =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;

const requestOf = (
  endpoint: Endpoint,
  arg: Record<string, unknown>,
  { signal, account, trace }: { signal: AbortSignal; account: string | null; trace: string },
): [string, RequestInit] => {
  // As the site has marked the document: another tab may have opened or left a preview since.
  const isPreview = document.documentElement.hasAttribute('data-preview');
  const path = isPreview ? endpoint.path.replace('/api/', PREVIEW_CALLS) : endpoint.path;
  const common = {
    // Random with each act, so that it says nothing of the person; 00: whether it is recorded, the server decides.
    traceparent: `00-${trace}-${randomHex(8)}-00`,
    [PREVIEW_HEADER]: isPreview ? '1' : '0',
    ...(account !== null && {
      [ACCOUNT_HEADER]: account,
      [TIME_ZONE_HEADER]: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  };
  if (endpoint.method === 'GET') {
    const given = Object.entries(arg).filter(([, value]) => value !== undefined && value !== null);
    const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    const url = query ? `${path}?${query}` : path;
    return [url, { method: 'GET', credentials: 'same-origin', headers: common, signal }];
  }
  return [
    path,
    {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', ...common },
      body: JSON.stringify(arg),
      signal,
    },
  ];
};

/**
 * One request by its contract: time limit, checked answer, refusals as values. Never throws.
 * @param arg - the body of a POST, the query of a GET
 */
export async function sendOnce(
  endpoint: Endpoint,
  arg: Record<string, unknown>,
  { cancelled, ...sent }: SendOptions,
): Promise<{ data: unknown } | { error: ApiError }> {
  const limit = AbortSignal.timeout(endpoint.timeoutMs ?? CALL_MS);
  // Safari before 17.4 and Firefox before 124 have no `AbortSignal.any`.
  const ended = new AbortController();
  const end = () => ended.abort();
  limit.addEventListener('abort', end);
  cancelled.addEventListener('abort', end);
  if (cancelled.aborted) end();
  try {
    const [url, init] = requestOf(endpoint, arg, { signal: ended.signal, ...sent });
    const response = await fetch(url, init);
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    // A file may be JSON itself: one that is to be kept says so.
    const isFile = !isJson || response.headers.has('content-disposition');
    if (endpoint.kind === 'blob' && response.ok && isFile) {
      return { data: { blob: await response.blob(), fileName: fileNameOf(response) } satisfies FileAnswer };
    }
    const text = await response.text();
    const body = parsedJson(text);
    const succeeded =
      response.ok && typeof body === 'object' && body !== null && 'success' in body && body.success === true;
    if (!succeeded)
      return { error: text ? refusal(body, response) : { ...refusal(body, response), code: 'EMPTY_ANSWER' } };
    const parsed = z.safeParse(endpoint.answer, body);
    return parsed.success
      ? { data: parsed.data }
      : { error: { code: 'BAD_ANSWER', message: '', status: response.status } };
  } catch {
    return { error: { code: limit.aborted ? 'TIMED_OUT' : 'OFFLINE', message: '', status: 0 } };
  } finally {
    cancelled.removeEventListener('abort', end);
  }
}
