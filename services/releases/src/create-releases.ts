import { createHash } from 'node:crypto';
import type { SignedRelease } from '@redress/contracts/releases';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withMigrationDatabase, type Database } from '@redress/database';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { createOpenIdProvider, type OpenIdSettings } from '@redress/openid';
import { createMetrics, type Logger, type Metrics } from '@redress/telemetry/server';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { openBuildFolder, type SigningKey } from '@redress/release-client/publish';
import { followDevBuilds, type DevRemote } from './builds/follow-dev-builds.ts';
import { publishFolders, type StartReport } from './builds/publish-folders.ts';
import type { Budgets } from './gate/gate.ts';
import { channelSettings } from './channels/channel-settings.ts';
import { askSites } from './channels/ask-sites.ts';
import { hasLostRollouts, restoreHead } from './channels/enter-snapshot.ts';
import { importBreakGlass } from './channels/break-glass.ts';
import { createBeaconIntake } from './health/beacons.ts';
import { applyHealthGate } from './health/health-gate.ts';
import { createBrowserErrors } from './health/browser-errors.ts';
import { createHealthStore } from './health/health-store.ts';
import { DEFAULT_LIMITS } from './health/limits.ts';
import { systemActor } from './http/actor.ts';
import { registerAdapters } from './http/adapters.ts';
import { refuseUnknown, registerAdminRoutes } from './http/admin-routes.ts';
import { registerBeaconRoutes } from './http/beacon-routes.ts';
import { registerConsoleFiles } from './http/console-files.ts';
import { registerPublicRoutes } from './http/public-routes.ts';
import { createActNews } from './ledger/act-news.ts';
import { noteRefusals } from './ledger/note-refusals.ts';
import { noteTrust, refuseOtherTrust } from './ledger/note-trust.ts';
import { mailSender, type NoticeMailConfig } from './notices/mail.ts';
import { forgetNotices, readUndelivered, tellBlocked, watchLedger } from './notices/notices.ts';
import { createNoticeSender } from './notices/send-notices.ts';
import { createIdentify } from './http/identify.ts';
import { registerSignInRoutes } from './http/sign-in-routes.ts';
import { actorOf, syncTokens } from './http/tokens.ts';
import { createSessions } from './people/sessions.ts';
import { inviteOperators, type Operator } from './people/operators.ts';
import { findPreview, takePreview } from './previews/previews.ts';
import { runDuePlans } from './plans/plans.ts';
import { runDueSteps } from './rollouts/due-steps.ts';
import { releaseMetrics } from './release-metrics.ts';
import { releaseOperations } from './operations.ts';
import { createArchive } from './snapshots/archive.ts';
import { rebuildReleases, sayRebuilt } from './snapshots/rebuild.ts';
import { createReleaseReader, type ReleaseReader } from './reader/release-reader.ts';
import type { SnapshotSource } from './reader/source.ts';
import { migrateReleases, openReleaseCore, type ReleaseCore, type ReleaseStorage } from './release-core.ts';
import { signFreshness } from './snapshots/freshness.ts';
import { releaseWithIndex } from './snapshots/snapshot-index.ts';
import { takeStaffPass } from './staff/staff-passes.ts';
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
  budgets?: Budgets;
  /** How people are told of what the service did by itself. */
  notices?: {
    mail: NoticeMailConfig;
    /** Receivers of webhooks in the own network: `alerts.internal`, `127.0.0.1:4242`. */
    privateHosts: readonly string[];
  };
  now?: () => Date;
}

export interface Releases {
  name: 'releases';
  /** Adds what the public may ask to the front door. */
  register(app: FastifyInstance): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  ready(): Promise<{ ok: boolean; detail?: string }>;
  /** The verified read side, for the site of the same program. */
  reader: ReleaseReader;
  core: ReleaseCore;
  /** What the start did with the builds of this machine. */
  report(): StartReport;
  /** Address of console and API, once started. */
  consoleUrl(): string;
}

const snapshotOf = (signed: SignedSnapshot | undefined) => (signed ? (JSON.parse(signed.payload) as Snapshot) : null);

const FLUSH_MS = 2_000;
const GATE_MS = 5_000;
const MIN_GROUPS = 3;
const IMPORT_MS = 1_000;
const NOTICE_MS = 1_000;
const ARCHIVE_MS = 1_000;
/** How often a statement is signed at which number the channel stands. */
const STATE_MS = 60_000;
const RENEW_MS = 60 * 60_000;

/**
 * Every process of an installation has the channel's key, and a signature of Ed25519 is always the same: so is the secret
 * made of it, which nothing else signs and which is never sent.
 */
function reportKeys(channelKey: () => SigningKey): () => Buffer {
  let made: { keyId: string; secret: Buffer } | null = null;
  return () => {
    const key = channelKey();
    if (made?.keyId !== key.keyId) {
      made = { keyId: key.keyId, secret: createHash('sha256').update(key.sign('redress report tokens')).digest() };
    }
    return made.secret;
  };
}

/** Where the command line finds a running program. */
export const addressFile = (dataDir: string): string => path.join(dataDir, 'run', 'releases.json');

export function createReleases(options: ReleasesOptions): Releases {
  const { storage, channel, database, logger, now = () => new Date(), signIn = null } = options;
  const db = database.kysely<ReleaseTables>();
  const changed = new Set<() => void>();
  const notifyChanged = () => {
    for (const listener of changed) listener();
  };
  const core = openReleaseCore(storage, {
    db,
    now,
    log: (message) => log(message),
    ...(options.budgets ? { budgets: options.budgets } : {}),
    // Before the one who asked has the answer: what comes after it sees the change.
    onChange: async ({ channel: changedChannel }, signed) => {
      if (changedChannel === channel) await reader.offer(indexed(signed, changedChannel));
    },
  });
  const indexed = (release: SignedRelease, of: string) =>
    releaseWithIndex(release, core.keys.trust(), of, core.keys.channelKey(of));
  const source: SnapshotSource = {
    name: 'this program',
    async fetch(wanted) {
      const current = await core.channels.current(wanted);
      return current ? indexed(current.signed, wanted) : null;
    },
    async freshness(wanted) {
      const number = (await core.channels.current(wanted))?.number;
      return number === undefined
        ? null
        : signFreshness({ channel: wanted, number, now: now() }, core.keys.channelKey(wanted));
    },
    preview: (wanted, digest) => findPreview(core, wanted, digest),
    takePreview: (wanted, digest, as) => takePreview(core, wanted, { digest, as }),
    takeStaffPass: (wanted, digest) => takeStaffPass(core, wanted, digest),
    subscribe(_channel, onChange) {
      changed.add(onChange);
      return () => changed.delete(onChange);
    },
  };
  const archive = createArchive(core);
  const acts = createActNews();
  const log = (message: string) => logger.warn(message);
  const reader = createReleaseReader({
    channel,
    source,
    blobs: core.blobs,
    files: core.files,
    heads: core.heads,
    trust: () => core.keys.trust(),
    signedTrust: () => core.keys.signedTrust(),
    now,
    log,
  });
  const isServed = (remote: string, buildId: string) => {
    const snapshot = reader.held()?.snapshot;
    const builds = remote === 'shell' ? [snapshot?.shell] : Object.values(snapshot?.remotes[remote] ?? {});
    const rolling = reader.held()?.rollout?.rules.some((rule) => rule.remote === remote && rule.build === buildId);
    return rolling === true || builds.some((build) => build?.buildId === buildId);
  };
  const health = createHealthStore({ db, now, isServed });
  const errors = createBrowserErrors({ db, now, isServed });
  const beacons = createBeaconIntake({
    now,
    key: reportKeys(() => core.keys.channelKey(channel)),
    fail: (seen) => errors.count(seen),
    count: (counts) => health.count(counts),
    byAddress: !options.isLocal,
    served: () => reader.held()?.snapshot.number ?? 0,
  });

  const told = options.notices;
  const notices =
    told &&
    createNoticeSender(core, {
      sendMail: mailSender(told.mail),
      privateHosts: told.privateHosts,
      consoleUrl: () => origin(),
      log,
    });

  let undelivered = 0;
  const metrics = releaseMetrics(options.metrics ?? createMetrics({ service: 'releases' }));

  const servedBy = async (asked: string) =>
    // This program and its sites serve one channel; of another they know nothing.
    asked === channel
      ? {
          channel,
          number: reader.servedNumber(),
          since: reader.servedSince()?.toISOString() ?? null,
          sites: await askSites(options.sites ?? []),
        }
      : { channel, number: null, sites: [] };

  const sessions = createSessions(db, now);
  const consoleUrl = () => {
    const address = api?.server.address();
    return address && typeof address === 'object' ? `http://${options.console.host}:${address.port}` : '';
  };
  const origin = () => options.consoleOrigin ?? consoleUrl();

  let api: FastifyInstance | null = null;
  let report: StartReport = { promoted: [], notes: [] };
  let stopListening = async () => {};
  let stopFollowing = () => {};
  const timers: NodeJS.Timeout[] = [];
  const every = (ms: number, work: () => Promise<unknown>) => {
    const timer = setInterval(() => void work().catch((error: Error) => log(error.message)), ms);
    timer.unref();
    timers.push(timer);
  };

  return {
    name: 'releases',
    reader,
    core,
    report: () => report,
    consoleUrl,

    async register(app) {
      registerPublicRoutes(app, reader, options);
      registerBeaconRoutes(app, beacons);
    },

    async start() {
      await withMigrationDatabase(database.directUrl, migrateReleases);
      await refuseOtherTrust(core);
      // Before anything enters the ledger: only an empty one is brought back.
      const rebuilt = await rebuildReleases(core);
      for (const note of rebuilt ? sayRebuilt(rebuilt) : []) log(note);
      for (const note of [...(await core.registry.claimPublished()), ...(await noteTrust(core))]) log(note);
      for (const note of await importBreakGlass(core, channel)) log(note);
      for (const note of await restoreHead(core, channel)) log(note);
      const folders = (options.buildFolders ?? []).flatMap((folder) => openBuildFolder(folder) ?? []);
      if (folders.length > 0) report = await publishFolders(core, channel, folders);
      await syncTokens(db, core.keys, now());
      await inviteOperators(db, now, signIn?.operators ?? []);
      await core.channels.renew(channel, { force: await hasLostRollouts(core, channel) });
      await reader.start();
      stopListening = listenForChanges(database.directUrl, { onChange: () => notifyChanged(), onAct: acts.tell, log });
      api = Fastify({
        loggerInstance: logger as FastifyBaseLogger,
        logController: new LogController({ disableRequestLogging: true }),
        forceCloseConnections: true,
        bodyLimit: 6_000_000,
        // A path that cannot be decoded.
        frameworkErrors: (_error, _request, reply) => void refuseUnknown(reply, 400),
      });
      registerConsoleFiles(api);
      const asked = {
        operations: releaseOperations(core, {
          health,
          served: servedBy,
          acts,
          privateHosts: told?.privateHosts ?? [],
        }),
        noteRefusal: noteRefusals(db, now),
        observe: metrics.called,
      };
      registerAdminRoutes(api, { ...asked, identify: createIdentify({ db, sessions, origin, now }) });
      registerAdapters(api, {
        ...asked,
        // By token alone: a protocol of another tool takes no cookie.
        actorOf: (authorization) => actorOf(db, authorization, now()),
        served: async (wanted) => snapshotOf((await core.channels.current(wanted))?.signed),
        channels: () => Object.keys(core.keys.trust().channels),
      });
      registerSignInRoutes(api, {
        provider: signIn && { host: new URL(signIn.issuer).host, client: createOpenIdProvider(signIn, now) },
        sessions,
        origin,
        log: (event) => logger[event.event === 'refused' ? 'warn' : 'info'](event, 'sign-in of the console'),
      });
      await api.listen(options.console);
      mkdirSync(path.dirname(addressFile(storage.dataDir)), { recursive: true });
      writeFileSync(addressFile(storage.dataDir), JSON.stringify({ url: this.consoleUrl(), pid: process.pid }));
      if (options.devRemotes?.length) stopFollowing = followDevBuilds(core, channel, options.devRemotes, log);
      every(FLUSH_MS, () => health.flush());
      every(FLUSH_MS, () => errors.flush());
      every(FLUSH_MS, async () => {
        const { createdAt, expiresAt } = reader.held()?.snapshot ?? {};
        metrics.measure({
          number: reader.servedNumber(),
          createdAt: createdAt === undefined ? null : new Date(createdAt),
          expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
          undelivered,
          now: now(),
        });
      });
      if (options.healthGate !== false) {
        const groups = options.isLocal ? 1 : (options.healthGroups ?? MIN_GROUPS);
        every(GATE_MS, async () => {
          const { minGroups, limits: byRemote } = await channelSettings(db, channel);
          const limits = { ...DEFAULT_LIMITS, minGroups: minGroups ?? groups };
          const notes = await applyHealthGate({
            channels: core.channels,
            health,
            channel,
            limits,
            byRemote,
            tellBlocked: (draft) => tellBlocked(core, draft),
            ownerOf: core.registry.ownerOf,
            now: now(),
          });
          for (const note of notes) {
            metrics.gateActed();
            log(note);
          }
        });
      }
      every(GATE_MS, async () => {
        for (const note of await runDuePlans(core)) log(note);
        for (const note of await runDueSteps(core, channel)) log(note);
      });
      let keysSeen = Object.keys(core.keys.trust().channels[channel] ?? {}).join(' ');
      let notNoted = '';
      every(GATE_MS, async () => {
        // While keys change, the folder of one process is behind that of another: said once, and nothing else waits for it.
        const why = await noteTrust(core).then(
          () => '',
          ({ message }: Error) => message,
        );
        if (why !== '' && why !== notNoted) log(why);
        notNoted = why;
        const keysNow = Object.keys(core.keys.trust().channels[channel] ?? {}).join(' ');
        // Documents carry the keys of their channel: they are made again with a new snapshot.
        await core.channels.renew(channel, { force: keysNow !== keysSeen });
        keysSeen = keysNow;
      });
      every(GATE_MS, () => syncTokens(db, core.keys, now()));
      const logged = new Set<string>();
      every(IMPORT_MS, async () => {
        for (const note of await importBreakGlass(core, channel)) {
          if (!logged.has(note)) log(note);
          logged.add(note);
        }
      });
      let notCopied = '';
      every(ARCHIVE_MS, async () => {
        const why = await archive.copyAll().then(
          () => '',
          ({ message }: Error) => message,
        );
        if (why !== '' && why !== notCopied) log(`Ledger and snapshots are not copied to the store of builds: ${why}`);
        notCopied = why;
      });
      if (notices) every(NOTICE_MS, () => notices.sendDue());
      // Not asked when somebody asks whether the program is ready: the database may be away.
      every(STATE_MS, async () => void (undelivered = (await readUndelivered(core)).count));
      every(STATE_MS, () => reader.refresh());
      every(RENEW_MS, async () => {
        for (const note of await watchLedger(core, channel)) log(note);
      });
      every(RENEW_MS, () => forgetNotices(core));
      every(RENEW_MS, () => core.channels.renew(channel));
      every(RENEW_MS, () => core.retention.collect(systemActor('retention')));
    },

    async stop() {
      for (const timer of timers) clearInterval(timer);
      await notices?.stop();
      rmSync(addressFile(storage.dataDir), { force: true });
      stopFollowing();
      reader.stop();
      await stopListening();
      acts.tell();
      await api?.close();
      await health.flush().catch(() => {});
      await errors.flush().catch(() => {});
      // What the store lacks is copied after the next start.
      await archive.copyAll().catch((error: Error) => log(error.message));
    },

    async ready() {
      const { ok, detail } = reader.health();
      const said = [
        ...(detail === undefined ? [] : [detail]),
        ...(undelivered > 0
          ? [`${undelivered} mails and webhooks could not be delivered so far: \`release notices\`.`]
          : []),
      ].join(' ');
      return said === '' ? { ok } : { ok, detail: said };
    },
  };
}
