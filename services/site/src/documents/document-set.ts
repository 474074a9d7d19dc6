import { createHash } from 'node:crypto';
import {
  DOCUMENT_PARTS,
  fileAddress,
  NOT_FOUND_SCREEN,
  pathBeforeId,
  SIGN_IN_PATH,
  type DocumentClass,
  type PageData,
  type PriceList,
  type SiteConfig,
  type SnapshotBuild,
} from '@redress/contracts/releases';
import { readTags, type SiteTags } from '../config/tags.ts';
import {
  composeDocument,
  fileOf,
  inlineHash,
  rebaseStyle,
  takeDescription,
  type InlineStyle,
  type PreloadFile,
} from './compose.ts';
import { snapshotFor, type DrawnSnapshot } from './drawn-snapshot.ts';
import { documentHeaders, type PaymentHosts } from './policy.ts';
import { PREVIEW_STYLE, previewBanner } from './preview-banner.ts';
import { saysPrices, withPrices, type Prices } from './prices.ts';
import { drawnSideBar } from './side-bar.ts';
import { documentBody, type SiteDocument } from './site-document.ts';
import { siteRoutes, type SiteRoute } from './site-routes.ts';

/** What a request says besides the path. */
export interface DocumentRequest {
  /** The private document of a public route was asked for (R30). */
  isPrivate: boolean;
  /** The browser brought no session: a guarded page would lead to the sign-in page, so it is answered with that one. */
  isSignedOut: boolean;
}

/** All documents of one snapshot. */
export interface DocumentSet {
  snapshotNumber: number;
  /** A document that says prices is made when they are known; any other is there. */
  find(path: string, wanted: DocumentRequest): SiteDocument | Promise<SiteDocument> | undefined;
  notFound: SiteDocument;
  /** Compresses every document again at the best quality, one after the other, in the background. */
  recompress(isWanted: () => boolean): Promise<void>;
}

export interface DocumentSettings {
  site: SiteConfig;
  siteOrigin: string;
  stripeScript: string;
  payment: PaymentHosts;
  isSandbox: boolean;
  /** Remotes are being worked on in this site. */
  isWorkedOn: boolean;
  releaseKeys: Record<string, string>;
  releaseRoot: PageData['releaseRoot'];
  prices: Prices;
  /** Headers that decide who gets this document, and who another one of the same address; none where it is for all. */
  variesBy: readonly string[];
}

export interface BuildFiles {
  /** @returns a file's text, verified; `null` when the store has lost it */
  text(build: SnapshotBuild, path: string): Promise<string | null>;
}

/** Size past which a style sheet of its own that is kept for a year is cheaper than one in each document. */
const MAX_INLINE_STYLE_BYTES = 30_000;
/** A screen or a side bar in the document is seen with its styles only: waiting for a file would cost a way to the server and back. */
const MAX_INLINE_STYLE_BYTES_OF_DRAWN = 40_000;

/** Draws every document of a snapshot at once: afterwards a request is a look into a map. */
export async function makeDocuments(
  held: DrawnSnapshot,
  files: BuildFiles,
  settings: DocumentSettings,
): Promise<DocumentSet> {
  // What is seen by few says nothing to those who count visitors.
  const tags = held.snapshot.preview ? null : readTags(settings.site);
  const drawing = drawingOf(held, files, { ...settings, tags });
  const documents = new Map<string, () => SiteDocument>();
  const priced = new Map<string, () => Promise<SiteDocument>>();
  const { prices } = settings;
  const keep = (key: string, { saysPrices: isPriced, finish }: Drawn) => {
    const document = withPrices(finish);
    if (isPriced) return void priced.set(key, async () => document(await prices.now()));
    // Any other holds what was heard last, and is made ahead.
    document(prices.heard());
    documents.set(key, () => document(prices.heard()));
  };
  const routes = siteRoutes(held.snapshot);
  await Promise.all(
    routes.map(async (entry) => {
      const { path, documentClass } = entry.route;
      // Without tags nothing has to be kept away from the account gate, so one document carries the whole wizard.
      const first = documentClass === 'public' && tags ? 'public' : 'private';
      keep(path, await drawDocument(drawing, entry, first, 200));
      if (first === 'public') keep(`${path}?private`, await drawDocument(drawing, entry, 'private', 200));
    }),
  );
  // Where the sign-in page is switched off, the guarded page leads to what is said about that.
  const signIn = routes.some(({ route, owner }) => route.path === SIGN_IN_PATH && owner) && documents.get(SIGN_IN_PATH);
  const insteadOf = new Map<string, () => SiteDocument>();
  for (const { route } of routes) {
    const document = documents.get(route.path);
    if (!route.guarded || !signIn || !document) continue;
    documents.set(route.path, () => byCookie(document()));
    insteadOf.set(route.path, () => byCookie(signIn()));
  }
  const nowhere: SiteRoute = {
    route: { path: '', layout: 'public', documentClass: 'private', title: 'Page not found' },
    owner: null,
  };
  const notFound = (await drawDocument(drawing, nowhere, 'private', 404)).finish(null);
  const at = (key: string) => priced.get(key)?.() ?? documents.get(key)?.();
  const withIds = new Set(routes.filter(({ route }) => route.hasId).map(({ route }) => route.path));
  const pageOf = (path: string) => {
    const before = documents.has(path) ? null : pathBeforeId(path);
    return before !== null && withIds.has(before) ? before : path;
  };
  return {
    snapshotNumber: held.snapshot.number,
    find(address, { isPrivate, isSignedOut }) {
      const path = pageOf(address);
      return (
        (isPrivate ? at(`${path}?private`) : undefined) ??
        (isSignedOut ? insteadOf.get(path)?.() : undefined) ??
        at(path)
      );
    },
    notFound,
    async recompress(isWanted) {
      for (const document of [...documents.values(), () => notFound]) {
        if (!isWanted()) return;
        await document().body.recompress();
      }
    },
  };
}

/** A document but for the prices it holds. */
interface Drawn {
  /** A page of prices: they are asked for whenever somebody opens it. */
  saysPrices: boolean;
  finish(prices: PriceList | null): SiteDocument;
}

/** What every document of one release is drawn with. */
interface Drawing {
  held: DrawnSnapshot;
  settings: DocumentSettings & { tags: SiteTags | null };
  /** A file's text; empty for none. @throws when the store has lost it */
  text(build: SnapshotBuild, path: string | undefined): Promise<string>;
}

function drawingOf(held: DrawnSnapshot, files: BuildFiles, settings: Drawing['settings']): Drawing {
  /** Many documents are made of the same few files: each is read and verified once. */
  const read = new Map<string, Promise<string | null>>();
  return {
    held,
    settings,
    async text(build, path) {
      if (path === undefined) return '';
      const key = `${build.name} ${build.buildId} ${path}`;
      const reading = read.get(key) ?? files.text(build, path);
      read.set(key, reading);
      const found = await reading;
      // Without its loader or its frame a document would be a blank page with status 200.
      if (found === null) throw new Error(`FILES_LOST: ${build.name} ${build.buildId} ${path}`);
      return found;
    },
  };
}

/** What the builds have for one route: its first screen, what its remote and the shell bring to it. */
function piecesOf({ held }: Drawing, { route, owner }: SiteRoute, status: 200 | 404) {
  const { shell } = held.snapshot;
  const remote = owner && owner.name !== 'shell' ? owner : null;
  const screen = remote
    ? remote.prerendered[route.path]
    : shell.prerendered[status === 404 ? NOT_FOUND_SCREEN : route.path];
  return {
    shell,
    remote,
    screen,
    // A page of the shell's own is drawn whole, and read without scripts.
    isWhole: remote === null && screen !== undefined,
    frame: shell.prerendered[route.layout],
    chain: remote?.exposes['./lifecycles'] ?? { js: [], css: [] },
    shellChain: shell.exposes[DOCUMENT_PARTS.shell] ?? { js: [shell.entry], css: [] },
  };
}
type Pieces = ReturnType<typeof piecesOf>;

/** Modules of the shell that this page is known to need. */
const ownModules = ({ layout }: SiteRoute['route'], isWhole: boolean): string[] => [
  ...(layout === 'account' ? [DOCUMENT_PARTS.account] : []),
  ...(isWhole ? [DOCUMENT_PARTS.pages] : []),
];

/** Sheets that are written in, linked, or left to the shell, which asks for those of a remote with a time limit. */
async function stylesOf({ text }: Drawing, pieces: Pieces, route: SiteRoute['route'], isDrawnScreen: boolean) {
  const { shell, remote, screen, frame, chain, shellChain, isWhole } = pieces;
  // A screen that is drawn already needs the styles of shared packages too, which its script would fetch.
  const sharedCss = screen ? sharedOf(shell, chain.later ?? []).flatMap(({ css }) => css) : [];
  const ownCss = ownModules(route, isWhole).flatMap((name) => shell.exposes[name]?.css ?? []);
  const of = (build: SnapshotBuild, paths: readonly string[]) => [...new Set(paths)].map((path) => ({ build, path }));
  const ofShell = of(shell, [...shellChain.css, ...(frame?.css ?? []), ...ownCss, ...sharedCss]);
  const ofRemote = remote ? of(remote, [...chain.css, ...(screen?.css ?? [])]) : [];
  const isDrawn = screen !== undefined || route.layout === 'account';
  const most = isDrawn ? MAX_INLINE_STYLE_BYTES_OF_DRAWN : MAX_INLINE_STYLE_BYTES;
  const together = await readSheets([...ofShell, ...ofRemote], most, text);
  // No script of a document runs before the sheets it links have come: a remote's that hangs would keep the shell
  // from starting. Where no screen needs it at once, the shell links it.
  const isLeftToShell = together.linked.length > 0 && !isDrawnScreen;
  const { inline, linked } = isLeftToShell ? await readSheets(ofShell, most, text) : together;
  return { inline, linked, preloaded: isLeftToShell ? ofRemote.map(({ build, path }) => fileOf(build, path)) : [] };
}

/** What the page's scripts read of the site. */
const pageDataOf = ({ held, settings }: Drawing, documentClass: DocumentClass): PageData => {
  const { site, tags } = settings;
  return {
    documentClass,
    header: site.header,
    footer: site.footer,
    offer: site.offer,
    wizard: site.wizard,
    locale: site.locale,
    releaseKeys: settings.releaseKeys,
    ...(settings.releaseRoot ? { releaseRoot: settings.releaseRoot } : {}),
    stripeScript: settings.stripeScript,
    sandbox: settings.isSandbox,
    ...(settings.isWorkedOn || held.snapshot.preview ? { forDevelopers: true as const } : {}),
    ...(tags ? { consent: { version: tags.version } } : {}),
    ...(tags && documentClass === 'public' ? { tags: tags.tags } : {}),
  };
};

async function drawDocument(
  drawing: Drawing,
  { route, owner }: SiteRoute,
  documentClass: DocumentClass,
  status: 200 | 404,
): Promise<Drawn> {
  const { held, settings, text } = drawing;
  const { site, siteOrigin, tags } = settings;
  const { snapshot } = held;
  const pieces = piecesOf(drawing, { route, owner }, status);
  const { shell, remote, chain, isWhole } = pieces;
  const [loader, frameHtml, screenHtml] = await Promise.all([
    text(shell, shell.exposes[DOCUMENT_PARTS.loader]?.js[0]),
    text(shell, pieces.frame?.html),
    text(remote ?? shell, pieces.screen?.html),
  ]);
  const styles = await stylesOf(drawing, pieces, route, screenHtml !== '');
  const page = pageDataOf(drawing, documentClass);
  const { preview, expiresAt: until } = snapshot;
  const isIndexed = route.documentClass === 'public' && status === 200 && !preview;
  const scripts = [
    ...pieces.shellChain.js.map((path) => fileOf(shell, path)),
    ...(remote ? [...new Set([remote.entry, ...chain.js])].map((path) => fileOf(remote, path)) : []),
    // What the shell fetches on demand and this page is known to need: its layout, shared packages its remote asks for.
    ...onDemand(shell, ownModules(route, isWhole), chain.later ?? []),
  ];
  const { description, content } = takeDescription(screenHtml);
  const parts = {
    title: route.path === '/' ? site.header.seo.meta_title : `${route.title} | ${site.header.site_title}`,
    description: isIndexed ? (description ?? site.header.seo.meta_description) : '',
    keywords: isIndexed ? site.header.seo.meta_keywords : '',
    isIndexed,
    canonical: isIndexed ? `${siteOrigin}${route.path}` : null,
    signed: snapshotFor(held, remote),
    loader,
    frame: frameHtml || DOCUMENT_PARTS.outlet,
    screen: content,
    sideBar: drawnSideBar(snapshot, route),
    isWhole,
    styles: styles.inline,
    banner: preview ? previewBanner({ ...preview, until, locale: site.locale }) : '',
    linkedStyles: styles.linked,
    preloadedStyles: styles.preloaded,
    scripts,
    font: fontOf(shell),
  };
  const headers = {
    ...documentHeaders({
      documentClass,
      loaderHash: inlineHash(loader),
      preloadHashes: scripts.flatMap(({ integrity }) => integrity ?? []),
      styleHashes: [
        ...styles.inline.map(({ css }) => inlineHash(css)),
        ...(preview ? [inlineHash(PREVIEW_STYLE)] : []),
      ],
      // Only a remote's page that began as a public one goes on to a payment; without tags it is private from the start.
      payment: remote && route.documentClass === 'public' && documentClass === 'private' ? settings.payment : null,
      tags: documentClass === 'public' ? (tags?.sources ?? null) : null,
      imageOrigins: originsOf([site.header.site_logo]),
      previewOf: preview ? siteOrigin : null,
      isHttps: siteOrigin.startsWith('https:'),
    }),
    ...(settings.variesBy.length > 0 ? byVisitor(settings.variesBy) : {}),
    ...(preview ? OF_PREVIEW : {}),
  };
  return {
    saysPrices: isWhole && saysPrices(content),
    finish: (prices) =>
      finish(composeDocument({ ...parts, page: { ...page, ...(prices && { prices }) } }), headers, status, isIndexed),
  };
}

async function readSheets(
  wanted: readonly { build: SnapshotBuild; path: string }[],
  maxInlineBytes: number,
  text: (build: SnapshotBuild, path: string) => Promise<string>,
): Promise<{ inline: InlineStyle[]; linked: PreloadFile[] }> {
  const sheets = await Promise.all(
    wanted.map(async ({ build, path }) => {
      const css = rebaseStyle(await text(build, path), fileAddress(build, path));
      return { file: fileOf(build, path), css };
    }),
  );
  const total = sheets.reduce((sum, { css }) => sum + css.length, 0);
  // All or nothing: a linked sheet after an inlined one would change their order.
  return total <= maxInlineBytes
    ? { inline: sheets.map(({ file, css }) => ({ href: file.place, css })), linked: [] }
    : { inline: [], linked: sheets.map(({ file }) => file) };
}

/** What the shell has of shared packages that are fetched on demand. */
const sharedOf = (shell: SnapshotBuild, names: readonly string[]) =>
  names.flatMap((name) => shell.exposes[`./shared/${name}`] ?? []);

const onDemand = (shell: SnapshotBuild, modules: readonly string[], shared: readonly string[]): PreloadFile[] => {
  const wanted = [...modules.flatMap((name) => shell.exposes[name] ?? []), ...sharedOf(shell, shared)];
  const paths = new Set(wanted.flatMap(({ js }) => js));
  return [...paths].map((path) => fileOf(shell, path));
};

/** The one font worth waiting for is named so by the shell's build. */
function fontOf(shell: SnapshotBuild): PreloadFile | null {
  const path = shell.preloadFont;
  return path ? { ...fileOf(shell, path), integrity: null } : null;
}

const originsOf = (urls: readonly string[]): string[] =>
  urls.filter((url) => url.startsWith('https://')).map((url) => new URL(url).origin);

const VARY_BY_COOKIE = 'accept-encoding, cookie';

/** Two documents have one address: what stands between must not mistake one for the other. */
const byCookie = (document: SiteDocument): SiteDocument => ({
  ...document,
  headers: {
    ...document.headers,
    vary: document.headers['vary']?.includes('cookie') ? document.headers['vary'] : VARY_BY_COOKIE,
  },
});

/** Headers of a preview, which is kept nowhere, so that nothing of it is seen when it has ended. */
const OF_PREVIEW = { 'cache-control': 'private, no-store', vary: VARY_BY_COOKIE, 'referrer-policy': 'no-referrer' };

/** One address has other documents for other visitors: what stands between keeps none of them. */
const byVisitor = (headers: readonly string[]) => ({
  'cache-control': 'private, no-cache',
  vary: ['accept-encoding', ...headers].join(', '),
});

function finish(html: string, headers: Record<string, string>, status: 200 | 404, isIndexed: boolean): SiteDocument {
  const identity = Buffer.from(html);
  // Headers are part of what a browser keeps with a 304.
  const digest = createHash('sha256').update(identity).update(JSON.stringify(headers)).digest('base64url');
  const robots = isIndexed ? {} : { 'x-robots-tag': 'noindex' };
  return {
    status,
    headers: { ...headers, ...robots },
    etag: `"${digest.slice(0, 27)}"`,
    body: documentBody(identity),
  };
}
