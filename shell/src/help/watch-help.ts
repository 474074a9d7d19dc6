import { HELP_LINK } from '../frame/regions.ts';
import type { OpenHelp } from './open-help.tsx';

interface HelpPort extends OpenHelp {
  /** Whether a remote is on the page: pages of the shell's own have no step to help with. */
  hasSteps(): boolean;
}

/**
 * The help link leads to the document of all help. Where a remote is on the page it opens the help with its step instead,
 * beside it; when that cannot be loaded it is a link again.
 */
export function watchHelp(port: HelpPort): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>(HELP_LINK) : null;
    if (!link || !port.hasSteps()) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    import(/* webpackChunkName: "pages" */ './open-help.tsx').then(
      ({ openHelp }) => openHelp(link, port),
      () => port.navigate('/help'),
    );
  });
}
