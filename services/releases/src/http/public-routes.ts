import { RELEASE_ROUTES, type Snapshot } from '@redress/contracts/releases';
import type { FastifyInstance } from 'fastify';
import type { HeldSnapshot, ReleaseReader } from '../reader/release-reader.ts';
import { createEventStreams } from './event-stream.ts';
import { frontendDiscovery, importMap, piralFeed } from './feeds.ts';

/** What anybody may ask of the releases: the signed snapshot, the stream of changes, the feeds. */
export function registerPublicRoutes(app: FastifyInstance, reader: ReleaseReader): void {
  const streams = createEventStreams(reader);
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });

  const isOurChannel = (query: unknown) =>
    ((query as { channel?: string }).channel ?? reader.channel) === reader.channel;

  app.get(RELEASE_ROUTES.events, (request, reply) => {
    if (!isOurChannel(request.query)) return void reply.code(404).header('cache-control', 'no-store').send();
    streams.open(request, reply);
  });

  app.get(RELEASE_ROUTES.snapshot, (request, reply) => {
    const held = reader.held();
    reply.header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff');
    if (!held || !isOurChannel(request.query)) return reply.code(404).send({ message: 'No such snapshot.' });
    const { name, answer } = askedFor(held, request.query as { variant?: unknown; variants?: unknown });
    const etag = `"${held.signed.keyId}-${held.snapshot.number}${name}"`;
    reply.header('etag', etag);
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(answer);
  });

  app.get(RELEASE_ROUTES.freshness, (request, reply) => {
    const statement = isOurChannel(request.query) ? reader.freshness() : null;
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    return statement ? reply.send(statement) : reply.code(404).send({ message: 'No statement.' });
  });

  app.get(RELEASE_ROUTES.trust, (_, reply) =>
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').send(reader.signedTrust()),
  );

  app.get(RELEASE_ROUTES.served, (_, reply) =>
    reply.header('cache-control', 'no-store').send({ channel: reader.channel, number: reader.servedNumber() }),
  );

  const feed = (path: string, make: (snapshot: Snapshot) => object) =>
    app.get(path, (_, reply) => {
      const held = reader.held();
      reply.header('cache-control', 'public, max-age=5').header('access-control-allow-origin', '*');
      return held ? reply.send(make(held.snapshot)) : reply.code(404).send({ message: 'No snapshot yet.' });
    });
  feed('/releases/feeds/importmap.json', importMap);
  feed('/releases/feeds/frontend-discovery.json', frontendDiscovery);
  feed('/releases/feeds/piral', piralFeed);
}

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
