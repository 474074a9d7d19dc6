import { REGIONS, region } from '../frame/regions.ts';

/** The screen of the shell that the document brought, and that still stands there. */
const drawnScreen = (): HTMLElement | null =>
  region(REGIONS.outlet).querySelector<HTMLElement>('[data-remote="shell"][data-screen]');

/** Whether the document brought this page. It is plain markup and stays as it is: there is nothing to hydrate. */
export const isDrawn = (page: string | null): boolean => page !== null && drawnScreen()?.dataset['screen'] === page;

/** Another page of the shell is shown, or none. */
export function removeDrawnUnless(page: string | null): void {
  if (!isDrawn(page)) drawnScreen()?.remove();
}
