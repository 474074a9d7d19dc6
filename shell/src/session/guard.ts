import { SIGN_IN_PATH, signInPath } from '@redress/contracts/releases';
import type { OwnedRoute } from '@redress/mf-runtime/host';
import { getStore } from '@redress/session-store';

/** A guarded page is shown to signed-in visitors only, and not before the session is known. */
export const mayShow = ({ route }: OwnedRoute): boolean =>
  !route.guarded || getStore().getState().session.status === 'authenticated';

/** Where a visitor has to go instead: to sign in, and back here afterwards. */
export function redirectFor(owned: OwnedRoute | undefined, location: Location): string | null {
  if (!owned?.route.guarded || getStore().getState().session.status !== 'anonymous') return null;
  return signInPath(location.pathname + location.search);
}

/** Whether a page that the one on screen leads to is worth fetching for this visitor: who is signed in needs no sign-in form. */
export function isLikelyNext(owned: OwnedRoute): boolean {
  if (owned.route.path === SIGN_IN_PATH) return getStore().getState().session.status !== 'authenticated';
  // The form that signs in leads to guarded pages.
  return mayShow(owned) || location.pathname === SIGN_IN_PATH;
}
