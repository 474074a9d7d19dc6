import { currentLocale, type Locale } from './locale.ts';

/** A text, or a sentence made from values. */
type Entry = string | ((...values: never[]) => string) | readonly string[];
export interface Texts {
  readonly [key: string]: Entry | Texts;
}

/** A translation says what it has; what it lacks is said in English. */
export type Translation<Source> = {
  readonly [Key in keyof Source]?: Source[Key] extends Entry ? Source[Key] : Translation<Source[Key]>;
};

const SOURCE = Symbol('texts by language');

interface Languages<Source> {
  in(locale: Locale): Source;
}

const isGroup = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function over(base: Texts, translation: Texts | undefined): Texts {
  if (!translation) return base;
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const translated = translation[key];
      if (isGroup(value)) return [key, over(value, isGroup(translated) ? translated : undefined)];
      return [key, translated ?? value];
    }),
  );
}

/**
 * One area's sentences in every language. Reading a key answers in the language of the page, so read it while drawing,
 * not when a module loads.
 * @param en - the whole area, in English
 * @param translations - what there is of other languages; a missing key falls back to English
 */
export function catalogue<Source extends object>(
  en: Source,
  translations: { readonly [Key in Exclude<Locale, 'en'>]?: Translation<NoInfer<Source>> } = {},
): Source {
  const made = new Map<Locale, Texts>([['en', en as unknown as Texts]]);
  const languages: Languages<Source> = {
    in(locale) {
      let texts = made.get(locale);
      if (!texts) {
        texts = over(en as unknown as Texts, locale === 'en' ? undefined : (translations[locale] as Texts | undefined));
        made.set(locale, texts);
      }
      return texts as unknown as Source;
    },
  };
  return new Proxy(en, {
    get: (_target, key) => (key === SOURCE ? languages : Reflect.get(languages.in(currentLocale()), key)),
  });
}

/** An area's sentences in a named language, whatever the page speaks: for mail and papers made on a server. */
export function inLocale<Source extends object>(area: Source, locale: Locale): Source {
  const languages = (area as { [SOURCE]?: Languages<Source> })[SOURCE];
  if (!languages) throw new TypeError('inLocale takes what catalogue() returned');
  return languages.in(locale);
}
