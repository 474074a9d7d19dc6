import {
  REFUSALS,
  releaseEndpoints,
  SESSION_HEADER,
  type Finding,
  type RefusalCode,
  type ReleaseAnswerOf,
  type ReleaseEndpoint,
  type ReleaseEndpointName,
  type ReleaseEndpoints,
  type ReleaseRequestOf,
} from '@redress/contracts/release-api';
import { ReleaseRefusal } from './refusal.ts';

export type ReleaseRequest<N extends ReleaseEndpointName> = ReleaseRequestOf<ReleaseEndpoints[N]>;
export type ReleaseAnswer<N extends ReleaseEndpointName> = ReleaseAnswerOf<ReleaseEndpoints[N]>;

/** Makes one call of the contract. @throws {ReleaseRefusal} also `UNREACHABLE` when no answer came */
export type ReleaseCall = <N extends ReleaseEndpointName>(
  name: N,
  request: ReleaseRequest<N>,
) => Promise<ReleaseAnswer<N>>;

/**
 * The release API over HTTP, for browsers and Node alike. `baseUrl`: of the console; empty on its own page. `token`: `null` on
 * the console's own page for the session of the browser.
 */
export function releaseClient({
  baseUrl,
  token,
  timeoutMs,
}: {
  baseUrl: string;
  token: string | null;
  timeoutMs: number;
}): ReleaseCall {
  return async (name, request) => {
    const endpoint: ReleaseEndpoint = releaseEndpoints[name];
    const { method, path, sends } = endpoint;
    let answer: Response;
    try {
      answer = await fetch(`${baseUrl}${path}${method === 'GET' ? queryOf(request) : ''}`, {
        method,
        headers: {
          ...(token === null ? { [SESSION_HEADER]: '1' } : { authorization: `Bearer ${token}` }),
          ...(method === 'GET'
            ? {}
            : { 'content-type': sends === 'bytes' ? 'application/octet-stream' : 'application/json' }),
        },
        ...(method === 'GET' ? {} : { body: sends === 'bytes' ? (request as BodyInit) : JSON.stringify(request) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
    } catch (error) {
      throw new ReleaseRefusal('UNREACHABLE', `The release service does not answer: ${(error as Error).message}`);
    }
    const body: unknown = await answer.json().catch(() => undefined);
    if (answer.ok) {
      if (typeof body === 'object') return body as ReleaseAnswer<typeof name>;
      // Cut on its way, or given by something that stands before the service.
      throw new ReleaseRefusal('UNREACHABLE', 'What answered is not the release service, or its answer was cut.');
    }
    const { code = '', message, findings } = (body ?? {}) as { code?: string; message?: string; findings?: Finding[] };
    throw new ReleaseRefusal(
      Object.hasOwn(REFUSALS, code) ? (code as RefusalCode) : 'FAILED',
      message ?? `The release service answered ${answer.status}.`,
      findings,
    );
  };
}

function queryOf(values: object): string {
  const given = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
