interface LinkPort {
  navigate(path: string): void;
  prefetch(path: string): void;
  isPage(pathname: string): boolean;
}

const linkOf = (event: Event): HTMLAnchorElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;

const isOurs = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin && (link.target === '' || link.target === '_self') && !link.hasAttribute('download');

/**
 * Ordinary links to pages of this site change the page without a document load, and start loading it when they are
 * approached. A click that a router or a component has handled is left alone.
 */
export function watchLinks({ navigate, prefetch, isPage }: LinkPort): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = linkOf(event);
    if (!link || !isOurs(link) || !isPage(link.pathname)) return;
    // A place on this page is the browser's matter.
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
  const approach = (event: Event) => {
    const link = linkOf(event);
    if (link && isOurs(link) && isPage(link.pathname)) prefetch(link.pathname);
  };
  document.addEventListener('pointerover', approach, { passive: true });
  document.addEventListener('focusin', approach);
}
