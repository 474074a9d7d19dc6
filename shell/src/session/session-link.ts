import { REGIONS, region } from '../frame/regions.ts';

/**
 * The public header's one link that depends on the visitor. Its place is wide enough for either text; both stand in the
 * frame, so that public pages need no catalogue for it.
 */
export function showSessionLink(isSignedIn: boolean): void {
  const link = region(REGIONS.sessionLink);
  const { signedIn, signedOut } = link.dataset;
  link.textContent = (isSignedIn ? signedIn : signedOut) ?? '';
  link.setAttribute('href', isSignedIn ? '/dashboard' : '/login');
}
