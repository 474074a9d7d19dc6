import { documentToken } from '@redress/contracts/releases';
import { usePageData } from '@redress/mf-runtime';

const isBuilding = typeof document === 'undefined';

const fromPage = (): string => usePageData().header.site_title;

/** The site's name. The build draws a token in its place, which the site replaces with the name (`fillDocument`). */
export const useSiteTitle: () => string = isBuilding ? () => documentToken('header.site_title') : fromPage;
