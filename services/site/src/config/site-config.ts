import { readFileSync } from 'node:fs';
import { DEFAULT_WIZARD_SETTINGS } from '@redress/contracts';
import { SiteConfig } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { ConfigRefusal } from './config-refusal.ts';
import { readTags } from './tags.ts';

/** What the site says of itself without a file of its own (specification, section 3; R7, R8, R18). */
export const DEFAULT_SITE_CONFIG: SiteConfig = {
  header: {
    site_title: 'Redress',
    site_tagline: 'Say what you are owed. We put it in writing.',
    site_logo: '',
    show_navigation: true,
    navigation_items: [],
    seo: {
      meta_title: 'Redress: prepare a demand letter and court paperwork',
      meta_description:
        'Say what you are owed, read the letter, and send it by certified mail. Court papers where you need them.',
      meta_keywords: 'demand letter, small claims, certified mail, court forms',
    },
  },
  footer: {
    footer_text: '© 2025 Redress. All rights reserved.',
    company_email: '',
    social_links: {},
  },
  advertisement: {
    google_analytics_code: '',
    meta_pixel_code: '',
    livechat_code: '',
    custom_head_code: '',
    custom_body_code: '',
  },
  offer: { enabled: true },
  wizard: DEFAULT_WIZARD_SETTINGS,
  locale: 'en',
};

type Partly<T> = { [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? Partly<T[K]> : T[K] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Settings that a site has or has not, by the path of what they stand in. */
const WITHOUT_DEFAULT: Readonly<Record<string, readonly string[]>> = {
  footer: ['postal_address'],
  'footer.social_links': ['linkedin', 'facebook', 'instagram', 'twitter'],
};

/** The file over the defaults, key by key; an unknown key is refused, because it is a mistake. */
function merge(defaults: unknown, given: unknown, path: string): unknown {
  if (!isObject(defaults) || !isObject(given)) return given;
  const known = [...Object.keys(defaults), ...(WITHOUT_DEFAULT[path] ?? [])];
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw new Error(`it has ${path ? `${path}.` : ''}${key}, which is not a setting`);
  }
  return {
    ...defaults,
    ...Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, merge(defaults[key], value, path ? `${path}.${key}` : key)]),
    ),
  };
}

const isSafeLink = (url: string) => url === '' || /^(\/(?!\/)|#|https:\/\/|mailto:)/.test(url);

export function siteConfigFrom(given: Partly<SiteConfig>): SiteConfig {
  const parsed = z.safeParse(SiteConfig, merge(DEFAULT_SITE_CONFIG, given, ''));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { header, footer, wizard } = parsed.data;
  const links = [
    header.site_logo,
    ...header.navigation_items.map(({ url }) => url),
    ...Object.values(footer.social_links).map((url) => url ?? ''),
  ];
  const unsafe = links.find((url) => !isSafeLink(url));
  if (unsafe !== undefined) throw new Error(`${unsafe} is neither a path of this site nor an https address`);
  readTags(parsed.data);
  if (wizard.amountMin > wizard.amountMax) throw new Error('wizard.amountMin is above wizard.amountMax');
  // The mark at the top, mails and the browser's window need a name; other texts that are empty are left out.
  header.site_title = header.site_title.trim() || DEFAULT_SITE_CONFIG.header.site_title;
  header.seo.meta_title = header.seo.meta_title.trim() || header.site_title;
  return parsed.data;
}

/**
 * @param file - JSON with the settings that differ from the defaults; `null` for none
 * @throws {ConfigRefusal}
 */
export function readSiteConfig(file: string | null): SiteConfig {
  if (file === null) return DEFAULT_SITE_CONFIG;
  try {
    return siteConfigFrom(JSON.parse(readFileSync(file, 'utf8')) as Partly<SiteConfig>);
  } catch (cause) {
    throw new ConfigRefusal(`SITE_CONFIG ${file} cannot be used (${(cause as Error).message}): correct the file.`, {
      cause,
    });
  }
}
