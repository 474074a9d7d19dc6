import { createHash } from 'node:crypto';
import {
  buildBase,
  DOCUMENT_BLOCKS,
  DOCUMENT_PARTS,
  escapeHtml,
  fileAddress,
  fillDocument,
  type DocumentSnapshot,
  type PageData,
  type SnapshotBuild,
} from '@redress/contracts/releases';
import { parseFragment } from 'parse5';
import type { DrawnSideBar } from './side-bar.ts';

/** A style sheet written into the document; the shell recognises it by its address and does not fetch it again. */
export interface InlineStyle {
  href: string;
  css: string;
}

/** What a document is made of, besides the words of the site configuration. */
export interface DocumentParts {
  title: string;
  description: string;
  keywords: string;
  isIndexed: boolean;
  canonical: string | null;
  page: PageData;
  signed: DocumentSnapshot;
  /** Text of the shell's loader. */
  loader: string;
  /** HTML of the shell's frame and of the route's first screen. */
  frame: string;
  screen: string;
  /** What the frame of the signed-in area lists. */
  sideBar: DrawnSideBar | null;
  /** The screen is a page that is read, and left, without scripts. */
  isWhole: boolean;
  styles: readonly InlineStyle[];
  /** Style sheets too large to write in. */
  linkedStyles: readonly PreloadFile[];
  /** Style sheets of a remote without a first screen: the shell asks for them, with a time limit. */
  preloadedStyles: readonly PreloadFile[];
  scripts: readonly PreloadFile[];
  font: PreloadFile | null;
  /** HTML before everything else: what a preview says of itself. */
  banner: string;
}

export interface PreloadFile {
  /** Where it is fetched. */
  href: string;
  /** Under its build: by this the shell knows the file. */
  place: string;
  integrity: string | null;
}

/** JSON inside a script element: nothing in it may end the element or begin a comment. */
const jsonBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

/** A screen that brings a description of its own begins with it. */
export function takeDescription(screen: string): { description: string | null; content: string } {
  const [tag] = /^<meta name="description"[^>]*>/.exec(screen) ?? [];
  if (tag === undefined) return { description: null, content: screen };
  const [node] = parseFragment(tag).childNodes;
  const attributes = node && 'attrs' in node ? node.attrs : [];
  const description = attributes.find(({ name }) => name === 'content')?.value ?? null;
  return { description, content: screen.slice(tag.length) };
}

export const inlineHash = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const withIntegrity = ({ href, integrity }: PreloadFile): string =>
  `href="${escapeHtml(href)}"${integrity ? ` integrity="${integrity}"` : ''} crossorigin="anonymous"`;

const meta = (name: string, content: string): string =>
  content === '' ? '' : `<meta name="${name}" content="${escapeHtml(content)}">`;

const property = (name: string, content: string): string =>
  content === '' ? '' : `<meta property="${name}" content="${escapeHtml(content)}">`;

export function composeDocument(parts: DocumentParts): string {
  const { page, signed, title, description } = parts;
  const isReady = parts.screen !== '';
  // Where a screen can be read already, they are named behind it and with low priority: asking for them, and their first
  // bytes, would come before its paint.
  const scripts = parts.scripts
    .map((file) => `<link rel="preload" as="script"${isReady ? ' fetchpriority="low"' : ''} ${withIntegrity(file)}>`)
    .join('');
  // React announces images of a prerendered piece in a link before it; the image itself is a few bytes further on.
  const template = parts.frame.replaceAll(/<link rel="preload" as="image"[^<>]*>/g, '');
  const frame = fillDocument(template, { ...page, side_bar: parts.sideBar }).replace(DOCUMENT_PARTS.outlet, () =>
    fillDocument(parts.screen, page),
  );
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    meta('description', description),
    meta('keywords', parts.keywords),
    parts.isIndexed ? '' : meta('robots', 'noindex'),
    parts.canonical ? `<link rel="canonical" href="${escapeHtml(parts.canonical)}">` : '',
    ...(parts.isIndexed
      ? [
          property('og:type', 'website'),
          property('og:site_name', page.header.site_title),
          property('og:title', title),
          property('og:description', description),
        ]
      : []),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...parts.styles.map(({ href, css }) => `<style data-href="${escapeHtml(href)}">${css}</style>`),
    ...parts.linkedStyles.map(
      (file) => `<link rel="stylesheet" data-href="${escapeHtml(file.place)}" ${withIntegrity(file)}>`,
    ),
    ...parts.preloadedStyles.map((file) => `<link rel="preload" as="style" ${withIntegrity(file)}>`),
    parts.font ? `<link rel="preload" as="font" type="font/woff2" ${withIntegrity(parts.font)}>` : '',
    isReady ? '' : scripts,
  ];
  return [
    `<!doctype html><html lang="${page.locale}"${parts.banner && ' data-preview'}><head>${head.join('')}</head><body>`,
    // First, so that no visitor has to pass a form, or an empty page, to find it.
    parts.isWhole
      ? ''
      : '<noscript><p>This page needs JavaScript. Turn on JavaScript in your browser, then load this page again.</p></noscript>',
    parts.banner,
    `<div id="${DOCUMENT_PARTS.root}">${frame}</div>`,
    isReady ? scripts : '',
    jsonBlock(DOCUMENT_BLOCKS.snapshot, signed),
    jsonBlock(DOCUMENT_BLOCKS.page, page),
    `<script>${parts.loader}</script></body></html>`,
  ].join('');
}

/**
 * A style sheet as a document holds it. Its addresses are relative to the sheet; in a document they would be the document's.
 * What would end the element is written as CSS writes a slash, so a sheet puts no markup into the page.
 */
export const rebaseStyle = (css: string, base: string): string =>
  css
    .replace(/<\/(?=style)/gi, '<\\/')
    .replace(
      /url\(\s*(["']?)(?!data:|https?:|\/|#)((?<=["'])[^"']+|[^\s"'()]+)\1\s*\)/g,
      (_, quote: string, path: string) => {
        // An address that is none is the sheet's own fault: the documents of all others must not wait for it.
        const absolute = URL.parse(path, `http://site${base}`)?.pathname ?? path;
        return `url(${quote}${absolute}${quote})`;
      },
    );

/** A file of a build as the browser asks for it. */
export const fileOf = (build: SnapshotBuild, path: string): PreloadFile => ({
  href: fileAddress(build, path),
  place: buildBase(build) + path,
  integrity: build.integrity[path] ?? null,
});
