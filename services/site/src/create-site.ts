import { fastifyAccepts } from '@fastify/accepts';
import { fastifyCookie } from '@fastify/cookie';
import { cookiesIn, type CookieNames } from '@redress/contracts/cookies';
import { buildBase, normalPath, type PageData, type SiteConfig } from '@redress/contracts/releases';
import type { Logger, Metrics } from '@redress/telemetry/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeDocuments, type BuildFiles, type DocumentSet } from './documents/document-set.ts';
import { makeDocumentSets, type DocumentSets, type HeldRelease } from './documents/document-sets.ts';
import { keepDocuments } from './documents/kept-documents.ts';
import type { PaymentHosts } from './documents/policy.ts';
import { createPrices, type AskForOffers, type Prices } from './documents/prices.ts';
import { ofUnchanged } from './documents/site-document.ts';
import { registerAssetRoutes, type AssetSource } from './http/asset-routes.ts';
import { registerCspReports } from './http/csp-reports.ts';
import { chooseEncoding, matchesEtag } from './http/negotiate.ts';
import { createGroupKeys, type AskForGroupKeys } from './http/group-keys.ts';
import { registerPreviews, type OpenSample, type PreviewSource } from './http/previews.ts';
import { registerStaffRoutes } from './http/staff-routes.ts';
import { createVisitors } from './http/visitors.ts';
import { registerPlainFiles } from './http/plain-files.ts';

/** The verified read side of releases; what the site needs of it. */
export interface ReleaseReads extends AssetSource {
  held(): HeldRelease | null;
  /** What the listener answers is waited for before the snapshot counts as served. */
  onSnapshot(listener: (held: HeldRelease) => void | Promise<void>): () => void;
  channelKeys(): Record<string, string>;
  root(): PageData['releaseRoot'];
  previews: PreviewSource;
  /** @returns the staff pass of an address with this secret, once */
  staff: { open(secret: string, address: string): Promise<string | null> };
  /** Calls the listeners with what is held, again until they are done. */
  show(): Promise<void>;
  health(): { ok: boolean; detail?: string };
}

export interface SiteOptions {
  site: SiteConfig;
  siteOrigin: () => string;
  releases: ReleaseReads;
  payment: PaymentHosts;
  stripeScript: string;
  isSandbox: boolean;
  /** Remotes are being worked on in this site. */
  isWorkedOn?: boolean;
  /** `null`: no service of this process says prices. */
  offers: AskForOffers | null;
  /** Whether a session is still good is not asked. That of a bucket is set while something rolls out to a share. */
  cookies: CookieNames;
  /** Header in which a trusted proxy names the visitor's country, in small letters. */
  countryHeader: string | null;
  /** `null`: no service of this process says which accounts are in a group. */
  groupKeys: AskForGroupKeys | null;
  /** `null`: no claims in this process. */
  openSample: OpenSample | null;
  logger: Logger;
  metrics: Metrics;
}

const MEASURE_MS = 5_000;

/** What documents are drawn with, besides their release. */
const settingsOf = (options: SiteOptions, prices: Prices) => ({
  site: options.site,
  siteOrigin: options.siteOrigin(),
  stripeScript: options.stripeScript,
  payment: options.payment,
  isSandbox: options.isSandbox,
  isWorkedOn: options.isWorkedOn ?? false,
  releaseKeys: options.releases.channelKeys(),
  releaseRoot: options.releases.root(),
  prices,
  countryHeader: options.countryHeader,
});

const filesOf = (releases: ReleaseReads): BuildFiles => ({
  async text(build, path) {
    const [, , name, folder] = buildBase(build).split('/') as [string, string, string, string];
    const descriptor = await releases.describe(name, folder);
    return (descriptor && (await releases.file(descriptor, path))?.toString('utf8')) ?? null;
  },
});

/** Says once a snapshot which cohort is empty because it cannot be known here. */
function noteCohorts({ rollout }: HeldRelease, { countryHeader, groupKeys, logger }: SiteOptions): void {
  if (rollout?.asks.country && countryHeader === null)
    logger.warn('something rolls out by country, and COUNTRY_HEADER is not set: nobody is in one');
  if (rollout?.asks.groups && groupKeys === null)
    logger.warn('something rolls out to groups of accounts, and CLAIMS_URL is not set: nobody is in one');
}

/** Figures of what is held and what documents are made of. @returns what sets them */
function snapshotFigures(metrics: Metrics, releases: ReleaseReads, documents: () => DocumentSets | null): () => void {
  const snapshots = metrics.gauge('site_snapshot', 'Number of the snapshot: held, and that documents are made of', [
    'what',
  ] as const);
  const behind = metrics.gauge('site_behind', '1 while /readyz names a reason why nothing newer is served');
  return () => {
    snapshots.set({ what: 'held' }, releases.held()?.snapshot.number ?? 0);
    snapshots.set({ what: 'documents' }, documents()?.snapshotNumber ?? 0);
    behind.set(releases.health().detail === undefined ? 0 : 1);
  };
}

/** Answers every address that is a page: from memory, by who asks. */
function serveDocuments(
  app: FastifyInstance,
  { cookies, metrics }: SiteOptions,
  setOf: (request: FastifyRequest, reply: FastifyReply) => Promise<DocumentSet | null>,
): void {
  const served = metrics.counter('site_documents_total', 'Documents sent, by status', ['status'] as const);
  app.get<{ Querystring: { doc?: string } }>('/*', async (request, reply) => {
    const end = request.url.indexOf('?');
    const path = normalPath(end === -1 ? request.url : request.url.slice(0, end));
    if (path.startsWith('/api/') || path === '/api') {
      return reply.code(404).header('cache-control', 'no-store').send({ success: false, message: 'No such call.' });
    }
    const set = await setOf(request, reply);
    if (!set) {
      return reply
        .code(503)
        .headers({ 'retry-after': '2', 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
        .send('Redress has no release to show yet. Please try again in a moment.\n');
    }
    const found = set.find(path, {
      isPrivate: request.query.doc === 'private',
      isSignedOut: request.cookies[cookiesIn(cookies, request.cookies).session] === undefined,
    });
    const document = (await found) ?? set.notFound;
    const encoding = chooseEncoding(request);
    reply.header('etag', document.etag);
    if (document.status === 200 && matchesEtag(request.headers['if-none-match'], document.etag)) {
      served.inc({ status: '304' });
      return reply.code(304).headers(ofUnchanged(document)).send();
    }
    reply.headers(document.headers);
    served.inc({ status: String(document.status) });
    const bytes = await document.body.as(encoding);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.code(document.status).send(bytes);
  });
}

/** The front door: documents from memory, files of builds, and nothing that asks a database. */
export function createSite(options: SiteOptions) {
  const { releases, logger, metrics, cookies } = options;
  const prices = createPrices(options.offers, logger, () => documents.recompressLater());
  const groupKeys = createGroupKeys(options.groupKeys, logger);
  const now = () => new Date();
  const files = filesOf(releases);
  const documents = keepDocuments(
    async (held) => {
      noteCohorts(held, options);
      if (held.rollout?.asks.groups) await groupKeys.refresh();
      return makeDocumentSets(held, files, settingsOf(options, prices));
    },
    ({ snapshotNumber }) => {
      measure();
      logger.info({ snapshot: snapshotNumber }, 'serving snapshot');
    },
  );
  const measure = snapshotFigures(metrics, releases, documents.current);
  let measuring: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  return {
    name: 'site',

    async register(app: FastifyInstance): Promise<void> {
      await app.register(fastifyCookie);
      await app.register(fastifyAccepts);
      registerAssetRoutes(app, releases);
      registerPlainFiles(app, { siteOrigin: options.siteOrigin, routes: () => releases.held()?.snapshot ?? null });
      registerCspReports(app, { logger, metrics });
      const previews = registerPreviews(app, {
        source: releases.previews,
        makeDocuments: (held) => makeDocuments(held, files, { ...settingsOf(options, prices), variesBy: [] }),
        locale: options.site.locale,
        cookies,
        openSample: options.openSample,
        logger,
      });
      registerStaffRoutes(app, {
        open: (secret, address) => releases.staff.open(secret, address),
        channelKeys: () => releases.channelKeys(),
        cookies,
        locale: options.site.locale,
        now,
      });
      const visitorOf = createVisitors({
        cookies,
        countryHeader: options.countryHeader,
        held: () => releases.held(),
        channelKeys: () => releases.channelKeys(),
        groupKeys,
        now,
      });
      serveDocuments(app, options, async (request, reply) => {
        const everybody = documents.current();
        if (!everybody) return null;
        return (await previews.of(request, reply)) ?? everybody.of((rollout) => visitorOf(request, reply, rollout));
      });
    },

    async start(): Promise<void> {
      prices.start();
      unsubscribe = releases.onSnapshot(documents.remake);
      await releases.show();
      measure();
      measuring = setInterval(measure, MEASURE_MS);
      measuring.unref();
    },

    async stop(): Promise<void> {
      prices.stop();
      clearInterval(measuring);
      unsubscribe();
      await documents.stop();
    },

    async ready(): Promise<{ ok: boolean; detail?: string }> {
      const { ok, detail } = releases.health();
      const isReady = ok && documents.current() !== null;
      return detail === undefined ? { ok: isReady } : { ok: isReady, detail };
    },
  };
}
