import { isReleaseRefusal, type ReleaseCall } from '@redress/release-client';
import { releaseClient } from '@redress/release-client/client';
import { reloadUnlessTyped } from './reload.ts';

declare const __webpack_hash__: string;
/** As this page was built; the service names the one that it serves. */
const OWN_VERSION = typeof __webpack_hash__ === 'undefined' ? undefined : __webpack_hash__;
const TIMEOUT_MS = 10_000;

/**
 * Every call of the release API with one person's token; with `null` by the session of this browser.
 * @param onEnded - told when the token or the session is not known any more
 */
export function releaseApi(
  token: string | null,
  onEnded: () => void = () => {},
  { version = OWN_VERSION, onChanged = reloadUnlessTyped } = {},
): ReleaseCall {
  const call = releaseClient({ baseUrl: '', token, timeoutMs: TIMEOUT_MS, version });
  return (name, request) => {
    const ask = (isAgain: boolean): ReturnType<typeof call<typeof name>> =>
      call(name, request).catch((error: unknown) => {
        const code = isReleaseRefusal(error) ? error.code : null;
        if (code === 'TOKEN_UNKNOWN') onEnded();
        // In the midst of an upgrade the next question may go to a program of this version.
        if (code === 'CONSOLE_CHANGED' && !isAgain) return ask(true);
        if (code === 'CONSOLE_CHANGED') onChanged();
        throw error;
      });
    return ask(false);
  };
}
