import { createHash } from 'node:crypto';
import type { SiteConfig, TagPart, Tags } from '@redress/contracts/releases';
import { readTagMarkup } from './tag-markup.ts';

/** Where a document may send what its tags want: hosts by kind, and hashes of what stands in it as text. */
export interface TagSources {
  images: readonly string[];
  calls: readonly string[];
  frames: readonly string[];
  styles: readonly string[];
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

/** Third-party tags of this site, read once. */
export interface SiteTags {
  /** Changes with the tags: a choice is for what was asked about. */
  version: string;
  tags: Tags;
  sources: TagSources;
}

interface KnownTag {
  setting: 'google_analytics_code' | 'meta_pixel_code' | 'livechat_code';
  /** An id and nothing else: what is loaded is ours to know. */
  id: RegExp;
  example: string;
  scripts: readonly string[];
  others: readonly string[];
  frames: readonly string[];
}

/** The tags known by id, with the hosts their makers document. */
const KNOWN: Record<'googleAnalytics' | 'metaPixel' | 'liveChat', KnownTag> = {
  googleAnalytics: {
    setting: 'google_analytics_code',
    id: /^(?:G|GT|AW)-[A-Z0-9]{4,20}$/,
    example: 'G-ABC123DEF4',
    scripts: ['https://www.googletagmanager.com'],
    others: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
    frames: [],
  },
  metaPixel: {
    setting: 'meta_pixel_code',
    id: /^[0-9]{6,20}$/,
    example: '123456789012345',
    scripts: ['https://connect.facebook.net'],
    others: ['https://www.facebook.com', 'https://connect.facebook.net'],
    frames: [],
  },
  liveChat: {
    setting: 'livechat_code',
    id: /^[0-9]{4,12}$/,
    example: '12345678',
    scripts: ['https://cdn.livechatinc.com', 'https://*.livechatinc.com'],
    others: ['https://*.livechatinc.com', 'https://*.livechat-static.com', 'https://*.livechat-files.com'],
    frames: ['https://*.livechatinc.com'],
  },
};

const hashOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

function addressesOf(parts: readonly TagPart[], name: TagPart['name'], attribute: string): string[] {
  return parts.flatMap((part) => {
    const url = part.name === name ? part.attributes[attribute] : undefined;
    return url === undefined ? [] : [new URL(url).origin];
  });
}

/**
 * @returns `null` when no tag is set: then no page asks for consent, and nothing about tags is sent
 * @throws {Error} when an id is none, or custom code holds something that cannot run
 */
export function readTags({ advertisement }: Pick<SiteConfig, 'advertisement'>): SiteTags | null {
  if (Object.values(advertisement).every((code) => code.trim() === '')) return null;
  const ids = { googleAnalytics: null, metaPixel: null, liveChat: null } as Record<keyof typeof KNOWN, string | null>;
  const known: KnownTag[] = [];
  for (const [name, tag] of Object.entries(KNOWN) as [keyof typeof KNOWN, KnownTag][]) {
    const id = advertisement[tag.setting].trim();
    if (id === '') continue;
    if (!tag.id.test(id)) throw new Error(`advertisement.${tag.setting} is an id like ${tag.example}, not “${id}”`);
    ids[name] = id;
    known.push(tag);
  }
  const head = readTagMarkup(advertisement.custom_head_code);
  const body = readTagMarkup(advertisement.custom_body_code);
  const parts = [...head, ...body];
  const ownScripts = addressesOf(parts, 'script', 'src');
  const others = known.flatMap((tag) => tag.others);
  const texts = (name: TagPart['name']) => parts.filter((part) => part.name === name && part.text !== '');
  return {
    version: createHash('sha256').update(JSON.stringify(advertisement)).digest('hex').slice(0, 12),
    tags: { ...ids, head, body, scriptHosts: unique([...known.flatMap((tag) => tag.scripts), ...ownScripts]) },
    sources: {
      images: unique([...others, ...ownScripts, ...addressesOf(parts, 'img', 'src')]),
      calls: unique([...others, ...ownScripts]),
      frames: unique(known.flatMap((tag) => tag.frames)),
      styles: unique(addressesOf(parts, 'link', 'href')),
      scriptHashes: texts('script').map(({ text }) => hashOf(text)),
      styleHashes: texts('style').map(({ text }) => hashOf(text)),
    },
  };
}
