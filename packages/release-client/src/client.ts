import {
  releaseEndpoints,
  SESSION_HEADER,
  type ReleaseAnswerOf,
  type ReleaseEndpointName,
  type ReleaseEndpoints,
  type ReleaseRequestOf,
} from '@redress/contracts/release-api';
import { askRelease } from './ask.ts';

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
  token,
  ...place
}: {
  baseUrl: string;
  token: string | null;
  timeoutMs: number;
}): ReleaseCall {
  const credentials: Record<string, string> =
    token === null ? { [SESSION_HEADER]: '1' } : { authorization: `Bearer ${token}` };
  return async (name, request) =>
    // The service answers by the contract of the call.
    (await askRelease({ ...place, credentials }, releaseEndpoints[name], request)) as ReleaseAnswer<typeof name>;
}
