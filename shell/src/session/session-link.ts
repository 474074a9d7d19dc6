import { shell } from '@redress/copy/shell';
import { REGIONS, region } from '../frame/regions.ts';

/** The public header's one link that depends on the visitor. Its place is wide enough for either text. */
export function showSessionLink(isSignedIn: boolean): void {
  const link = region(REGIONS.sessionLink);
  link.textContent = isSignedIn ? shell.header.account : shell.header.login;
  link.setAttribute('href', isSignedIn ? '/dashboard' : '/login');
}
