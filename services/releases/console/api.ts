import { isReleaseRefusal, type ReleaseCall } from '@redress/release-client';
import { releaseClient } from '@redress/release-client/client';

const TIMEOUT_MS = 10_000;

/**
 * Every call of the release API with one person's token; with `null` by the session of this browser.
 * @param onEnded - told when the token or the session is not known any more
 */
export function releaseApi(token: string | null, onEnded: () => void = () => {}): ReleaseCall {
  const call = releaseClient({ baseUrl: '', token, timeoutMs: TIMEOUT_MS });
  return async (name, request) => {
    try {
      return await call(name, request);
    } catch (error) {
      if (isReleaseRefusal(error) && error.code === 'TOKEN_UNKNOWN') onEnded();
      throw error;
    }
  };
}
