import { documentToken } from '@redress/contracts/releases';
import { usePageData } from '@redress/mf-runtime';

const LOWEST = 'prices.lowest';
/** Where a document has no list of prices: what the specification names (a test compares it with the domain's table). */
export const WRITTEN_LOWEST_PRICE = '$39';

const fromPage = (): string => usePageData().prices?.lowest ?? WRITTEN_LOWEST_PRICE;
const drawn = `%{?${LOWEST}}${documentToken(LOWEST)}%{/${LOWEST}}%{!${LOWEST}}${WRITTEN_LOWEST_PRICE}%{/${LOWEST}}`;

/** The lowest price on sale, shortly. The build draws a token in its place, which the site fills (`fillDocument`). */
export const useLowestPrice: () => string = typeof document === 'undefined' ? () => drawn : fromPage;
