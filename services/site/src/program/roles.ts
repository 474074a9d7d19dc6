/** The composition root: the one file that knows every service. Each is loaded only by a process that has its role. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cookieNames } from '@redress/contracts/cookies';
import type { Database } from '@redress/database';
import { createSite, type ReleaseReads } from '../create-site.ts';
import { LIVE_STRIPE, sandboxStripe } from '../documents/policy.ts';
import type { AskForOffers } from '../documents/prices.ts';
import { runsSandbox } from '../config/config.ts';
import type { AskForGroupKeys } from '../http/group-keys.ts';
import type { OpenSample } from '../http/previews.ts';
import type { Context } from './context.ts';
import { bucketService } from './dependencies.ts';
import type { Service } from './front-door.ts';
import { consoleSignIn, providersFor, sandboxKeys, type SandboxWorld } from './providers.ts';
import { SANDBOX_OPERATORS } from './sandbox-operators.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');
const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

const storageOf = ({ config: { dataDir, keysDir, s3 }, metrics }: Context) => ({
  dataDir,
  keysDir,
  s3,
  observe: metrics.observeStore('builds'),
});

/** The bucket that builds are in, for `/readyz`; nothing where they are in a folder. */
export async function watchStore(context: Context): Promise<Service[]> {
  const { s3 } = context.config;
  if (!s3) return [];
  const { openBlobs } = await import('@redress/releases');
  return [bucketService(s3, openBlobs(storageOf(context), () => {}).check)];
}

/** Folders with the builds of this machine. */
const buildFolders = (root: string): string[] =>
  readdirSync(root)
    .filter((name) => name === 'shell' || name.startsWith('mf-'))
    .map((name) => path.join(root, name, 'dist'));

type Releases = Awaited<ReturnType<typeof startReleases>>;

export async function startReleases(context: Context, database: Database, sandbox: SandboxWorld | null) {
  const { config, loggerOf, metrics, siteOrigin, consolePort, started } = context;
  const { createReleases } = await import('@redress/releases');
  const releases = createReleases({
    storage: storageOf(context),
    metrics,
    channel: config.channel,
    previewCookie: cookieNames(siteOrigin).preview,
    database,
    logger: loggerOf('releases'),
    console: { host: '127.0.0.1', port: consolePort },
    consoleOrigin: config.consoleOrigin,
    signIn: consoleSignIn(config, sandbox),
    isLocal: ['localhost', '127.0.0.1'].includes(new URL(siteOrigin).hostname),
    healthGate: config.healthGate,
    healthGroups: config.healthGroups,
    sites: config.releaseSites,
    devRemotes: config.devRemotes,
    stopping: context.stopping,
    notices: {
      mail: providersFor(config, sandbox).smtp,
      privateHosts: config.webhookPrivateHosts,
    },
    buildFolders: config.publishAtStart ? buildFolders(config.buildsFrom ?? REPOSITORY) : [],
  });
  started.add('releases', () => releases.stop());
  await releases.start();
  return releases;
}

/** A site of its own process: snapshots from the release service, files from the shared store. */
export async function startReader(context: Context) {
  const { config, logger, siteOrigin, started } = context;
  const log = (message: string) => logger.warn(message);
  const { forwardBeacons, createReleaseReader, httpSource, openBlobs, openHeads, openTrust, registerPublicRoutes } =
    await import('@redress/releases');
  const storage = storageOf(context);
  const { trust, signed: signedTrust } = openTrust(storage, log);
  const reader = createReleaseReader({
    channel: config.channel,
    source: httpSource(config.releasesUrls),
    blobs: openBlobs(storage, log),
    heads: openHeads(storage),
    trust,
    signedTrust,
    now: () => new Date(),
    log,
  });
  started.add('reader', () => reader.stop());
  await reader.start();
  const service: Service = {
    name: 'releases',
    register(app) {
      registerPublicRoutes(app, reader, { previewCookie: cookieNames(siteOrigin).preview });
      forwardBeacons(app, config.releasesUrls, config.channel);
    },
    ready: () => Promise.resolve(reader.health()),
  };
  return { reader, service };
}

export async function startSandbox(context: Context): Promise<{ world: SandboxWorld; service: Service } | null> {
  const { config, loggerOf, siteOrigin, consolePort, started } = context;
  if (!runsSandbox(config)) return null;
  const { createSandbox } = await import('@redress/sandbox');
  const sandbox = createSandbox({
    host: '127.0.0.1',
    basePort: config.sandboxPort,
    siteOrigin,
    console: { origin: config.consoleOrigin ?? `http://127.0.0.1:${consolePort}`, operators: SANDBOX_OPERATORS },
    dataDir: path.join(config.dataDir, 'sandbox'),
    // Beside other roles a key that is set belongs to a real provider: the sandbox neither needs nor keeps it.
    ...(config.roles.size === 1 ? { keys: sandboxKeys(config) } : {}),
    logger: loggerOf('sandbox'),
  });
  started.add('sandbox', () => sandbox.stop());
  await sandbox.start();
  const service = { name: 'sandbox', ready: () => sandbox.ready() };
  return { world: sandbox.world(), service };
}

export async function startClaims(
  { config, loggerOf, metrics, siteOrigin, started, stopping }: Context,
  database: Database,
  sandbox: SandboxWorld | null,
  releases: Releases | null,
): Promise<Service & { offersOnSale: AskForOffers; groupKeys: AskForGroupKeys; openSample: OpenSample }> {
  const { createClaims, followInstallationSecret } = await import('@redress/claims');
  const claimsLogger = loggerOf(config.roles.has('claims') ? 'claims' : 'worker');
  const secret = followInstallationSecret(config.secretFile, claimsLogger);
  started.add('secret', () => secret.stop());
  const claims = createClaims({
    roles: (['claims', 'worker'] as const).filter((role) => config.roles.has(role)),
    databaseUrl: () => database.url,
    database,
    stopping,
    secret,
    ...(releases
      ? { previewHasEnded: async (digest) => (await releases.reader.previews.bySite.find(digest, '')) === null }
      : {}),
    logger: claimsLogger,
    metrics,
    config: {
      siteOrigin,
      locale: config.site.locale,
      sender: {
        title: config.site.header.site_title,
        line: config.site.header.site_tagline,
        replyTo: config.site.footer.company_email,
        postalAddress: config.site.footer.postal_address ?? '',
      },
      amountRange: { min: config.site.wizard.amountMin, max: config.site.wizard.amountMax },
      passwordMinLength: config.passwordMinLength,
      changeWindowMinutes: config.changeWindowMinutes,
      providers: providersFor(config, sandbox),
    },
  });
  started.add('claims', () => claims.stop());
  await claims.start();
  return {
    ...claims,
    openSample: ({ secret: shown, until }) =>
      claims.openSample({ digest: createHash('sha256').update(shown).digest('hex'), until }),
    async ready() {
      const { ok, checks } = await claims.ready();
      const failing = checks.filter((check) => !check.ok).map(({ name, note }) => (note ? `${name}: ${note}` : name));
      return failing.length > 0 ? { ok, detail: failing.join('; ') } : { ok };
    },
  };
}

export async function startSite(
  context: Context,
  releases: ReleaseReads,
  sandbox: SandboxWorld | null,
  offers: AskForOffers | null,
  groupKeys: AskForGroupKeys | null,
  openSample: OpenSample | null,
): Promise<Service> {
  const { config, loggerOf, metrics, siteOrigin, started } = context;
  const cookies = cookieNames(siteOrigin);
  const { stripe: standIn } = config.standIns;
  const sandboxStripeUrl = standIn ?? (config.providers.stripe ? null : (sandbox?.addresses.stripe ?? null));
  const site = createSite({
    site: config.site,
    siteOrigin: () => siteOrigin,
    releases,
    payment: sandboxStripeUrl ? sandboxStripe(new URL(sandboxStripeUrl).origin) : LIVE_STRIPE,
    stripeScript: sandboxStripeUrl ? new URL('/stripe.js', sandboxStripeUrl).href : STRIPE_SCRIPT,
    isSandbox: sandbox !== null || standIn !== null,
    isWorkedOn: config.devRemotes.length > 0,
    offers,
    cookies,
    countryHeader: config.countryHeader,
    groupKeys,
    openSample,
    logger: loggerOf('site'),
    metrics,
  });
  started.add('site', () => site.stop());
  await site.start();
  return site;
}
