import path from 'node:path';
import { lockDataDirAfterCommands, openDatabase, untilAvailable, type Database } from '@redress/database';
import type { Secret } from '@redress/server/secrets';
import { createMetrics, startTracing } from '@redress/telemetry/server';
import type { Config } from '../config/config.ts';
import { traceHeaders } from '../config/trace-headers.ts';
import type { ReleaseReads } from '../create-site.ts';
import { offersFrom } from '../documents/prices.ts';
import type { OpenSample } from '../http/previews.ts';
import { askClaims } from '../http/ask-claims.ts';
import { groupKeysFrom } from '../http/group-keys.ts';
import { readyLines } from './announce.ts';
import { followCertificate, type SecureServer } from './certificate.ts';
import type { Context } from './context.ts';
import { superviseEmbeddedDatabase, type RunningDatabase } from './database.ts';
import { databaseService } from './dependencies.ts';
import { createFrontDoor, type FrontDoor, type Service } from './front-door.ts';
import { findPort } from './ports.ts';
import { watchServerCertificates } from './server-certificates.ts';
import { startClaims, startReader, startReleases, startSandbox, startSite, watchStore } from './roles.ts';

const needsDatabase = ({ roles }: Config) =>
  ['claims', 'worker', 'releases'].some((role) => roles.has(role as 'claims'));

interface Data {
  database: Database;
  /** Tells `/readyz` about an embedded server that is being started again, and of another whether it answers. */
  service: Service;
}

async function openData({ config, logger, started, say, stopping }: Context): Promise<Data | null> {
  const log = (message: string) => logger.warn(message);
  const lock = await lockDataDirAfterCommands(config.dataDir, log);
  started.add('lock', () => lock.release());
  if (!needsDatabase(config)) return null;
  let url: Secret | null = config.databaseUrl;
  let embeddedState: RunningDatabase['state'] | null = null;
  if (url === null) {
    const embedded = await superviseEmbeddedDatabase(config.dataDir, { say, log });
    started.add('database', () => embedded.stop());
    ({ url, state: embeddedState } = embedded);
  }
  const options = {
    url,
    directUrl: config.databaseDirectUrl ?? undefined,
    name: 'program',
    maxConnections: config.databasePool * 2,
    log,
  };
  const database = await untilAvailable(() => openDatabase(options), { log: say, stopping });
  started.add('pool', () => database.close());
  const state = embeddedState;
  const service = state ? { name: 'database', ready: () => Promise.resolve(state()) } : databaseService(database);
  return { database, service };
}

export interface RunningProgram {
  door: FrontDoor;
  siteOrigin: string;
  /** What a newcomer needs to know once everything runs. */
  lines(): string;
}

/** A process with one role is known by it. */
export const programName = ({ roles }: Config): string => (roles.size === 1 ? ([...roles][0] as string) : 'redress');

/** Starts what `ROLES` names, in the order in which they need each other. */
export async function startProgram(
  given: Pick<Context, 'config' | 'secrets' | 'started' | 'loggerOf' | 'stopping' | 'say'>,
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
    const { endpoint, ratio, headers } = config.traces;
    const traces = await startTracing({
      endpoint,
      ratio,
      headers: () => traceHeaders(headers),
      service: programName(config),
      log: logger,
      metrics,
    });
    started.add('traces', () => traces.stop());
  }

  const data = await openData(context);
  const { databaseUrl, s3 } = config;
  const servers = { databaseUrl: data === null ? null : databaseUrl, s3 };
  started.add('certificates', watchServerCertificates(servers, { logger, metrics }));
  const database = data?.database ?? null;
  const startedSandbox = await startSandbox(context);
  const sandbox = startedSandbox?.world ?? null;
  const services: Service[] = [data?.service, startedSandbox?.service].filter((service) => service !== undefined);
  services.push({ name: 'secrets', ready: () => Promise.resolve(given.secrets.health()) });
  started.add('secrets', () => given.secrets.stop());
  if (config.roles.has('releases') || config.roles.has('site')) services.push(...(await watchStore(context)));
  let reads: ReleaseReads | null = null;
  let openSample: OpenSample | null = null;
  let ownReleases: Awaited<ReturnType<typeof startReleases>> | null = null;
  let consoleUrl = (): string | null => null;
  let notes = (): readonly string[] => [];
  if (config.roles.has('releases') && database) {
    const releases = await startReleases(context, database, sandbox);
    services.push(releases);
    ownReleases = releases;
    reads = releases.reader as ReleaseReads;
    consoleUrl = releases.consoleUrl;
    notes = () => releases.report().notes;
  } else if (config.roles.has('site')) {
    const { reader, service } = await startReader(context);
    services.push(service);
    reads = reader as ReleaseReads;
  }
  // Of a site without the role `claims`.
  const askElsewhere = config.claimsUrls.length > 0 ? askClaims(config.claimsUrls) : null;
  let offers = askElsewhere && offersFrom(askElsewhere);
  let groupKeys = askElsewhere && groupKeysFrom(askElsewhere);
  if ((config.roles.has('claims') || config.roles.has('worker')) && database) {
    const claims = await startClaims(context, database, sandbox, ownReleases);
    services.push(claims);
    offers ??= claims.offersOnSale;
    groupKeys ??= claims.groupKeys;
    if (config.roles.has('claims')) ({ openSample } = claims);
  }
  // Last: its documents answer whatever path no other service has taken.
  if (config.roles.has('site') && reads)
    services.push(await startSite(context, reads, sandbox, offers, groupKeys, openSample));

  const door = await createFrontDoor({
    config,
    siteOrigin,
    services,
    logger,
    metrics,
    sandbox,
  });
  started.add('front door', () => door.close());
  database?.serve();
  await door.app.listen({ host: config.host, port });
  if (config.roles.has('site')) {
    // The server of a door with TLS is one of Node's, which Fastify types by the protocol without.
    const tls = config.tls && { server: door.app.server as unknown as SecureServer, files: config.tls };
    started.add('certificate', followCertificate({ origin: new URL(siteOrigin), tls, logger, metrics }));
  }
  // Read when it is ready: release service and console may start later than this.
  const lines = () =>
    readyLines({
      siteOrigin,
      mailbox: sandbox?.addresses.mailbox ?? null,
      console: consoleUrl(),
      keysFolder: path.relative(process.cwd(), config.keysDir) || '.',
      notes: notes(),
    });
  return { door, siteOrigin, lines };
}
