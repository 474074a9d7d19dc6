import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServedBy } from '@redress/contracts/release-api';
import { untilAvailable, withMigrationDatabase, type Database } from '@redress/database';
import type { SmtpConfig } from '@redress/server/mail-transport';
import { createDrain, type Drain } from '@redress/server/http-drain';
import type { OpenIdSettings } from '@redress/server/openid';
import { createMetrics, type Logger, type Metrics } from '@redress/telemetry/server';
import type { FastifyInstance } from 'fastify';
import { startBackground, type Background, type BackgroundDeps } from './background.ts';
import { openBuildFolder, type SigningKey } from '@redress/release-client/publish';
import { followDevBuilds, type DevRemote } from './builds/follow-dev-builds.ts';
import { addressFile } from './data-folder.ts';
import { openWithStore } from './blobs/open-with-store.ts';
import { publishFolders, type StartReport } from './builds/publish-folders.ts';
import { askSites } from './channels/ask-sites.ts';
import { createBeaconIntake } from './health/beacons.ts';
import { createBrowserErrors } from './health/browser-errors.ts';
import { createHealthStore } from './health/health-store.ts';
import { registerBeaconRoutes } from './http/beacon-routes.ts';
import { createConsoleServer } from './http/console-server.ts';
import { registerPublicRoutes } from './http/public-routes.ts';
import { noteTrust, refuseOtherTrust } from './ledger/note-trust.ts';
import { mailSender } from './notices/mail.ts';
import { createNoticeSender } from './notices/send-notices.ts';
import { syncTokens } from './http/tokens.ts';
import { createSessions } from './people/sessions.ts';
import { inviteOperators, type Operator } from './people/people.ts';
import { releaseMetrics } from './release-metrics.ts';
import { releaseOperations } from './operations.ts';
import { createArchive } from './snapshots/archive.ts';
import { createOwnSource, indexedRelease } from './snapshots/own-source.ts';
import { rebuildReleases, sayRebuilt } from './snapshots/rebuild.ts';
import { createReleaseReader, type ReleaseReader } from './reader/release-reader.ts';
import { migrateReleases, openReleaseCore, type ReleaseStorage } from './release-core.ts';
import { listenForChanges } from './store/change-listener.ts';
import type { ReleaseTables } from './store/schema.ts';

export interface ReleasesOptions {
  storage: ReleaseStorage;
  channel: string;
  /** Cookie with the secret of a preview. */
  previewCookie: string;
  database: Database;
  logger: Logger;
  metrics?: Metrics;
  /** Where console and API listen; port 0 takes any. */
  console: { host: string; port: number };
  /** The console's address as people type it; where it listens unless given. */
  consoleOrigin?: string | null;
  /** With whom people sign in; `operators` are invited when nobody was ever registered. Without it there are tokens alone. */
  signIn?: (OpenIdSettings & { operators?: readonly Operator[] }) | null;
  /** Folders with finished builds (`…/dist`), published and served at the start unless rolled back. */
  buildFolders?: readonly string[];
  /** Everybody comes from this machine: sessions count each for itself. */
  isLocal?: boolean;
  /** Addresses of sites that run by themselves: asked after a change whether they serve it. */
  sites?: readonly string[];
  /** Of how many groups of addresses the visitors must be for whom a build fails; 3 unless this says another number. */
  healthGroups?: number;
  /** Rolls a fresh build back that fails; on unless this says false. */
  healthGate?: boolean;
  /** Remotes being worked on, served anew with every rebuild. */
  devRemotes?: readonly DevRemote[];
  /** Ends the waits of a start. */
  stopping?: AbortSignal;
  /** How people are told of what the service did by itself. */
  notices?: {
    mail: SmtpConfig;
    /** Receivers of webhooks in the own network: `alerts.internal`, `127.0.0.1:4242`. */
    privateHosts: readonly string[];
  };
  now?: () => Date;
}

const MIN_GROUPS = 3;

/**
 * Every process of an installation has the channel's key, and a signature of Ed25519 is always the same: so is the secret
 * made of it, which nothing else signs and which is never sent.
 */
function reportKeys(channelKey: () => SigningKey): () => Buffer {
  let made: { keyId: string; secret: Buffer } | null = null;
  return () => {
    const key = channelKey();
    if (made?.keyId !== key.keyId)
      made = { keyId: key.keyId, secret: createHash('sha256').update(key.sign('redress report tokens')).digest() };
    return made.secret;
  };
}

/** What the service is made of, and what of it runs. */
interface Context extends BackgroundDeps {
  options: ReleasesOptions;
  /** Tells the reader that a channel has changed. */
  notifyChanged: () => void;
  api: FastifyInstance | null;
  drainApi: Drain | null;
  background: Background | null;
  report: StartReport;
  stopListening: () => Promise<void>;
  stopFollowing: () => void;
}

function consoleUrl({ api, options }: Context): string {
  const address = api?.server.address();
  return address && typeof address === 'object' ? `http://${options.console.host}:${address.port}` : '';
}

const origin = (context: Context) => context.options.consoleOrigin ?? consoleUrl(context);

/** This program and its sites serve one channel; of another they know nothing. */
const servedBy = async ({ channel, options, reader }: Context, asked: string): Promise<ServedBy> =>
  asked === channel
    ? {
        channel,
        number: reader.servedNumber(),
        since: reader.servedSince()?.toISOString() ?? null,
        sites: await askSites(options.sites ?? []),
      }
    : { channel: asked, number: null, sites: [] };

/** The folder may be a mount that is lost: without it nothing can be signed, renewed or taken back. */
function keysFault({ core, channel }: Context): string | null {
  try {
    core.keys.trust();
    core.keys.channelKey(channel);
    return null;
  } catch (error) {
    return `KEYS_DIR: ${(error as Error).message}`;
  }
}

const isServedBy = (reader: ReleaseReader) => (remote: string, buildId: string) => {
  const snapshot = reader.held()?.snapshot;
  const builds = remote === 'shell' ? [snapshot?.shell] : Object.values(snapshot?.remotes[remote] ?? {});
  const rolling = reader.held()?.rollout?.rules.some((rule) => rule.remote === remote && rule.build === buildId);
  return rolling === true || builds.some((build) => build?.buildId === buildId);
};

/** The core and the read side of the same program, which is offered what the core signs. */
function openReading(options: ReleasesOptions, now: () => Date, log: (message: string) => void) {
  const { storage, channel, database } = options;
  const changed = new Set<() => void>();
  const core = openReleaseCore(storage, {
    db: database.kysely<ReleaseTables>(),
    now,
    log,
    // Before the one who asked has the answer: what comes after it sees the change.
    onChange: async ({ channel: changedChannel }, signed) => {
      if (changedChannel === channel) await reader.offer(indexedRelease(core, signed, changedChannel));
    },
  });
  const { blobs, files, heads, keys } = core;
  const source = createOwnSource(core, {
    now,
    subscribe(onChange) {
      changed.add(onChange);
      return () => changed.delete(onChange);
    },
  });
  const trust = { trust: () => keys.trust(), signedTrust: () => keys.signedTrust() };
  const reader = createReleaseReader({ channel, source, blobs, files, heads, ...trust, now, log });
  const notifyChanged = () => {
    for (const listener of changed) listener();
  };
  return { core, reader, notifyChanged };
}

function openContext(options: ReleasesOptions): Context {
  const { channel, logger, notices: told, now = () => new Date() } = options;
  const log = (message: string) => logger.warn(message);
  const reading = openReading(options, now, log);
  const { core } = reading;
  const isServed = isServedBy(reading.reader);
  const metrics = releaseMetrics(options.metrics ?? createMetrics({ service: 'releases' }));
  const context: Context = {
    ...reading,
    options,
    channel,
    now,
    log,
    metrics,
    health: createHealthStore({ db: core.db, channel, now, isServed, observe: metrics.reported }),
    errors: createBrowserErrors({ db: core.db, now, isServed }),
    notices:
      told &&
      createNoticeSender(core, {
        sendMail: mailSender(told.mail),
        privateHosts: told.privateHosts,
        consoleUrl: () => origin(context),
        log,
      }),
    archive: createArchive(core, channel),
    minGroups: options.isLocal ? 1 : (options.healthGroups ?? MIN_GROUPS),
    healthGate: options.healthGate !== false,
    api: null,
    drainApi: null,
    background: null,
    report: { promoted: [], notes: [] },
    stopListening: async () => {},
    stopFollowing: () => {},
  };
  return context;
}

/** What database, store and files have is brought together, and the builds of this machine are published. */
async function enter(context: Context): Promise<void> {
  const { core, channel, options, now, log } = context;
  // Before anything enters the ledger: the store's goes on from where the database ends.
  const rebuilt = await rebuildReleases(core);
  for (const note of rebuilt ? sayRebuilt(rebuilt) : []) log(note);
  for (const note of [...(await core.registry.claimPublished()), ...(await noteTrust(core))]) log(note);
  const folders = (options.buildFolders ?? []).flatMap((folder) => openBuildFolder(folder) ?? []);
  if (folders.length > 0) context.report = await publishFolders(core, channel, folders);
  await syncTokens(core.db, core.keys, now());
  await inviteOperators(core.db, now, options.signIn?.operators ?? []);
  await core.channels.renew(channel);
}

async function serve(context: Context): Promise<void> {
  const { core, channel, reader, options, now, log } = context;
  const { database, devRemotes = [], logger, notices, signIn = null, storage } = options;
  await reader.start();
  context.stopListening = listenForChanges(() => database.directUrl, {
    onChange: context.notifyChanged,
    log,
  });
  const served = (asked: string) => servedBy(context, asked);
  const api = createConsoleServer({
    core,
    operations: releaseOperations(core, { served, privateHosts: notices?.privateHosts ?? [] }),
    sessions: createSessions(core.db, now),
    signIn,
    origin: () => origin(context),
    observe: context.metrics.called,
    logger,
    now,
  });
  context.api = api;
  context.drainApi = createDrain(api);
  await api.listen(options.console);
  mkdirSync(path.dirname(addressFile(storage.dataDir)), { recursive: true });
  writeFileSync(addressFile(storage.dataDir), JSON.stringify({ url: consoleUrl(context), pid: process.pid }));
  if (devRemotes.length > 0) context.stopFollowing = followDevBuilds(core, channel, devRemotes, log);
  context.background = startBackground(context);
}

async function stop(context: Context): Promise<void> {
  const { options, reader, notices, health, errors, archive, log } = context;
  rmSync(addressFile(options.storage.dataDir), { force: true });
  context.stopFollowing();
  // First: a command that is answered here still reaches sites, tabs and people.
  await context.drainApi?.close();
  await context.background?.stop();
  await notices?.stop();
  reader.stop();
  await context.stopListening();
  await health.flush().catch(() => {});
  await errors.flush().catch(() => {});
  // What the store lacks is copied after the next start.
  await archive.copyAll().catch((error: Error) => log(error.message));
}

function readyNow(context: Context): { ok: boolean; detail?: string } {
  const { ok, detail } = context.reader.health();
  const undelivered = context.background?.undelivered() ?? 0;
  const keyFault = keysFault(context);
  const said = [
    ...(keyFault === null ? [] : [keyFault]),
    ...(detail === undefined ? [] : [detail]),
    ...(undelivered > 0
      ? [`${undelivered} mails and webhooks could not be delivered so far: \`release notices\`.`]
      : []),
  ].join(' ');
  const isReady = ok && keyFault === null;
  return said === '' ? { ok: isReady } : { ok: isReady, detail: said };
}

export type Releases = ReturnType<typeof createReleases>;

export function createReleases(options: ReleasesOptions) {
  const context = openContext(options);
  const { channel, core, reader, health, errors, now, log } = context;
  const beacons = createBeaconIntake({
    now,
    key: reportKeys(() => core.keys.channelKey(channel)),
    fail: (seen) => errors.count(seen),
    count: (counts) => health.count(counts),
    byAddress: !options.isLocal,
    served: () => reader.held()?.snapshot.number ?? 0,
  });
  const patiently = (work: () => Promise<unknown>) => untilAvailable(work, { log, stopping: options.stopping });
  const opening = openWithStore(
    async () => {
      await patiently(() => enter(context));
      await serve(context);
    },
    { log },
  );
  return {
    name: 'releases',
    /** The verified read side, for the site of the same program. */
    reader,
    core,
    /** What the start did with the builds of this machine. */
    report: () => context.report,
    /** Address of console and API, once started. */
    consoleUrl: () => consoleUrl(context),

    /** Adds what the public may ask to the front door. */
    register(app: FastifyInstance): void {
      registerPublicRoutes(app, reader, options);
      registerBeaconRoutes(app, beacons, channel);
    },

    /** While the store of builds is away it resolves all the same, and the service starts as soon as the store answers. */
    async start(): Promise<void> {
      await patiently(() => withMigrationDatabase(options.database.directUrl, migrateReleases));
      await patiently(() => refuseOtherTrust(core));
      await opening.begin();
    },

    async stop(): Promise<void> {
      await opening.stop();
      await stop(context);
    },

    async ready(): Promise<{ ok: boolean; detail?: string }> {
      const waiting = opening.fault();
      return waiting === null ? readyNow(context) : { ok: false, detail: waiting };
    },
  };
}
