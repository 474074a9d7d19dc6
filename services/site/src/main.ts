/**
 * The composition root: the one file that knows every service. `ROLES` says which of them this process runs; in
 * production each scales by itself, on one machine they are one program.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { cookieNames } from '@redress/contracts/cookies';
import { isStartRefusal, lockDataDirAfterCommands, openDatabase, type Database } from '@redress/database';
import { createLogger, createMetrics, startTracing, type Logger, type Metrics } from '@redress/telemetry/server';
import { readConfig, runsSandbox, type Config } from './config/config.ts';
import { createSite, type ReleaseReads } from './create-site.ts';
import { offersFrom, type AskForOffers } from './documents/prices.ts';
import { groupKeysFrom, type AskForGroupKeys } from './http/group-keys.ts';
import { LIVE_STRIPE, sandboxStripe } from './documents/policy.ts';
import { announceReady, readyLines } from './program/announce.ts';
import { followCertificate, type SecureServer } from './program/certificate.ts';
import { superviseEmbeddedDatabase, type RunningDatabase } from './program/database.ts';
import { bucketService, databaseService } from './program/dependencies.ts';
import { createFrontDoor, type FrontDoor, type Service } from './program/front-door.ts';
import { findPort } from './program/ports.ts';
import { SANDBOX_OPERATORS } from './program/sandbox-operators.ts';
import { consoleSignIn, providersFor, sandboxAddresses, sandboxKeys, type SandboxWorld } from './program/providers.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What was started, ended in the opposite order whatever happens. */
class Started {
  readonly #stops: { name: string; stop: () => Promise<void> | void }[] = [];

  add(name: string, stop: () => Promise<void> | void): void {
    this.#stops.push({ name, stop });
  }

  async stop(logger: Logger | null): Promise<void> {
    for (const { name, stop } of this.#stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        logger?.error({ err: error }, `${name} did not stop cleanly`);
      }
    }
  }
}

type LoggerOf = (service: string) => Logger;

interface Context {
  config: Config;
  logger: Logger;
  /** Lines of one service; `service` in them is its name and stands once. */
  loggerOf: LoggerOf;
  metrics: Metrics;
  siteOrigin: string;
  /** Free, where this process has the console. */
  consolePort: number;
  started: Started;
  /** Aborted when the program is asked to stop, also while it starts. */
  stopping: AbortSignal;
}

const needsDatabase = ({ roles }: Config) =>
  ['claims', 'worker', 'releases'].some((role) => roles.has(role as 'claims'));

interface Data {
  database: Database;
  /** Tells `/readyz` about an embedded server that is being started again, and of another whether it answers. */
  service: Service;
}

async function openData({ config, logger, started }: Context): Promise<Data | null> {
  const log = (message: string) => logger.warn(message);
  const lock = await lockDataDirAfterCommands(config.dataDir, log);
  started.add('lock', () => lock.release());
  if (!needsDatabase(config)) return null;
  let url = config.databaseUrl;
  let embeddedState: RunningDatabase['state'] | null = null;
  if (url === null) {
    const embedded = await superviseEmbeddedDatabase(config.dataDir, { say, log });
    started.add('database', () => embedded.stop());
    ({ url, state: embeddedState } = embedded);
  }
  const database = await openDatabase({
    url,
    directUrl: config.databaseDirectUrl ?? undefined,
    name: 'program',
    maxConnections: config.databasePool * 2,
    log,
  });
  started.add('pool', () => database.close());
  const state = embeddedState;
  const service = state
    ? { name: 'database', stop: () => Promise.resolve(), ready: () => Promise.resolve(state()) }
    : databaseService(database);
  return { database, service };
}

/** Folders with the builds of this machine. */
const buildFolders = (root: string): string[] =>
  readdirSync(root)
    .filter((name) => name === 'shell' || name.startsWith('mf-'))
    .map((name) => path.join(root, name, 'dist'));

async function startReleases(context: Context, database: Database, sandbox: SandboxWorld | null) {
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

const storageOf = ({ config: { dataDir, keysDir, s3 }, metrics }: Context) => ({
  dataDir,
  keysDir,
  s3,
  observe: metrics.observeStore('builds'),
});

/** A site of its own process: snapshots from the release service, files from the shared store. */
async function startReader(context: Context) {
  const { config, logger, siteOrigin, started } = context;
  const { forwardBeacons, createReleaseReader, httpSource, openBlobs, openHeads, openTrust, registerPublicRoutes } =
    await import('@redress/releases');
  const storage = storageOf(context);
  const { trust, signed: signedTrust } = openTrust(storage, (message) => logger.warn(message));
  const reader = createReleaseReader({
    channel: config.channel,
    source: httpSource(config.releasesUrls),
    blobs: openBlobs(storage),
    heads: openHeads(storage),
    trust,
    signedTrust,
    now: () => new Date(),
    log: (message) => logger.warn(message),
  });
  started.add('reader', () => reader.stop());
  await reader.start();
  const service: Service = {
    name: 'releases',
    register(app) {
      registerPublicRoutes(app, reader, { previewCookie: cookieNames(siteOrigin).preview });
      forwardBeacons(app, config.releasesUrls);
    },
    stop: () => Promise.resolve(),
    ready: () => Promise.resolve(reader.health()),
  };
  return { reader, service };
}

async function startSandbox(context: Context): Promise<{ world: SandboxWorld; service: Service } | null> {
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
  const service = { name: 'sandbox', stop: () => Promise.resolve(), ready: () => sandbox.ready() };
  return { world: sandbox.world(), service };
}

async function startClaims(
  { config, loggerOf, metrics, siteOrigin, started, stopping }: Context,
  database: Database,
  sandbox: SandboxWorld | null,
): Promise<Service & { offersOnSale: AskForOffers; groupKeys: AskForGroupKeys }> {
  const { createClaims, formerSecretOf, secretFromFile } = await import('@redress/claims');
  const claims = createClaims({
    roles: (['claims', 'worker'] as const).filter((role) => config.roles.has(role)),
    databaseUrl: database.url,
    database,
    stopping,
    secret: secretFromFile(config.secretFile),
    formerSecret: formerSecretOf(config.secretFile),
    logger: loggerOf(config.roles.has('claims') ? 'claims' : 'worker'),
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
    async ready() {
      const { ok, checks } = await claims.ready();
      const failing = checks.filter((check) => !check.ok).map(({ name, note }) => (note ? `${name}: ${note}` : name));
      return failing.length > 0 ? { ok, detail: failing.join('; ') } : { ok };
    },
  };
}

async function startSite(
  context: Context,
  releases: ReleaseReads,
  sandbox: SandboxWorld | null,
  offers: AskForOffers | null,
  groupKeys: AskForGroupKeys | null,
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
    logger: loggerOf('site'),
    metrics,
  });
  started.add('site', () => site.stop());
  await site.start();
  return site;
}

interface RunningProgram {
  door: FrontDoor;
  siteOrigin: string;
  /** What a newcomer needs to know once everything runs. */
  lines: string;
}

/** A process with one role is known by it. */
const programName = ({ roles }: Config): string => (roles.size === 1 ? ([...roles][0] as string) : 'redress');

/** Starts what `ROLES` names, in the order in which they need each other. */
async function startProgram(
  given: Pick<Context, 'config' | 'started' | 'loggerOf' | 'stopping'>,
): Promise<RunningProgram> {
  const { config, started, loggerOf } = given;
  const port = await findPort(config.host, config.port, 'PORT');
  const siteOrigin = config.siteOrigin ?? `${config.tls ? 'https' : 'http'}://localhost:${port}`;
  const metrics = createMetrics({ service: 'redress', process: true });
  const logger = loggerOf(programName(config));
  const consolePort = config.roles.has('releases')
    ? await findPort('127.0.0.1', config.consolePort, 'CONSOLE_PORT')
    : config.consolePort;
  const context: Context = { ...given, logger, metrics, siteOrigin, consolePort };
  if (config.traces) {
    const traces = await startTracing({ ...config.traces, service: programName(config), log: logger, metrics });
    started.add('traces', () => traces.stop());
  }

  const data = await openData(context);
  const database = data?.database ?? null;
  const startedSandbox = await startSandbox(context);
  const sandbox = startedSandbox?.world ?? null;
  const services: Service[] = [data?.service, startedSandbox?.service].filter((service) => service !== undefined);
  if (config.s3 && (config.roles.has('releases') || config.roles.has('site'))) {
    const { openBlobs } = await import('@redress/releases');
    services.push(bucketService(config.s3, openBlobs(storageOf(context)).check));
  }
  let reads: ReleaseReads | null = null;
  let consoleUrl: string | null = null;
  let notes: readonly string[] = [];
  if (config.roles.has('releases') && database) {
    const releases = await startReleases(context, database, sandbox);
    services.push(releases);
    reads = releases.reader as ReleaseReads;
    consoleUrl = releases.consoleUrl();
    notes = releases.report().notes;
  } else if (config.roles.has('site')) {
    const { reader, service } = await startReader(context);
    services.push(service);
    reads = reader as ReleaseReads;
  }
  let offers = config.claimsUrl === null ? null : offersFrom(config.claimsUrl);
  let groupKeys = config.claimsUrl === null ? null : groupKeysFrom(config.claimsUrl);
  if ((config.roles.has('claims') || config.roles.has('worker')) && database) {
    const claims = await startClaims(context, database, sandbox);
    services.push(claims);
    offers ??= claims.offersOnSale;
    groupKeys ??= claims.groupKeys;
  }
  // Last: its documents answer whatever path no other service has taken.
  if (config.roles.has('site') && reads) services.push(await startSite(context, reads, sandbox, offers, groupKeys));

  const door = await createFrontDoor({
    config,
    siteOrigin,
    services,
    logger,
    metrics,
    sandbox: sandbox && sandboxAddresses(sandbox),
  });
  started.add('front door', () => door.close());
  await door.app.listen({ host: config.host, port });
  if (config.roles.has('site')) {
    // The server of a door with TLS is one of Node's, which Fastify types by the protocol without.
    const tls = config.tls && { server: door.app.server as unknown as SecureServer, files: config.tls };
    started.add('certificate', followCertificate({ origin: new URL(siteOrigin), tls, logger, metrics }));
  }
  const lines = readyLines({
    siteOrigin,
    mailbox: sandbox?.addresses.mailbox ?? null,
    console: consoleUrl,
    keysFolder: path.relative(process.cwd(), config.keysDir) || '.',
    notes,
  });
  return { door, siteOrigin, lines };
}

const SAME_REQUEST_MS = 1_000;
/** `npm start` starts the program again after this exit code (packages/tools/lib/keep-running.mjs). */
const CRASHED = 70;
/** What does not stop in this time is ended with the process. */
const STOP_LIMIT_MS = 30_000;

async function main(): Promise<void> {
  // Output that cannot be written (a closed terminal, a file on a full disk) must not end the program.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const started = new Started();
  let logger: Logger | null = null;
  let stopping: Promise<void> | null = null;
  const isStopping = new AbortController();
  let starting: Promise<unknown> = Promise.resolve();
  const stop = (exitCode: number): Promise<void> => {
    if (!stopping) setTimeout(() => process.exit(exitCode || 1), STOP_LIMIT_MS).unref();
    isStopping.abort();
    // What is just being started must be there to be stopped.
    stopping ??= starting
      .catch(() => {})
      .then(() => started.stop(logger))
      .then(() => process.exit(exitCode));
    return stopping;
  };
  let askedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      // Ctrl-C comes from the terminal and again from npm. A person who asks twice does not want to wait.
      if (stopping && Date.now() - askedAt > SAME_REQUEST_MS) process.exit(130);
      askedAt ||= Date.now();
      void stop(0);
    });
  }
  try {
    const config = readConfig(process.env);
    const level = config.logLevel ?? (config.isProduction ? 'info' : 'warn');
    const loggerOf: LoggerOf = (name) => createLogger({ name, level });
    logger = loggerOf(programName(config));
    process.on('uncaughtException', (error) => {
      logger?.fatal({ err: error }, 'ending after an error that nothing handled');
      void stop(CRASHED);
    });
    const start = startProgram({ config, started, loggerOf, stopping: isStopping.signal });
    starting = start;
    const { door, siteOrigin, lines } = await start;
    await announceReady({ door, siteOrigin, lines, say, stopping: isStopping.signal });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (isStartRefusal(error)) process.stderr.write(`\n${message}\n`);
    else if (code === 'EADDRINUSE')
      process.stderr.write(
        `\n${message}: stop the program that uses the port, or set PORT, CONSOLE_PORT or SANDBOX_PORT.\n`,
      );
    else process.stderr.write(`\nRedress could not start: ${(error as Error).stack}\n`);
    await stop(1);
  }
}

await main();
