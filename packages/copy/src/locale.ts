/** Languages the site speaks. A language is added by adding it here and a file beside each `en.ts`. */
export const LOCALES = ['en', 'tr'] as const;
export type Locale = (typeof LOCALES)[number];
const DEFAULT_LOCALE: Locale = 'en';

// Every remote carries its own copy of this module; what they must agree on lives on the page itself.
const CURRENT = Symbol.for('redress.locale');
const page = globalThis as { [CURRENT]?: Locale };

const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value);

/** The language of this page. A server that speaks to many people uses `inLocale` instead. */
export const currentLocale = (): Locale => page[CURRENT] ?? DEFAULT_LOCALE;

/** Chooses the language of this page, once, before the first screen is drawn. */
export function setLocale(locale: Locale): void {
  page[CURRENT] = locale;
}

/**
 * The first language we speak among those a person prefers.
 * @param preferred - an `Accept-Language` header or `navigator.languages`
 */
export function pickLocale(preferred: string | readonly string[] | null | undefined): Locale {
  const wanted = typeof preferred === 'string' ? preferred.split(',') : (preferred ?? []);
  const ranked = wanted
    .map((entry, index) => {
      const [tag = '', ...options] = entry.trim().toLowerCase().split(';');
      const quality = options.map((option) => /^\s*q=([0-9.]+)$/.exec(option)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], weight: quality === undefined ? 1 : Number(quality), index };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { language } of ranked) if (isLocale(language)) return language;
  return DEFAULT_LOCALE;
}
