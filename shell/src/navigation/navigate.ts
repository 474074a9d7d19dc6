import { type Host, type OwnedRoute, navigateToUrl } from '@redress/mf-runtime/host';

export interface NavigatePort {
  host(): Host;
  /** Nothing is unsaved, and the next page may as well be loaded: a newer shell waits, or tags that were agreed to. */
  wantsDocument(target: OwnedRoute): boolean;
}

/** Third-party tags ran in this document (R30): private pages need a document of their own. */
export const hasTags = (): boolean => document.documentElement.hasAttribute('data-tags');

/** Whether going to a page must load a document. */
export function needsDocument(host: Host, pathname: string, wantsDocument: NavigatePort['wantsDocument']): boolean {
  const target = host.routeOf(pathname);
  // An address we do not know may be the hosting site's own page.
  if (!target) return true;
  return wantsDocument(target) || (hasTags() && target.route.documentClass === 'private');
}

/** Goes to a page of this site; without loading a document where that is allowed. */
export function createNavigate({ host, wantsDocument }: NavigatePort) {
  return (path: string, { replace = false }: { replace?: boolean } = {}): void => {
    const url = new URL(path, location.href);
    if (url.origin !== location.origin) throw new Error('navigate is for pages of this site');
    if (needsDocument(host(), url.pathname, wantsDocument)) {
      location[replace ? 'replace' : 'assign'](url.href);
      return;
    }
    const address = url.pathname + url.search + url.hash;
    // single-spa watches the history, and so do the routers of the remotes.
    if (replace) history.replaceState(null, '', address);
    else navigateToUrl(address);
  };
}
