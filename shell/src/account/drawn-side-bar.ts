import { REGIONS, region } from '../frame/regions.ts';

/** Attribute of the side bar that the server drew. */
export const DRAWN_SIDE_BAR = 'data-drawn';

/** Removes the side bar that the server drew, once this one is in its place; focus goes to the same link. */
export function takeDrawnSideBar(bar: HTMLElement | null): void {
  const drawn = region(REGIONS.accountSide).querySelector(`[${DRAWN_SIDE_BAR}]`);
  if (!drawn) return;
  const focused = drawn.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
  drawn.remove();
  if (focused) bar?.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus();
}
