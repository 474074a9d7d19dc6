import { OUTLET_ID } from '@redress/mf-runtime/host';

/** Ids of the frame's parts. The server draws them (prerender.tsx); the shell finds them by these names. */
export const REGIONS = {
  frame: 'redress-frame',
  main: 'redress-main',
  outlet: OUTLET_ID,
  accountSide: 'redress-account-side',
  accountTop: 'redress-account-top',
  overlay: 'redress-overlay',
  announcer: 'redress-announcer',
  sessionLink: 'redress-session-link',
} as const;

/** Attribute of every button of the frame that asks about third-party tags again. */
export const CONSENT_BUTTON = 'data-consent-choices';

/** The link to help: once in each layout, always in the same place. */
export const HELP_LINK = 'header a[href="/help"]';

export type Layout = 'public' | 'account';

/** @throws {Error} when the document has no such part: the site did not draw the frame */
export function region(id: (typeof REGIONS)[keyof typeof REGIONS]): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The document has no #${id}`);
  return element;
}

export function setLayout(layout: Layout): void {
  region(REGIONS.frame).dataset['layout'] = layout;
}
