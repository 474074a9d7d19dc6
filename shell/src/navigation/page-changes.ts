import type { Host } from '@redress/mf-runtime/host';
import { type Layout, REGIONS, region, setLayout } from '../frame/regions.ts';
import { focusHeading } from './arrival.ts';
import { hasTags } from './navigate.ts';
import { keepScroll } from './scroll.ts';

interface RoutingEvent {
  newUrl: string;
  cancelNavigation(): void;
}

interface PageChangePort {
  host: Host;
  setTitle(title: string): void;
  announce(text: string): void;
  /** Something was routed: another page, or the same one asked again. */
  onRouted(isOtherPage: boolean): void;
}

export const layoutOf = (host: Host, pathname: string): Layout => host.routeOf(pathname)?.route.layout ?? 'public';

/** What happens around a page change: layout, title, focus, scroll, a word to screen readers. */
export function watchPageChanges({ host, setTitle, announce, onRouted }: PageChangePort): void {
  const scroll = keepScroll();
  let pathname = location.pathname;
  let wasBackOrForward = false;
  let stopWaiting = () => {};

  // The history calls of single-spa and the routers end in a popstate of their own making; those have no trust.
  addEventListener('popstate', (event) => (wasBackOrForward = event.isTrusted), true);

  addEventListener('single-spa:before-routing-event', (event) => {
    const { newUrl, cancelNavigation } = (event as CustomEvent<RoutingEvent>).detail;
    const next = new URL(newUrl);
    if (next.pathname === pathname) return;
    const target = host.routeOf(next.pathname);
    if (hasTags() && target?.route.documentClass === 'private') {
      cancelNavigation();
      location.assign(newUrl);
      return;
    }
    pathname = next.pathname;
    scroll.leaving();
    if (target) setTitle(target.route.title);
    stopWaiting();
    stopWaiting = () => {};
  });

  // Between unmounting the old page and mounting the new one, so that neither is seen in the other's layout.
  addEventListener('single-spa:before-mount-routing-event', () => setLayout(layoutOf(host, pathname)));

  let shown = location.pathname;
  addEventListener('single-spa:routing-event', () => {
    const isOtherPage = location.pathname !== shown;
    onRouted(isOtherPage);
    if (!isOtherPage) return;
    shown = location.pathname;
    const back = wasBackOrForward;
    wasBackOrForward = false;
    stopWaiting = focusHeading(region(REGIONS.outlet), (heading) => {
      scroll.arrived(back);
      // A heading in focus is read out; without one the title has to do.
      if (!heading) announce(document.title);
    });
  });
}
