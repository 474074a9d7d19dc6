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
    footer_text: `© ${new Date().getUTCFullYear()} Redress. All rights reserved.`,
    // Of a name that is kept for examples: a production site must name its own.
    company_email: 'help@redress.example',
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

/** The settings of a file: what it leaves out is the default, and an unknown one is refused, because it is a mistake. */
function settingsOver(form: z.ZodMiniObject, defaults: Record<string, unknown>): z.ZodMiniType {
  const fields = Object.entries(form.shape).map(([name, field]) => {
    const value = defaults[name];
    if (field instanceof z.ZodMiniObject && isObject(value)) return [name, settingsOver(field, value)];
    return [name, value === undefined ? field : z._default(field, value)];
  });
  return z.prefault(z.strictObject(Object.fromEntries(fields)), {});
}

const isSafeLink = (url: string) => url === '' || /^(\/(?!\/)|#|https:\/\/|mailto:)/.test(url);

const SiteFile = z.pipe(
  settingsOver(SiteConfig, DEFAULT_SITE_CONFIG),
  SiteConfig.check(({ value, issues }) => {
    const { header, footer, wizard } = value;
    const refuse = (path: PropertyKey[], message: string) =>
      issues.push({ code: 'custom', input: value, path, message });
    const links: [PropertyKey[], string | undefined][] = [
      [['header', 'site_logo'], header.site_logo],
      ...header.navigation_items.map(({ url }, at): [PropertyKey[], string] => [
        ['header', 'navigation_items', at],
        url,
      ]),
      ...Object.entries(footer.social_links).map(([name, url]): [PropertyKey[], string | undefined] => [
        ['footer', 'social_links', name],
        url,
      ]),
    ];
    for (const [path, url = ''] of links)
      if (!isSafeLink(url)) refuse(path, `${url} is neither a path of this site nor an https address`);
    if (wizard.amountMin > wizard.amountMax) refuse(['wizard', 'amountMin'], 'amountMin is above amountMax');
  }),
);

export function siteConfigFrom(given: Partly<SiteConfig>): SiteConfig {
  const parsed = z.safeParse(SiteFile, given);
  if (!parsed.success) throw new Error(sentenceOf(parsed.error.issues[0]));
  readTags(parsed.data);
  const { header } = parsed.data;
  // The mark at the top, mails and the browser's window need a name; other texts that are empty are left out.
  header.site_title = header.site_title.trim() || DEFAULT_SITE_CONFIG.header.site_title;
  header.seo.meta_title = header.seo.meta_title.trim() || header.site_title;
  return parsed.data;
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'it cannot be read';
  if (issue.code === 'unrecognized_keys')
    return `it has ${[...issue.path, issue.keys[0]].map(String).join('.')}, which is not a setting`;
  return `${issue.path.map(String).join('.')}: ${issue.message}`;
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
