import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BuildDescriptor, RemoteConfig } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import type { BuildFolder } from './build-folder.ts';
import { integrityOf } from './integrity.ts';
import { ReleaseRefusal } from './refusal.ts';

const MANIFEST = 'mf-manifest.json';

/** What of a manifest counts here; bundlers put more into it, and not the same. */
const Manifest = z.object({
  name: z.string(),
  metaData: z.object({
    remoteEntry: z.object({ name: z.string(), path: z.string(), type: z.string() }),
    globalName: z.string(),
  }),
  shared: z.array(
    z.object({
      name: z.string(),
      requiredVersion: z.string(),
      assets: z.object({ js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }) }),
    }),
  ),
  exposes: z.array(z.object({ path: z.string() })),
});

/** Facts of the machine that built it, types, maps, and pages: nothing that a page loads. */
const NOT_PUBLISHED = /(^|\/)\.|^mf-stats\.json$|^signed-build\.json$|\.(map|html|ts|zip)$|^@mf-types/;
const CHUNKS = /\b(?:self|globalThis|window)(?:\.|\[["'])((?:webpack|rspack)Chunk[\w$-]+)/;

const refuse = (message: string) => new ReleaseRefusal('DESCRIPTOR_INVALID', message);

/**
 * A build made by the plain module-federation plugin of a bundler, which has `mf-manifest.json` and no `build.json`: the
 * descriptor is made of its manifest, its files and the remote's configuration beside it.
 *
 * Every script of it stands in every chain, so that the shell fetches them all, each with its integrity: a chunk that is
 * there already is not asked for by the bundler's own loader, which knows neither pins nor Trusted Types.
 * @returns `null` when the folder holds no manifest
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`
 */
export async function openStockFolder(dist: string): Promise<BuildFolder | null> {
  if (!existsSync(path.join(dist, MANIFEST))) return null;
  const { config, version } = await readConfig(path.resolve(dist, '..'));
  const files = readFiles(dist);
  const descriptor = describe(config, version, files);
  return {
    payload: JSON.stringify(descriptor, null, 1),
    readFile: (file) => Promise.resolve(files.get(file) ?? null),
  };
}

/** `remote.config.*` beside the folder of the build, and the version of the package there. */
async function readConfig(folder: string): Promise<{ config: RemoteConfig; version: string }> {
  const file = ['ts', 'mjs', 'js', 'json'].map((type) => path.join(folder, `remote.config.${type}`)).find(existsSync);
  if (!file) throw refuse(`${folder} holds no remote.config: it says which routes and slots the remote has.`);
  const packageFile = path.join(folder, 'package.json');
  const { version = '0.0.0' } = existsSync(packageFile)
    ? (JSON.parse(readFileSync(packageFile, 'utf8')) as { version?: string })
    : {};
  const given: unknown = file.endsWith('.json')
    ? JSON.parse(readFileSync(file, 'utf8'))
    : await import(pathToFileURL(file).href).then(
        ({ config, default: other }: { config?: unknown; default?: unknown }) => config ?? other,
      );
  const parsed = z.safeParse(RemoteConfig, given);
  if (!parsed.success) throw refuse(`${file}: ${z.prettifyError(parsed.error)}`);
  return { config: parsed.data, version };
}

function readFiles(dist: string): Map<string, Buffer> {
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !NOT_PUBLISHED.test(name))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(path.join(dist, name))]));
}

/** What the code of an entry asks of the share scope: webpack's manifest may leave out what a build has no copy of. */
const CONSUMED =
  /requiredVersion:"([^"]+)"[^{}]{0,120}\bshareKey:"([^"]+)"|\bshareKey:"([^"]+)"[^{}]{0,60}requiredVersion:"([^"]+)"/g;

const consumed = (entry: string): BuildDescriptor['shared'] =>
  Object.fromEntries(
    [...entry.matchAll(CONSUMED)].map(([, before, key, name = key, after = before]) => [
      name,
      { version: after, provides: false },
    ]),
  ) as BuildDescriptor['shared'];

function describe(config: RemoteConfig, version: string, files: ReadonlyMap<string, Buffer>): BuildDescriptor {
  const parsed = z.safeParse(Manifest, JSON.parse(files.get(MANIFEST)?.toString('utf8') ?? ''));
  if (!parsed.success) throw refuse(`${MANIFEST}: ${z.prettifyError(parsed.error)}`);
  const { name: instance, metaData, shared, exposes } = parsed.data;
  const { remoteEntry, globalName } = metaData;
  const { name, owner, requires } = config;
  const own = name.replaceAll('-', '_');
  if (instance !== own || globalName !== own) {
    throw refuse(`The container of ${name} must be named ${own}; it is ${globalName}.`);
  }
  if (!['global', 'var'].includes(remoteEntry.type)) {
    throw new ReleaseRefusal(
      'ES_MODULE',
      `${remoteEntry.name} of ${name} is of the type ${remoteEntry.type}: a page of this site loads scripts alone.`,
    );
  }
  const entry = path.posix.join(remoteEntry.path, remoteEntry.name);
  const text = files.get(entry)?.toString('utf8') ?? '';
  const [, chunks] = CHUNKS.exec(text) ?? [];
  if (chunks?.replace(/^[a-z]+Chunk/, '') !== own) {
    throw refuse(`The chunks of ${name} must meet under the name ${own} (output.uniqueName).`);
  }
  const of = (type: string) => [...files.keys()].filter((file) => file.endsWith(type) && file !== entry);
  const chain = { js: of('.js'), css: of('.css') };
  const offered = exposes.map((expose) => expose.path);
  const wanted = [
    ...(config.routes.length > 0 ? ['./lifecycles'] : []),
    ...Object.keys(config.slots).map((slot) => `./slot/${slot}`),
  ];
  for (const module of wanted) if (!offered.includes(module)) throw refuse(`${name} exposes no ${module}.`);
  const provided = Object.fromEntries(
    shared.map(({ name: request, requiredVersion, assets: { js } }) => [
      request,
      { version: requiredVersion, provides: js.sync.length + js.async.length > 0 },
    ]),
  );
  const made = {
    format: 1,
    name,
    version,
    owner,
    entry,
    globalName,
    runtime: { instance, chunks },
    exposes: Object.fromEntries(wanted.map((module) => [module, chain])),
    files: Object.fromEntries(
      [...files].map(([file, text]) => [file, { integrity: integrityOf(text), bytes: text.length }]),
    ),
    prerendered: {},
    shared: { ...consumed(text), ...provided },
    contracts: requires.contracts,
    config,
  };
  const buildId = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 12);
  const descriptor = z.safeParse(BuildDescriptor, { ...made, buildId });
  if (!descriptor.success) throw refuse(`${name}: ${z.prettifyError(descriptor.error)}`);
  return descriptor.data;
}
