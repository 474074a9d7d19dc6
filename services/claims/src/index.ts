import { randomBytes } from 'node:crypto';
import type { PackageOffer } from '@redress/contracts';
import { createSmtpTransport } from '@redress/server/mail-transport';
import type { PassKeys } from '@redress/contracts/passes';
import { createDatabase, openDatabase, untilAvailable, withMigrationDatabase, type Database } from '@redress/database';
import type { Secret } from '@redress/server/secrets';
import { createLogger, createMetrics, type Logger, type Metrics } from '@redress/telemetry/server';
import type { FastifyInstance } from 'fastify';
import { createFeatures } from './features.ts';
import { withDefaults, type ClaimsConfigInput } from './platform/config.ts';
import { SCHEMA, type Db } from './platform/database.ts';
import type { Feature } from './platform/feature.ts';
import { createGauges } from './platform/gauges.ts';
import { housekeepingJob } from './platform/housekeeping.ts';
import { registerHttp } from './platform/http/server.ts';
import { createGroupPasses } from './platform/group-passes.ts';
import { createBossQueue } from './platform/jobs/boss-queue.ts';
import type { Job } from './platform/jobs/job.ts';
import { createOutbox, MAIL_LIMITS } from './platform/email/outbox.ts';
import type { EmailTemplate } from './platform/email/template.ts';
import { refuseOtherSecret } from './platform/installation.ts';
import type { InstallationSecret } from './platform/installation-secret.ts';
import { buildClaimsIndexes, migrateClaims, untilMigrated } from './platform/migrations.ts';
import type { Platform } from './platform/platform.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createSecrets } from './platform/secrets.ts';
import { createSessions } from './platform/sessions.ts';
import type { Tables } from './platform/tables.ts';
import { createText } from './platform/text.ts';
import { openSamplePerson } from './sample-person.ts';
import { offersOnSale } from './shared/reference/packages.ts';
import { catalogues } from './texts/index.ts';
import type { CarrierAdapters } from './providers/carriers.ts';
import { openContentStore } from './providers/content-store.ts';

export type { ClaimsConfigInput, ProvidersConfig } from './platform/config.ts';
export { followInstallationSecret } from './platform/installation-secret.ts';
export { migrateClaims } from './platform/migrations.ts';

/** `claims` answers calls, `worker` works on jobs; one process may do both. */
export type ClaimsRole = 'claims' | 'worker';

export interface CreateClaimsOptions {
  roles: readonly ClaimsRole[];
  config: ClaimsConfigInput;
  /** Connection string of a PostgreSQL 15 or newer; a pool already open on it is used as it is, and not closed. */
  databaseUrl: Secret;
  database?: Database;
  /** At least 32 bytes, the same for every process of an installation; or its files, which are followed. */
  secret: string | Buffer | InstallationSecret;
  logger?: Logger;
  metrics?: Metrics;
  /** Migrations are run by the `claims` role unless this says false. */
  migrate?: boolean;
  /** Whether a preview is over, for certain; without it its person is kept to its announced end. */
  previewHasEnded?: Platform['previewHasEnded'];
  /** Ends a start that waits for another process. */
  stopping?: AbortSignal;
  /** Adapters beside the service's own, by the names that the configuration may give. */
  moreCarriers?: CarrierAdapters;
  now?: () => Date;
}

export interface HealthCheck {
  name: string;
  ok: boolean;
  note?: string;
}

/** The shape every service of the program has. */
export interface Claims {
  name: 'claims';
  /** Adds the calls to a server that is not listening yet. */
  register(app: FastifyInstance): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  ready(): Promise<{ ok: boolean; checks: HealthCheck[] }>;
  /** What can be bought now: the answer of `/api/packages.php`, for the site in the same process. */
  offersOnSale(): Promise<PackageOffer[]>;
  /** The answer of `/api/group-keys`, for the site in the same process. */
  groupKeys(): Promise<PassKeys>;
  /** A session of the person of a preview, for the site in the same process. */
  openSample(preview: { digest: string; until: Date }): Promise<string>;
  /** For tests and operators: what the service is made of. */
  platform: Platform;
  drainJobs(options?: { includeDelayed?: boolean }): Promise<number>;
}

/** Less than `/readyz` gives a service. */
const READY_TIMEOUT_MS = 2_000;

/** What the service is made of; nothing of it runs yet. */
function buildParts(options: CreateClaimsOptions) {
  const { roles, databaseUrl } = options;
  const config = withDefaults(options.config);
  const log = options.logger ?? createLogger({ name: 'claims' });
  const metrics = options.metrics ?? createMetrics({ service: 'claims' });
  const now = options.now ?? (() => new Date());
  const newId = () => randomBytes(12).toString('hex');
  const database =
    options.database ?? createDatabase({ url: databaseUrl, name: 'claims', log: (message) => log.warn(message) });
  const db: Db = database.kysely<Tables>().withSchema(SCHEMA);
  const followed = typeof options.secret === 'string' || Buffer.isBuffer(options.secret) ? null : options.secret;
  const secrets = createSecrets(followed ? followed.ring : (options.secret as string | Buffer));
  const refuseForeignSecret = () => {
    const { former = null, next = null } = followed?.ring() ?? {};
    return refuseOtherSecret(db, secrets, former && createSecrets(former), next && createSecrets(next));
  };
  const text = createText(config.locale, catalogues(config.locale));
  const transport = createSmtpTransport(config.providers.smtp, MAIL_LIMITS);
  const blobs = openContentStore(config.providers.blobs, metrics.observeStore('files'));

  const features: Feature[] = [];
  let ownJobs: Job[] = [];
  const allJobs = (): Job[] => [
    ...outbox.sendingJobs(),
    ...ownJobs,
    ...features.flatMap((feature) => feature.jobs ?? []),
  ];
  const allEmails = (): EmailTemplate[] => features.flatMap((feature) => [...(feature.emails ?? [])]);
  // A worker listens for jobs; who only adds them needs no session of its own.
  const works = roles.includes('worker');
  const queueUrl = () => (works ? database.directUrl : database.url);
  const queue = createBossQueue({ databaseUrl: queueUrl, log, metrics, jobs: allJobs, works });
  const outbox = createOutbox({
    db,
    now,
    newId,
    secrets,
    jobs: queue,
    log,
    transport,
    templates: allEmails,
    text,
    siteOrigin: config.siteOrigin,
    sender: config.sender,
  });
  ownJobs = [housekeepingJob({ config, db, log, now })];

  const platform: Platform = {
    config,
    db,
    log,
    metrics,
    now,
    newId,
    secrets,
    jobs: queue,
    sendEmail: outbox.sendEmail,
    takeBackEmails: outbox.takeBackEmails,
    blobs,
    limits: createRateLimits({ db, now, secrets, config }),
    text,
    groupPasses: createGroupPasses({ secrets, now }),
    previewHasEnded: options.previewHasEnded ?? (() => Promise.resolve(false)),
    sessions: createSessions({ db, now, newId, secrets, config }),
    features: () => features,
  };
  features.push(...createFeatures(platform, options.moreCarriers));
  return { database, db, log, metrics, followed, refuseForeignSecret, transport, blobs, queue, features, platform };
}
type Parts = ReturnType<typeof buildParts>;

/** What can be wrong with a process: all parts are asked at once, and one that says nothing holds up no answer. */
async function readiness(
  { database, blobs, transport, queue, features, followed }: Parts,
  started: boolean,
): Promise<{ ok: boolean; checks: HealthCheck[] }> {
  const check = async (name: string, work: () => Promise<HealthCheck[] | void>): Promise<HealthCheck[]> => {
    try {
      const limit = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no answer in time')), READY_TIMEOUT_MS).unref();
      });
      return (await Promise.race([work(), limit])) ?? [{ name, ok: true }];
    } catch (error) {
      return [{ name, ok: false, note: (error as Error).message.slice(0, 120) }];
    }
  };
  const fault = followed?.fault() ?? null;
  const asked = [
    check('database', async () => void (await database.pool.query('select 1'))),
    check('files', () => blobs.check()),
    check('mail', () => transport.check()),
    ...(started ? [check('jobs', () => assertNoneGivenUp(queue))] : []),
    ...features.flatMap(({ name, health }) => (health ? [check(name, health)] : [])),
  ];
  const checks: HealthCheck[] = [
    { name: 'started', ok: started },
    ...(fault === null ? [] : [{ name: 'secret', ok: false, note: fault }]),
    ...(await Promise.all(asked)).flat(),
  ];
  // A provider that is down is shown, but the process stays in service: most calls do not need it (docs/reliability.md, Invariants).
  const needed = new Set(['started', 'database']);
  return { ok: checks.every(({ name, ok }) => ok || !needed.has(name)), checks };
}

async function assertNoneGivenUp(queue: Parts['queue']): Promise<void> {
  const givenUp = (await queue.counts()).filter(({ dead }) => dead > 0);
  const note = givenUp.map(({ queue: name, dead }) => `${dead} of ${name}`).join(', ');
  if (note) throw new Error(`given up: ${note}`);
}

type Patiently = <T>(work: () => Promise<T>) => Promise<T>;

/** @returns the indexes, which are built while calls are answered: on tables of millions it takes minutes */
async function migrate(
  { directUrl }: Database,
  log: Logger,
  stopping: AbortSignal,
  patiently: Patiently,
): Promise<{ built: Promise<unknown> }> {
  const applied = await patiently(() => withMigrationDatabase(directUrl, migrateClaims));
  for (const migration of applied) log.info({ migration }, 'migration applied');
  const built = buildClaimsIndexes(directUrl, { stopping, log: (message) => log.info(message) });
  return {
    built: built.catch((error: unknown) => log.warn({ err: error }, 'indexes not built; the next start tries again')),
  };
}

/** Builds the claims service: the one place that knows all of its parts. Nothing runs before `start`. */
export function createClaims(options: CreateClaimsOptions): Claims {
  const { roles, databaseUrl } = options;
  const parts = buildParts(options);
  const { database, db, log, metrics, followed, refuseForeignSecret, transport, queue, features, platform } = parts;
  const gauges = createGauges({ database, queue, metrics, log });
  let started = false;
  const endIndexes = new AbortController();
  let indexes: Promise<unknown> = Promise.resolve();
  return {
    name: 'claims',
    platform,
    offersOnSale: () => offersOnSale(db),
    groupKeys: () => Promise.resolve(platform.groupPasses.keys()),
    openSample: (preview) => openSamplePerson(platform, preview),
    drainJobs: (drain) => queue.drain(drain),

    register(app) {
      if (!roles.includes('claims')) return;
      registerHttp(app, {
        platform,
        routes: features.flatMap((feature) => feature.routes ?? []),
        waitingForDatabase: () => database.pool.waitingCount,
      });
    },

    async start() {
      const patiently: Patiently = (work) =>
        untilAvailable(work, { log: (message) => log.warn(message), stopping: options.stopping });
      if (!options.database)
        await patiently(async () => (await openDatabase({ url: databaseUrl, name: 'claims-check' })).close());
      if (options.migrate ?? roles.includes('claims')) {
        ({ built: indexes } = await migrate(database, log, endIndexes.signal, patiently));
      } else {
        const { stopping = new AbortController().signal } = options;
        await patiently(() => untilMigrated(db, { log: (message) => log.warn(message), stopping }));
        if (stopping.aborted) return;
      }
      await patiently(refuseForeignSecret);
      followed?.onCurrent(() => {
        // Kept in the database as well: the file of the secret before is removed in time, and a start then must know this one.
        refuseForeignSecret().catch((error: unknown) => log.warn({ err: error }, 'secret of the installation'));
      });
      for (const { start } of features) if (start) await patiently(start);
      await patiently(queue.start);
      gauges.start();
      started = true;
    },

    async stop() {
      started = false;
      endIndexes.abort();
      await indexes;
      await gauges.stop();
      await queue.stop();
      for (const feature of features.toReversed()) await feature.stop?.();
      transport.close();
      if (!options.database) await database.close();
    },

    ready: () => readiness(parts, started),
  };
}
