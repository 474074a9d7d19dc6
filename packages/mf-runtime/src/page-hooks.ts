import type { PageData } from '@redress/contracts/releases';
import { useEffect, useSyncExternalStore } from 'react';
import { host } from './host-port.ts';

/** Page-supplied data of this document: header, footer, offer, wizard settings, locale. Holds nothing of a visitor. */
export const usePageData = (): PageData => host().page;

const never = () => () => undefined;

/**
 * A part of it for a screen that is drawn at build time, where no page is known: `drawn` stands in there, and while the
 * drawn screen is hydrated, so that the two agree. A page that says otherwise is obeyed right after.
 */
export const usePageDataOr = <Part>(select: (page: PageData) => Part, drawn: Part): Part =>
  useSyncExternalStore(
    never,
    () => select(host().page),
    () => drawn,
  );

/** The document's title, with the site's name after it; announced to screen readers by the shell after a page change. */
export function useDocumentTitle(title: string): void {
  useEffect(() => host().setTitle(title), [title]);
}

/** Says something to screen readers without moving focus. */
export const announce = (text: string): void => host().announce(text);
