import { networkOf } from '@redress/server/network-of';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReleaseReader } from '../reader/release-reader.ts';

const KEEP_ALIVE_MS = 25_000;
const MOST_STREAMS = 20_000;
/** A provider, a company, a school. Addresses beside each other are had by the hundred, those of IPv6 by the million. */
const NEIGHBOURS = { octets: 2, bits: 32 };

/**
 * Server-sent events: each open tab (one stream a browser) gets each new snapshot number at once. When all streams are taken, who
 * comes from a network with fewer gets the oldest of the network with the most: a browser without one asks each minute.
 */
export function createEventStreams(reader: ReleaseReader, { most = MOST_STREAMS } = {}) {
  const networks = new Map<string, Set<FastifyReply>>();
  let size = 0;
  const leave = (network: string, reply: FastifyReply) => {
    const streams = networks.get(network);
    if (!streams?.delete(reply)) return;
    size -= 1;
    if (streams.size === 0) networks.delete(network);
  };
  const all = () => [...networks.values()].flatMap((streams) => [...streams]);
  /** @returns whether there is a place for one more of a network that has so many */
  const makePlace = (own: number): boolean => {
    if (size < most) return true;
    const [network, streams] = [...networks].reduce((one, other) => (other[1].size > one[1].size ? other : one));
    if (streams.size <= own + 1) return false;
    const [oldest] = streams as Set<FastifyReply> & [FastifyReply];
    leave(network, oldest);
    oldest.raw.end();
    return true;
  };
  const message = (number: number) =>
    `id: ${number}\nevent: snapshot\ndata: ${JSON.stringify({ channel: reader.channel, number })}\n\n`;
  const broadcast = (text: string) => {
    for (const reply of all()) reply.raw.write(text);
  };
  const unsubscribe = reader.onSnapshot(({ snapshot }) => broadcast(message(snapshot.number)));
  const numberHeld = () => reader.held()?.snapshot.number ?? 0;
  // An event, not a comment: a browser sees no comments, so by their silence it could not tell a connection that died.
  const keepAlive = setInterval(() => broadcast(message(numberHeld())), KEEP_ALIVE_MS);
  keepAlive.unref();

  return {
    open(request: FastifyRequest, reply: FastifyReply): void {
      const network = networkOf(request.ip, NEIGHBOURS);
      if (!makePlace(networks.get(network)?.size ?? 0)) {
        void reply.code(503).header('retry-after', '30').header('cache-control', 'no-store').send();
        return;
      }
      reply.hijack();
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        // A proxy that buffers would deliver the news of a rollback with the next one.
        'x-accel-buffering': 'no',
      });
      reply.raw.write(`retry: 2000\n\n${message(numberHeld())}`);
      networks.set(network, (networks.get(network) ?? new Set()).add(reply));
      size += 1;
      request.raw.once('close', () => leave(network, reply));
    },
    size: () => size,
    close(): void {
      unsubscribe();
      clearInterval(keepAlive);
      for (const reply of all()) reply.raw.end();
    },
  };
}
