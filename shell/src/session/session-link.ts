import { REGIONS, region } from '../frame/regions.ts';
import { texts } from '../texts.ts';

/** The public header's one link that depends on the visitor. Its place is wide enough for either text. */
export function showSessionLink(isSignedIn: boolean): void {
  const link = region(REGIONS.sessionLink);
  link.textContent = isSignedIn ? texts.myClaims : texts.signIn;
  link.setAttribute('href', isSignedIn ? '/dashboard' : '/login');
}
