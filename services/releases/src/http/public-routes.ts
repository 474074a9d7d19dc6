import { STAFF_ROUTES } from '@redress/contracts/passes';
import { PREVIEW_ROUTES, RELEASE_ROUTES } from '@redress/contracts/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { readCookie } from '../people/session-cookies.ts';
import type { FoundPreview } from '../reader/held-previews.ts';
import type { HeldSnapshot, ReleaseReader } from '../reader/release-reader.ts';
import { createEventStreams } from './event-stream.ts';
import { frontendDiscovery, importMap, piralFeed } from './feeds.ts';

const asBrotli = promisify<string, Buffer>(brotliCompress);

const isOurChannel = (reader: ReleaseReader, given: unknown) =>
  ((given as { channel?: string }).channel ?? reader.channel) === reader.channel;

/**
 * A page of a preview follows nothing: it asks as builds of any time do, and gets what it shows already. A page that
 * says which variant it runs is none of a preview, whatever another tab of the browser shows.
 */
async function previewOf(reader: ReleaseReader, request: FastifyRequest, previewCookie: string) {
  const { variant } = request.query as { variant?: unknown };
  const secret = variant === undefined ? readCookie(request.headers.cookie, previewCookie) : null;
  const found = secret === null ? null : await reader.previews.find(secret, request.ip);
  return found === 'unknown' ? null : found;
}

/** The signed snapshot, and what else is signed for those who follow it. */
function registerSnapshotRoutes(app: FastifyInstance, reader: ReleaseReader, previewCookie: string): void {
  /** Parts by their text, compressed once: anybody may ask for one as often as they like. */
  const compressed = new LRUCache<string, Promise<Buffer>>({ max: 200 });

  app.get(RELEASE_ROUTES.snapshot, async (request, reply) => {
    const held = reader.held();
    reply.header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff');
    const preview = await previewOf(reader, request, previewCookie);
    if (preview) return reply.header('cache-control', 'private, no-store').send(preview.signed);
    if (!held || !isOurChannel(reader, request.query)) return reply.code(404).send({ message: 'No such snapshot.' });
    const { name, answer } = askedFor(held, request.query as { variant?: unknown; variants?: unknown });
    const etag = `"${held.signed.keyId}-${held.snapshot.number}${name}"`;
    reply.header('etag', etag);
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(answer);
  });

  app.get(RELEASE_ROUTES.part, async (request, reply) => {
    const { digest } = request.query as { digest?: unknown };
    const text = typeof digest === 'string' ? reader.part(digest) : null;
    reply.header('x-content-type-options', 'nosniff').header('vary', 'accept-encoding');
    if (text === null) return reply.code(404).header('cache-control', 'no-store').send({ message: 'No such part.' });
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('application/json; charset=utf-8');
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(text);
    const brotli = compressed.get(text) ?? asBrotli(text);
    compressed.set(text, brotli);
    return reply.header('content-encoding', 'br').send(await brotli);
  });

  app.get(RELEASE_ROUTES.freshness, async (request, reply) => {
    const isCurrent = isOurChannel(reader, request.query) && !(await previewOf(reader, request, previewCookie));
    const statement = isCurrent ? reader.freshness() : null;
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    return statement ? reply.send(statement) : reply.code(404).send({ message: 'No statement.' });
  });

  app.get(RELEASE_ROUTES.trust, (_, reply) =>
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').send(reader.signedTrust()),
  );

  app.get(RELEASE_ROUTES.served, (_, reply) =>
    reply.header('cache-control', 'no-store').send({
      channel: reader.channel,
      number: reader.servedNumber(),
      since: reader.servedSince()?.toISOString() ?? null,
    }),
  );
}

/** What sites of other processes ask for their browsers. */
function registerLookups(app: FastifyInstance, reader: ReleaseReader): void {
  /** What a site takes stands in the body: `null` there is nothing. */
  const askedOf = ({ method, query, body }: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const asked = ((method === 'GET' ? query : body) ?? {}) as { id?: unknown; as?: unknown; look?: unknown };
    const { id, as, look } = isOurChannel(reader, asked) ? asked : {};
    return { id: isDigest(id) ? id : null, as: isDigest(as) ? as : null, isLook: look === '1' };
  };
  const answer = (reply: FastifyReply, preview: FoundPreview) => {
    // Another site must not take this for its end.
    if (preview === 'unknown') return reply.code(503).send({ message: 'Not known now.' });
    return preview ? reply.send(preview.signed) : reply.code(404).send({ message: 'No such preview.' });
  };

  app.get(PREVIEW_ROUTES.lookup, async (request, reply) => {
    const { id, isLook } = askedOf(request, reply);
    return answer(reply, id === null ? id : await reader.previews.bySite[isLook ? 'look' : 'find'](id, request.ip));
  });
  app.post(PREVIEW_ROUTES.lookup, async (request, reply) => {
    const { id, as } = askedOf(request, reply);
    return answer(reply, id === null || as === null ? null : await reader.previews.bySite.take(id, as, request.ip));
  });
  app.post(STAFF_ROUTES.take, async (request, reply) => {
    const { id } = askedOf(request, reply);
    const pass = id && (await reader.staff.take(id, request.ip));
    return pass === null ? reply.code(404).send({ message: 'No such pass.' }) : reply.send({ pass });
  });
}

function registerFeeds(app: FastifyInstance, reader: ReleaseReader): void {
  const feed = (path: string, make: (held: HeldSnapshot) => object) =>
    app.get(path, (_, reply) => {
      const held = reader.held();
      reply.header('cache-control', 'public, max-age=5').header('access-control-allow-origin', '*');
      return held ? reply.send(make(held)) : reply.code(404).send({ message: 'No snapshot yet.' });
    });
  feed('/releases/feeds/importmap.json', ({ snapshot }) => importMap(snapshot));
  feed('/releases/feeds/frontend-discovery.json', frontendDiscovery);
  for (const path of ['/releases/feeds/piral', '/api/v1/pilet']) feed(path, ({ snapshot }) => piralFeed(snapshot));
}

/** What anybody may ask of the releases: the signed snapshot, the stream of changes, the feeds. */
export function registerPublicRoutes(
  app: FastifyInstance,
  reader: ReleaseReader,
  { previewCookie }: { previewCookie: string },
): void {
  const streams = createEventStreams(reader);
  app.addHook('preClose', async () => streams.close());
  app.get(RELEASE_ROUTES.events, (request, reply) => {
    if (!isOurChannel(reader, request.query)) return void reply.code(404).header('cache-control', 'no-store').send();
    streams.open(request, reply);
  });
  registerSnapshotRoutes(app, reader, previewCookie);
  registerLookups(app, reader);
  registerFeeds(app, reader);
}

const isDigest = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

const MAX_VARIANT_TEXT = 200;

/**
 * The snapshot that everybody has; for a tab that says which builds it runs, with those that still roll out; for a site
 * everything.
 */
function askedFor(
  { release, signed, rollout }: HeldSnapshot,
  { variant, variants }: { variant?: unknown; variants?: unknown },
): { name: string; answer: object } {
  if (variants === 'all') return { name: '-all', answer: release };
  const builds = typeof variant === 'string' && variant.length <= MAX_VARIANT_TEXT ? variant.split(',') : [];
  const name = rollout?.variantOf(builds) ?? null;
  const held = name === null ? undefined : rollout?.variants.get(name);
  return held ? { name: `-${name?.replaceAll(' ', '-')}`, answer: held.signed } : { name: '', answer: signed };
}
