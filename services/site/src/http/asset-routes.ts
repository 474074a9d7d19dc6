import { FILES_FOLDER, nameInAllBuilds } from '@redress/contracts/releases';
import { CONTENT_TYPES } from '@redress/server/content-types';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { chooseEncoding, matchesEtag } from './negotiate.ts';

/** Files of published builds; the release service's read side. */
export interface AssetSource {
  describe(name: string, folder: string): Promise<AssetBuild | null>;
  /** A build of this remote that has a file of this name, which ends in a hash of its contents. */
  holderOf(name: string, path: string): Promise<AssetBuild | null>;
  file(build: AssetBuild, path: string, encoding?: 'br' | 'gzip'): Promise<Buffer | null>;
  /** The file in `dcz` (RFC 9842), by the dictionary as a browser names it: earlier contents of the same file. */
  dictionaryCopies(build: AssetBuild, path: string): Promise<ReadonlyMap<string, Buffer>>;
}

export interface AssetBuild {
  name: string;
  buildId: string;
  files: Record<string, { integrity: string; bytes: number }>;
}

interface Asset {
  type: string;
  etag: string;
  bodies: { identity: Buffer; br: Buffer | null; gzip: Buffer | null };
  /** Addresses of the same file in other builds, without a query: one that failed is asked for again with one, and so without a dictionary. */
  match: string | null;
  copies: ReadonlyMap<string, Buffer>;
}

/** Prerendered pieces belong into documents; source maps and declarations stay with the registry. */
const NOT_SERVED = /\.(html|map)$|^(build|types)\.json$/;

const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const CACHE_BYTES = 64_000_000;
const YEAR = 'public, max-age=31536000, immutable';

/** Size in the cache, at least 1, which it asks for: a file may be empty. */
const bytesOf = ({ bodies, copies }: Asset) =>
  [...Object.values(bodies), ...copies.values()].reduce((sum, body) => sum + (body?.length ?? 0), 1);

/** The copy that this browser can read: it has the dictionary, and says so. */
const copyFor = (request: FastifyRequest, { copies }: Asset): Buffer | undefined =>
  request.encodings(['dcz']) === 'dcz' ? copies.get(String(request.headers['available-dictionary'])) : undefined;

/**
 * `/assets/{name}/{version}-{buildId}/…`: immutable, kept for a year, of every build ever published, so that a tab
 * opened before a release or a rollback still works. `/assets/{name}/files/…`: the same file in every build that has it.
 */
export function registerAssetRoutes(app: FastifyInstance, source: AssetSource): void {
  const cache = new LRUCache<string, Asset>({ maxSize: CACHE_BYTES, sizeCalculation: bytesOf });

  async function find(name: string, folder: string, path: string): Promise<Asset | null> {
    const key = `${name}/${folder}/${path}`;
    const known = cache.get(key);
    if (known) return known;
    const type = CONTENT_TYPES[path.slice(path.lastIndexOf('.') + 1)];
    if (!type || NOT_SERVED.test(path)) return null;
    const build = await (folder === FILES_FOLDER ? source.holderOf(name, path) : source.describe(name, folder));
    const listed = build && Object.hasOwn(build.files, path) ? build.files[path] : undefined;
    if (!build || !listed) return null;
    const identity = await source.file(build, path);
    if (!identity) return null;
    const everywhere = nameInAllBuilds(path);
    const [br, gzip, copies] = await Promise.all([
      source.file(build, path, 'br'),
      source.file(build, path, 'gzip'),
      everywhere ? source.dictionaryCopies(build, path) : new Map<string, Buffer>(),
    ]);
    const match = everywhere && `/assets/${name}/*/${everywhere}?`;
    const asset = { type, etag: `"${listed.integrity.slice(7, 39)}"`, bodies: { identity, br, gzip }, match, copies };
    cache.set(key, asset);
    return asset;
  }

  app.get<{ Params: { name: string; folder: string; '*': string } }>(
    '/assets/:name/:folder/*',
    async (request, reply) => {
      const { name, folder, '*': path } = request.params;
      const asset = await find(name, folder, path);
      reply.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'same-origin');
      // A 404 that is kept would outlive the publication that heals it.
      if (!asset) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found\n');
      // Opened by itself, a picture would be a document of this origin.
      if (asset.type === CONTENT_TYPES['svg']) reply.header('content-security-policy', SVG_POLICY);
      const vary = asset.match ? 'accept-encoding, available-dictionary' : 'accept-encoding';
      reply.headers({ 'content-type': asset.type, 'cache-control': YEAR, etag: asset.etag, vary });
      if (matchesEtag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send();
      if (asset.match) reply.header('use-as-dictionary', `match="${asset.match}"`);
      const copy = copyFor(request, asset);
      if (copy) return reply.header('content-encoding', 'dcz').send(copy);
      const wanted = chooseEncoding(request);
      const encoded = wanted === 'identity' ? null : asset.bodies[wanted];
      if (encoded) reply.header('content-encoding', wanted);
      return reply.send(encoded ?? asset.bodies.identity);
    },
  );
}
