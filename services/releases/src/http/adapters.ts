import { adapterEndpoints, SignedBuild, type AdapterAnswerOf, type AdapterName } from '@redress/contracts/release-api';
import { buildBase, type Snapshot } from '@redress/contracts/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { integrityOf, parseDescriptor } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../refusal.ts';
import { assertRole, type Actor } from './actor.ts';
import { dispatch, type Dispatching } from './dispatch.ts';
import { importMap } from './feeds.ts';
import { readPackage } from './package-archive.ts';

const MAX_PACKAGE_BYTES = 20_000_000;
const MAX_LOGIN_BYTES = 10_000;
const TAKE_PACKAGES: readonly string[] = ['eikPublish', 'piletPublish'] satisfies AdapterName[];
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

/** Of import-map-deployer (`user:token`) and Piral (the token as it is), which know no bearer tokens. */
function bearerOf(header: string | undefined): string | undefined {
  const basic = /^Basic ([\w+/=-]+)$/.exec(header ?? '')?.[1];
  if (basic === undefined) return header;
  if (/^[\w-]{20,100}$/.test(basic) && basic.startsWith('rr_')) return `Bearer ${basic}`;
  return `Bearer ${Buffer.from(basic, 'base64').toString('utf8').split(':').slice(1).join(':')}`;
}

/**
 * Protocols of other tools, each made of calls of the release API under the token of whoever asks: roles, ownership,
 * signature, gate, limits and ledger are those of every other call.
 * @see decision 0111
 */
export function registerAdapters(app: FastifyInstance, deps: AdapterDeps): void {
  const who = (request: FastifyRequest) => () => deps.actorOf(bearerOf(request.headers.authorization));
  /** Before anything of a package is read: a small one unpacks to a large one, whoever sends it. */
  const assertMayPublish = async (request: FastifyRequest) => assertRole(await who(request)(), 'developer');
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

  const handlers: Record<AdapterName, (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>> = {
    readImportMap: (request) => mapOf(envOf(request)),
    environments: () =>
      Promise.resolve({
        environments: deps.channels().map((name) => ({ name, isDefault: name === DEFAULT_CHANNEL, aliases: [] })),
      }),
    async patchService(request) {
      assertChannel(envOf(request));
      const { service, url } = parsed(adapterEndpoints.patchService.body, request.body);
      return promote(request, { [service]: url });
    },
    async patchImportMap(request) {
      assertChannel(envOf(request));
      const { imports, scopes = {} } = parsed(adapterEndpoints.patchImportMap.body, request.body);
      if (Object.keys(scopes).length > 0) throw refuse('There are no scopes here: a remote is the same on every page.');
      return promote(request, imports);
    },
    async eikLogin(request) {
      const key = (await formOf(request)).get('key');
      if (typeof key !== 'string') throw refuse('Send a release token as key.');
      await deps.actorOf(`Bearer ${key}`);
      return { token: key };
    },
    async eikPublish(request, reply) {
      const { name, version } = request.params as { name: string; version: string };
      const bytes = await fileOf(request, 'package');
      await publish(request, bytes, { name, version });
      return reply.code(303).header('location', `/pkg/${name}/${version}`).send();
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
    async piletPublish(request) {
      const { name, version } = await publish(request, await fileOf(request, 'file'), null);
      return { name, version };
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
    const held = (await deps.served(DEFAULT_CHANNEL))?.remotes[name];
    return [held?.current, held?.lastGood].flatMap((build) => (build ? [asPackage(build)] : []));
  }

  /** The build in a package, by the calls that the command line makes. */
  async function publish(request: FastifyRequest, tgz: Buffer, asked: { name: string; version: string } | null) {
    const files = readPackage(tgz);
    const at = [...files.keys()]
      .filter((file) => /(^|\/)signed-build\.json$/.test(file))
      .sort((a, b) => a.length - b.length)[0];
    if (at === undefined) throw refuse('The package holds no signed-build.json: make it with `release sign`.');
    const signed = parsed(SignedBuild, json(files.get(at)?.toString('utf8') ?? ''));
    const descriptor = parseDescriptor(signed.payload);
    const { name, version } = descriptor;
    if (asked && (asked.name !== name || asked.version !== version)) {
      throw refuse(`The package holds ${name} ${version}, not ${asked.name} ${asked.version}.`);
    }
    const known = (await dispatch(deps, 'builds', { name, limit: '500' }, who(request))) as { version: string }[];
    if (known.some((build) => build.version === version)) {
      throw new ReleaseRefusal('BUILD_EXISTS', `${name} ${version} is published.`);
    }
    const { missing } = (await dispatch(deps, 'publish', signed, who(request))) as { missing: string[] };
    const folder = at.slice(0, -'signed-build.json'.length);
    for (const file of missing) {
      const bytes = files.get(folder + file);
      if (!bytes) throw new ReleaseRefusal('FILE_MISSING', `${file} is in build.json and not in the package.`);
      await dispatch(deps, 'upload', Buffer.from(bytes), who(request));
    }
    if (missing.length > 0) await dispatch(deps, 'publish', signed, who(request));
    return descriptor;
  }

  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MAX_PACKAGE_BYTES },
    (_request, body, done) => done(null, body),
  );
  for (const [name, { method, path }] of Object.entries(adapterEndpoints)) {
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(name === 'eikLogin' ? { bodyLimit: MAX_LOGIN_BYTES } : {}),
      ...(TAKE_PACKAGES.includes(name) ? { onRequest: assertMayPublish } : {}),
      handler: (request, reply) => handlers[name as AdapterName](request, reply),
    });
  }
}

/** The build that a service's address names: nothing else of the address is used. */
function buildBehind(service: string, url: string): { name: string; build: string } {
  const name = service.replace(/^@redress\//, '');
  const [, owner, version = '', buildId = ''] =
    /(?:^|\/)assets\/((?:shell|mf-[a-z0-9-]+))\/([\w.+-]+)-([0-9a-f]{12})\/[\w.-]+$/.exec(url) ?? [];
  if (owner !== name || !url.includes(buildBase({ name, version, buildId }))) {
    throw refuse(`${url} is no address of a build of ${name}, such as /assets/${name}/1.0.0-0123456789ab/entry.js.`);
  }
  return { name, build: buildId };
}

function parsed<S extends z.core.$ZodType>(schema: S, given: unknown): z.output<S> {
  const result = z.safeParse(schema, typeof given === 'string' ? json(given) : given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refuse(`${issue?.path.join('.') || 'The request'}: ${issue?.message ?? 'not valid'}.`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('This is no JSON.');
  }
}

/** Read by Node itself, which has a parser of forms for `fetch`. */
async function formOf({ body, headers }: FastifyRequest): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  if (!Buffer.isBuffer(body)) throw refuse('Send a form, multipart/form-data.');
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw refuse('The form cannot be read.');
  });
}

async function fileOf(request: FastifyRequest, field: string): Promise<Buffer> {
  const file = (await formOf(request)).get(field);
  if (!(file instanceof File)) throw refuse(`Send the package as the file ${field}.`);
  return Buffer.from(await file.arrayBuffer());
}
