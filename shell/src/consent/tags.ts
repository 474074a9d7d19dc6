import type { TagPart, Tags } from '@redress/contracts/releases';
import type { TrustedTypesWindow } from 'trusted-types/lib';
import type { Conversion } from './conversions.ts';

type Queue = ((...args: unknown[]) => void) & Record<string, unknown>;
interface TagWindow extends Partial<TrustedTypesWindow> {
  dataLayer?: unknown[];
  fbq?: Queue;
  _fbq?: Queue;
  __lc?: Record<string, unknown>;
  LiveChatWidget?: Record<string, unknown>;
}

const page = window as unknown as TagWindow;

/** Whether an address is on one of these origins; `https://*.x.example` means everything below. @throws for what is none */
export function isOnHost(url: string, hosts: readonly string[]): boolean {
  const { origin } = new URL(url, location.href);
  return hosts.some((host) =>
    host.startsWith('https://*.')
      ? origin.startsWith('https://') && origin.endsWith(host.slice('https://*'.length))
      : origin === host,
  );
}

/** What a policy answers to refuse. The published types leave it out. */
const REFUSED = null as unknown as string;

/** Makers of tags write addresses as text: those of their own hosts pass, and the site's own code word for word. */
function createDefaultPolicy({ scriptHosts, head, body }: Tags): void {
  const own = new Set([...head, ...body].filter(({ name }) => name === 'script').map(({ text }) => text));
  page.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (isOnHost(url, scriptHosts) ? url : REFUSED),
    createScript: (text) => (own.has(text) ? text : REFUSED),
    createHTML: () => REFUSED,
  });
}

function loadScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}

/** The address without its query: it tells how far a claim is, which advertisers must not learn. */
const pageAddress = () => location.origin + location.pathname;

function startGoogle(id: string): void {
  page.dataLayer = [];
  gtag('js', new Date());
  gtag('set', { page_location: pageAddress(), page_referrer: '' });
  gtag('config', id, { allow_google_signals: false, allow_ad_personalization_signals: false });
  loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}`);
}

/** Google's script reads `arguments` objects from its list, and no arrays. */
function gtag(..._words: unknown[]): void {
  // eslint-disable-next-line prefer-rest-params
  page.dataLayer?.push(arguments);
}

function startMeta(id: string): void {
  const queue: unknown[] = [];
  const fbq: Queue = Object.assign(
    (...words: unknown[]) => {
      if (typeof fbq['callMethod'] === 'function') fbq['callMethod'](...words);
      else queue.push(words);
    },
    { queue, loaded: true, version: '2.0' } as Record<string, unknown>,
  );
  fbq['push'] = fbq;
  page.fbq = fbq;
  page._fbq = fbq;
  // Without this it reads buttons and fields by itself.
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  fbq('track', 'PageView');
  loadScript('https://connect.facebook.net/en_US/fbevents.js');
}

function startLiveChat(id: string): void {
  page.__lc = { license: Number(id), integration_name: 'manual_channels', product_name: 'livechat' };
  page.LiveChatWidget = { _q: [], _h: null, _v: '2.0' };
  loadScript('https://cdn.livechatinc.com/tracking.js');
}

function insert(parts: readonly TagPart[], where: HTMLElement): void {
  for (const { name, attributes, text } of parts) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      // Through the property: that is what the policy above is asked about.
      if (element instanceof HTMLScriptElement && key === 'src') element.src = value;
      else element.setAttribute(key, value);
    }
    if (text !== '') element.textContent = text;
    where.append(element);
  }
}

/**
 * Loads the tags of this site. From here on their code may run in this document: `data-tags` marks it for the code that
 * changes pages.
 */
export function runTags(tags: Tags): void {
  document.documentElement.dataset['tags'] = '';
  createDefaultPolicy(tags);
  if (tags.googleAnalytics) startGoogle(tags.googleAnalytics);
  if (tags.metaPixel) startMeta(tags.metaPixel);
  if (tags.liveChat) startLiveChat(tags.liveChat);
  insert(tags.head, document.head);
  insert(tags.body, document.body);
}

export function reportConversion(tags: Tags, { id, value, currency }: Conversion): void {
  if (tags.googleAnalytics) gtag('event', 'purchase', { transaction_id: id, value, currency });
  if (tags.metaPixel) page.fbq?.('track', 'Purchase', { value, currency }, { eventID: id });
}

const COOKIES = /^(?:_ga|_gid|_gat|_gcl|_fbp|_fbc|__lc)/;

/** What known tags left on this site goes with the consent. */
export function removeTagCookies(): void {
  const { hostname } = location;
  // They set cookies for the widest domain the browser lets them.
  const domains = hostname.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=');
    if (!COOKIES.test(name)) continue;
    document.cookie = `${name}=; path=/; max-age=0`;
    for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0; domain=${domain}`;
  }
}
