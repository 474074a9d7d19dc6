import { HEARING_PATH, RETURN_PARAMETER, SIGN_IN_PATH } from '@redress/contracts/releases';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { host } from './host-port.ts';

/** Goes to a path of this site without loading a document, unless the next page belongs to another document class. */
export const navigateTo = (path: string, options?: { replace?: boolean }): void => host().navigate(path, options);

/**
 * Names what this visitor will probably need next, where the route's own `next` cannot know it: a step that comes nearer,
 * the page a form leads back to. Fetched and run when the page is idle; not while the visitor saves data.
 * @param names - paths of pages, names of slots
 */
export const fetchAhead = (names: readonly string[]): void => host().fetchAhead(names);

/**
 * Where to go after signing in: the path the visitor was sent away from, when it is a page of this site (an address
 * from a query string is anybody's), else the dashboard.
 * @param hasSignedIn - in this page, just now. To open the page of a hearing is to open the papers: an address that somebody
 *   else wrote does not do it for a person who is signed in already.
 */
export function returnPath({ hasSignedIn = false } = {}, search = location.search): string {
  const fallback = '/dashboard';
  const wanted = new URLSearchParams(search).get(RETURN_PARAMETER);
  if (!wanted?.startsWith('/')) return fallback;
  try {
    const url = new URL(wanted, location.origin);
    const isKnown = host().isPage(url.pathname) || (hasSignedIn && url.pathname === HEARING_PATH);
    const isOurs = url.origin === location.origin && isKnown && url.pathname !== SIGN_IN_PATH;
    return isOurs ? url.pathname + url.search : fallback;
  } catch {
    return fallback; // What is no address. Safari before 17 has no `URL.canParse`.
  }
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * A link to a page of this site, of whichever remote. Approaching it (pointer, focus) starts loading that page.
 * Inside one remote react-router's `Link` does as well.
 */
export function AppLink({
  to,
  onClick,
  children,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  const prefetch = () => host().prefetch(to);
  return (
    <a
      {...rest}
      href={to}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event) || rest.target === '_blank') return;
        event.preventDefault();
        navigateTo(to);
      }}
    >
      {children}
    </a>
  );
}
