import { adapterEndpoints, type AdapterAnswerOf, type AdapterName } from '@redress/contracts/release-api';
import { buildBase, type Snapshot } from '@redress/contracts/releases';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { integrityOf } from '@redress/release-client/publish';
import { ownOf } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { Actor } from './actor.ts';
import { dispatch, parsed, type Dispatching } from './dispatch.ts';
import { importMap } from './feeds.ts';

const DEFAULT_CHANNEL = 'production';
const refuse = (message: string) => new ReleaseRefusal('REQUEST_INVALID', message);

type EikPackage = AdapterAnswerOf<'eikVersion'>;
const eikFields = (name: string) => ({ name, type: 'pkg' as const, org: 'redress' });

export interface AdapterDeps extends Dispatching {
  /** @throws {ReleaseRefusal} `TOKEN_UNKNOWN` */
  actorOf: (authorization: string | undefined) => Promise<Actor>;
  /** What a channel serves; `null` for a channel without a snapshot. */
  served: (channel: string) => Promise<Snapshot | null>;
  channels: () => string[];
}

/** Of import-map-deployer (`user:token`), which knows no bearer tokens. */
function bearerOf(header: string | undefined): string | undefined {
  const basic = /^Basic ([\w+/=-]+)$/.exec(header ?? '')?.[1];
  if (basic === undefined) return header;
  return `Bearer ${Buffer.from(basic, 'base64').toString('utf8').split(':').slice(1).join(':')}`;
}

/**
 * Protocols of other tools, each made of calls of the release API under the token of whoever asks: roles, ownership,
 * signature, gate, limits and ledger are those of every other call.
 * @see decision 0111
 */
export function registerAdapters(app: FastifyInstance, deps: AdapterDeps): void {
  const who = (request: FastifyRequest) => () => deps.actorOf(bearerOf(request.headers.authorization));
  const envOf = (request: FastifyRequest) => {
    const { env = DEFAULT_CHANNEL } = request.query as { env?: unknown };
    return typeof env === 'string' ? env : '';
  };
  const assertChannel = (channel: string) => {
    if (deps.channels().includes(channel)) return channel;
    throw new ReleaseRefusal('CHANNEL_UNKNOWN', `There is no channel ${channel}.`);
  };
  const mapOf = async (channel: string) => {
    const snapshot = await deps.served(assertChannel(channel));
    return { imports: {}, ...(snapshot ? importMap(snapshot) : {}), scopes: {} };
  };
  const promote = async (request: FastifyRequest, addresses: Readonly<Record<string, string>>) => {
    const channel = envOf(request);
    const builds = Object.entries(addresses).map(([service, url]) => buildBehind(service, url));
    await dispatch(deps, 'promote', { channel, builds, reason: 'import-map-deployer' }, who(request));
    return mapOf(channel);
  };

  const handlers: Record<AdapterName, (request: FastifyRequest) => Promise<unknown>> = {
    readImportMap: (request) => mapOf(envOf(request)),
    environments: () =>
      Promise.resolve({
        environments: deps.channels().map((name) => ({ name, isDefault: name === DEFAULT_CHANNEL, aliases: [] })),
      }),
    async patchService(request) {
      assertChannel(envOf(request));
      const { service, url } = parsed(adapterEndpoints.patchService.body, json(request.body));
      return promote(request, { [service]: url });
    },
    async patchImportMap(request) {
      assertChannel(envOf(request));
      const { imports, scopes = {} } = parsed(adapterEndpoints.patchImportMap.body, json(request.body));
      if (Object.keys(scopes).length > 0) throw refuse('There are no scopes here: a remote is the same on every page.');
      return promote(request, imports);
    },
    async eikVersions(request) {
      const { name } = request.params as { name: string };
      const versions = new Map<number, EikPackage>();
      for (const found of await packagesOf(request, name)) {
        const major = Number.parseInt(found.version, 10);
        if (!versions.has(major)) versions.set(major, found);
      }
      if (versions.size === 0) throw new ReleaseRefusal('BUILD_UNKNOWN', `There is no build of ${name} to see.`);
      return { ...eikFields(name), versions: [...versions] };
    },
    async eikVersion(request) {
      const { name, version } = request.params as { name: string; version: string };
      const found = (await packagesOf(request, name)).find((known) => known.version === version);
      if (!found) throw new ReleaseRefusal('BUILD_UNKNOWN', `There is no build ${version} of ${name} to see.`);
      return found;
    },
  };

  /** Newest first: with a token what is published, without what every visitor can read. */
  async function packagesOf(request: FastifyRequest, name: string): Promise<EikPackage[]> {
    const asPackage = ({ version, buildId }: { version: string; buildId: string }): EikPackage => ({
      ...eikFields(name),
      version,
      integrity: integrityOf(Buffer.from(buildId)),
    });
    if (request.headers.authorization !== undefined) {
      const builds = await dispatch(deps, 'builds', { name, limit: '500' }, who(request));
      return (builds as { version: string; buildId: string }[]).map(asPackage);
    }
    const held = ownOf((await deps.served(DEFAULT_CHANNEL))?.remotes ?? {}, name);
    return [held?.current, held?.lastGood].flatMap((build) => (build ? [asPackage(build)] : []));
  }

  for (const [name, { method, path }] of Object.entries(adapterEndpoints)) {
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request) => handlers[name as AdapterName](request),
    });
  }
}

/** The build that a service's address names: nothing else of the address is used. */
function buildBehind(service: string, url: string): { name: string; build: string } {
  const name = service.replace(/^@redress\//, '');
  const [, owner, version = '', buildId = ''] =
    /(?:^|\/)assets\/((?:shell|mf-[a-z0-9-]+))\/([\w.+-]+)-([0-9a-f]{12})\/[\w.-]+$/.exec(url) ?? [];
  if (owner !== name || !url.includes(buildBase({ name, version, buildId })))
    throw refuse(`${url} is no address of a build of ${name}, such as /assets/${name}/1.0.0-0123456789ab/entry.js.`);
  return { name, build: buildId };
}

function json(given: unknown): unknown {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given;
  } catch {
    throw refuse('This is no JSON.');
  }
}
