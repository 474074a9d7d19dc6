import { AppError } from '@redress/contracts';
import { readAtMost } from '@redress/server/read-at-most';
import { tracedFetch } from '@redress/telemetry/server';

export interface CarrierCall {
  method: string;
  headers?: Record<string, string>;
  body?: FormData | string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** A letter with all its scans is some ten kB. */
const MAX_BYTES = 1_000_000;

const down = (provider: string, reason: string, status: number, cause?: unknown) =>
  new AppError('PROVIDER_DOWN', {
    details: { provider, reason, status },
    ...(cause === undefined ? {} : { cause }),
  });

/** Of an answer that may have been any: whether the work was done is not known. */
export const notUnderstood = (provider: string, cause?: unknown) => down(provider, 'answer not understood', 200, cause);

/**
 * One call of a carrier that speaks HTTP, with the failures of the port.
 * @param codeOf - the carrier's code in the text of a refusal
 * @returns the text of the answer; `null` for what is not there
 */
export async function askCarrier(
  provider: string,
  url: string,
  call: CarrierCall,
  codeOf: (text: string) => unknown,
): Promise<string | null> {
  const { timeoutMs = TIMEOUT_MS, ...init } = call;
  let response: Response;
  let text: string;
  try {
    response = await tracedFetch(provider, url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    text = (await readAtMost(response, MAX_BYTES)).toString();
  } catch (cause) {
    throw down(provider, 'unreachable', 0, cause);
  }
  const { status } = response;
  if (status === 404) return null;
  if (response.ok) return text;
  // 409: the same key is being worked on; 429 and 5xx pass. Everything else will be refused again.
  if (status >= 500 || [401, 403, 408, 409, 429].includes(status)) throw down(provider, `status ${status}`, status);
  const code = codeOf(text);
  throw new AppError('VALIDATION_FAILED', {
    details: { reason: 'refused', provider, status, providerCode: typeof code === 'string' ? code : null },
  });
}
