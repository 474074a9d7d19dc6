import { SIGN_IN_PATH, signInPath } from '@redress/contracts/releases';
import { REGIONS, region } from '../frame/regions.ts';

/**
 * A guarded page without a session comes as the sign-in page (decision 0105): its address is written, with the way back,
 * before anything is routed.
 */
export function followSignInDocument(): void {
  const { pathname, search } = location;
  const isSignIn = region(REGIONS.outlet).querySelector(`[data-screen="${SIGN_IN_PATH}"]`);
  if (isSignIn && !pathname.startsWith(SIGN_IN_PATH))
    history.replaceState(history.state, '', signInPath(pathname + search));
}
