import { fastifyAccepts } from '@fastify/accepts';
import { fastifyCookie } from '@fastify/cookie';
import { cookiesIn, type CookieNames } from '@redress/contracts/cookies';
import type { PageData, SiteConfig } from '@redress/contracts/releases';
import type { Logger, Metrics } from '@redress/telemetry/server';
import type { FastifyInstance } from 'fastify';
import { makeDocuments, type BuildFiles } from './documents/document-set.ts';
import { makeDocumentSets, type DocumentSets, type HeldRelease } from './documents/document-sets.ts';
import type { PaymentHosts } from './documents/policy.ts';
import { createPrices, type AskForOffers } from './documents/prices.ts';
import { normalPath } from './documents/site-routes.ts';
import { registerAssetRoutes, type AssetBuild, type AssetSource } from './http/asset-routes.ts';
import { registerCspReports } from './http/csp-reports.ts';
import { chooseEncoding, matchesEtag } from './http/negotiate.ts';
import { createGroupKeys, type AskForGroupKeys } from './http/group-keys.ts';
import { registerPreviews, type OpenSample, type PreviewSource } from './http/previews.ts';
import { registerStaffRoutes } from './http/staff-routes.ts';
import { createVisitors } from './http/visitors.ts';
import { registerPlainFiles } from './http/plain-files.ts';
import { buildBase } from '@redress/contracts/releases';

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

export interface Site {
  name: 'site';
  register(app: FastifyInstance): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  ready(): Promise<{ ok: boolean; detail?: string }>;
}

const MEASURE_MS = 5_000;
/** Whatever a change brought down is taken back at once, and its documents must not wait for the best compression of those before. */
const RECOMPRESS_AFTER_MS = 2_000;

/** The front door: documents from memory, files of builds, and nothing that asks a database. */
export function createSite(options: SiteOptions): Site {
  const { releases, logger, metrics } = options;
  const prices = createPrices(options.offers, logger, () => recompressLater());
  const groupKeys = createGroupKeys(options.groupKeys, logger);
  const now = () => new Date();
  let documents: DocumentSets | null = null;
  /** Number of the newest snapshot that documents are to be made of. */
  let wanted = 0;
  let recompressing: NodeJS.Timeout | undefined;
  let making: Promise<void> = Promise.resolve();
  let unsubscribe = () => {};
  let isStopped = false;

  const text = async (build: AssetBuild & { version: string }, path: string): Promise<string | null> => {
    const [, , name, folder] = buildBase(build).split('/') as [string, string, string, string];
    const descriptor = await releases.describe(name, folder);
    return (descriptor && (await releases.file(descriptor, path))?.toString('utf8')) ?? null;
  };

  const files: BuildFiles = { text: (build, path) => text({ ...build, files: {} }, path) };
  const settings = () => ({
    site: options.site,
    siteOrigin: options.siteOrigin(),
    stripeScript: options.stripeScript,
    payment: options.payment,
    isSandbox: options.isSandbox,
    isWorkedOn: options.isWorkedOn ?? false,
    releaseKeys: releases.channelKeys(),
    releaseRoot: releases.root(),
    prices,
    countryHeader: options.countryHeader,
  });

  /** Once a snapshot: what cannot be known here is a cohort that is empty. */
  const noteCohorts = (rollout: HeldRelease['rollout']) => {
    if (rollout?.asks.country && options.countryHeader === null)
      logger.warn('something rolls out by country, and COUNTRY_HEADER is not set: nobody is in one');
    if (rollout?.asks.groups && options.groupKeys === null)
      logger.warn('something rolls out to groups of accounts, and CLAIMS_URL is not set: nobody is in one');
  };

  /** Documents are new after a release, and when a price has changed. */
  const recompressLater = () => {
    const made = documents;
    if (!made || isStopped) return;
    clearTimeout(recompressing);
    const isNewest = () => documents === made && wanted === made.snapshotNumber && !isStopped;
    recompressing = setTimeout(() => void made.recompress(isNewest), RECOMPRESS_AFTER_MS).unref();
  };

  /**
   * One after the other, and the newest wins: a slow older set never replaces a newer one. What fails is thrown: the
   * read side says so and asks again, and the documents before stay.
   */
  const remake = (held: HeldRelease): Promise<void> => {
    wanted = Math.max(wanted, held.snapshot.number);
    clearTimeout(recompressing);
    const made = making.then(async () => {
      if (documents && documents.snapshotNumber >= held.snapshot.number) return;
      noteCohorts(held.rollout);
      if (held.rollout?.asks.groups) await groupKeys.refresh();
      const next = await makeDocumentSets(held, files, settings());
      documents = next;
      measure();
      logger.info({ snapshot: held.snapshot.number }, 'serving snapshot');
      recompressLater();
    });
    making = made.catch(() => {});
    return made;
  };

  const snapshots = metrics.gauge('site_snapshot', 'Number of the snapshot: held, and that documents are made of', [
    'what',
  ] as const);
  const behind = metrics.gauge('site_behind', '1 while /readyz names a reason why nothing newer is served');
  const measure = () => {
    snapshots.set({ what: 'held' }, releases.held()?.snapshot.number ?? 0);
    snapshots.set({ what: 'documents' }, documents?.snapshotNumber ?? 0);
    behind.set(releases.health().detail === undefined ? 0 : 1);
  };
  let measuring: NodeJS.Timeout | undefined;
  const served = metrics.counter('site_documents_total', 'Documents sent, by status', ['status'] as const);

  return {
    name: 'site',

    async register(app) {
      await app.register(fastifyCookie);
      await app.register(fastifyAccepts);
      registerAssetRoutes(app, () => releases);
      registerPlainFiles(app, { siteOrigin: options.siteOrigin, routes: () => releases.held()?.snapshot ?? null });
      registerCspReports(app, { logger, metrics });
      const previews = registerPreviews(app, {
        source: releases.previews,
        makeDocuments: (held) => makeDocuments(held, files, { ...settings(), variesBy: [] }),
        locale: options.site.locale,
        cookies: options.cookies,
        openSample: options.openSample,
        logger,
      });
      registerStaffRoutes(app, {
        open: (secret, address) => releases.staff.open(secret, address),
        channelKeys: () => releases.channelKeys(),
        cookies: options.cookies,
        locale: options.site.locale,
        now,
      });
      const visitorOf = createVisitors({
        cookies: options.cookies,
        countryHeader: options.countryHeader,
        held: () => releases.held(),
        channelKeys: () => releases.channelKeys(),
        groupKeys,
        now,
      });

      app.get<{ Querystring: { doc?: string } }>('/*', async (request, reply) => {
        const end = request.url.indexOf('?');
        const path = normalPath(end === -1 ? request.url : request.url.slice(0, end));
        if (path.startsWith('/api/') || path === '/api') {
          return reply.code(404).header('cache-control', 'no-store').send({ success: false, message: 'No such call.' });
        }
        if (!documents) {
          return reply
            .code(503)
            .headers({ 'retry-after': '2', 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
            .send('Redress has no release to show yet. Please try again in a moment.\n');
        }
        const everybody = documents;
        const set =
          (await previews.of(request, reply)) ?? everybody.of((rollout) => visitorOf(request, reply, rollout));
        const found = set.find(path, {
          isPrivate: request.query.doc === 'private',
          isSignedOut: request.cookies[cookiesIn(options.cookies, request.cookies).session] === undefined,
        });
        const document = (await found) ?? set.notFound;
        const encoding = chooseEncoding(request);
        reply.headers(document.headers).header('etag', document.etag);
        if (document.status === 200 && matchesEtag(request.headers['if-none-match'], document.etag)) {
          served.inc({ status: '304' });
          return reply.code(304).send();
        }
        served.inc({ status: String(document.status) });
        const bytes = await document.body.as(encoding);
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return reply.code(document.status).send(bytes);
      });
    },

    async start() {
      prices.start();
      unsubscribe = releases.onSnapshot(remake);
      await releases.show();
      measure();
      measuring = setInterval(measure, MEASURE_MS);
      measuring.unref();
    },

    async stop() {
      isStopped = true;
      prices.stop();
      clearTimeout(recompressing);
      clearInterval(measuring);
      unsubscribe();
      await making;
    },

    async ready() {
      const { ok, detail } = releases.health();
      const isReady = ok && documents !== null;
      return detail === undefined ? { ok: isReady } : { ok: isReady, detail };
    },
  };
}
