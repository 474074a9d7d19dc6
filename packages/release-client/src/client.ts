import {
  CONSOLE_VERSION_HEADER,
  releaseEndpoints,
  SESSION_HEADER,
  type ReleaseAnswerOf,
  type ReleaseEndpointName,
  type ReleaseEndpoints,
  type ReleaseRequestOf,
} from '@redress/contracts/release-api';
import { askRelease } from './ask.ts';
import { ReleaseRefusal } from './refusal.ts';

export type ReleaseRequest<N extends ReleaseEndpointName> = ReleaseRequestOf<ReleaseEndpoints[N]>;
export type ReleaseAnswer<N extends ReleaseEndpointName> = ReleaseAnswerOf<ReleaseEndpoints[N]>;

/** Makes one call of the contract. @throws {ReleaseRefusal} also `UNREACHABLE` when no answer came, and `CONSOLE_CHANGED` */
export type ReleaseCall = <N extends ReleaseEndpointName>(
  name: N,
  request: ReleaseRequest<N>,
) => Promise<ReleaseAnswer<N>>;

/**
 * The release API over HTTP, for browsers and Node alike. `baseUrl`: of the console; empty on its own page. `token`: `null` on
 * the console's own page for the session of the browser. `version`: of the page, whose acts are done by any version of the service, while
 * what is read is shown as one version of it answers.
 */
export function releaseClient({
  token,
  version,
  ...place
}: {
  baseUrl: string;
  token: string | null;
  timeoutMs: number;
  version?: string | undefined;
}): ReleaseCall {
  const credentials: Record<string, string> =
    token === null ? { [SESSION_HEADER]: '1' } : { authorization: `Bearer ${token}` };
  const check = (headers: Headers) => {
    const served = headers.get(CONSOLE_VERSION_HEADER);
    if (version !== undefined && served !== null && served !== version)
      throw new ReleaseRefusal('CONSOLE_CHANGED', 'A new version of this console is out.');
  };
  return async (name, request) => {
    const endpoint = releaseEndpoints[name];
    const isRead = endpoint.method === 'GET' || name === 'dryRun';
    const asking = { ...place, credentials, ...(isRead && { check }) };
    // The service answers by the contract of the call.
    return (await askRelease(asking, endpoint, request)) as ReleaseAnswer<typeof name>;
  };
}
