import type { Catalogue } from '../platform/text.ts';
import { enOrders } from './en-orders.ts';
import { enReminders } from './en-reminders.ts';
import { en } from './en.ts';

type Locale = 'en' | 'tr';

/** What this service says in mails, alerts and on papers. Another language is another entry; what it lacks is said in English. */
const BY_LOCALE: Readonly<Record<Locale, readonly Catalogue[]>> = { en: [en, enOrders, enReminders], tr: [] };

/** The site's language first, English behind it. */
export const catalogues = (locale: Locale): Catalogue[] => [...new Set([...BY_LOCALE[locale], ...BY_LOCALE.en])];
