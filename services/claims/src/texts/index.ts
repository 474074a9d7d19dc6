import type { Catalogue } from '../platform/text.ts';
import { enOrders } from './en-orders.ts';
import { en } from './en.ts';

/** The site's language first, English behind it. */
export const catalogues = (_locale: 'en' | 'tr'): Catalogue[] => [en, enOrders];
