import { COUNTS_FROM, KIND_NAMES } from '@redress/domain/papers';
import type { Catalogue } from '../platform/text.ts';
import orders from './en-orders.json' with { type: 'json' };
import reminders from './en-reminders.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };

type Locale = 'en' | 'tr';

/** The names of kinds and days that papers say as well. */
const law: Catalogue = { review: { kinds: KIND_NAMES, countsFrom: { ...COUNTS_FROM, ...en.review.countsFrom } } };

/**
 * What this service says beyond refusals, in answers, mails, alerts and on papers: `en.json`; orders, letters, mail and papers
 * in `en-orders.json` (failures of money and mail say: charged or not, sent or not, what we do next); the days of a case in
 * `en-reminders.json`. Another language is another entry; what it lacks is said in English.
 */
const BY_LOCALE: Readonly<Record<Locale, readonly Catalogue[]>> = { en: [en, orders, reminders, law], tr: [] };

/** The site's language first, English behind it. */
export const catalogues = (locale: Locale): Catalogue[] => [...new Set([...BY_LOCALE[locale], ...BY_LOCALE.en])];
