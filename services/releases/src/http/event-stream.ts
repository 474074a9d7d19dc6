import { networkOf } from '@redress/server/network-of';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReleaseReader } from '../reader/release-reader.ts';

const KEEP_ALIVE_MS = 25_000;
const MAX_STREAMS = 20_000;
/** An office, a school or a phone network is one address. A browser that gets no stream asks for the snapshot each minute. */
const MAX_STREAMS_PER_ADDRESS = 2_000;

/** Server-sent events: each open tab (one stream a browser) gets each new snapshot number at once. */
export function createEventStreams(reader: ReleaseReader) {
  const streams = new Map<FastifyReply, string>();
  const perAddress = new Map<string, number>();
  const count = (address: string, by: number) => {
    const left = (perAddress.get(address) ?? 0) + by;
    if (left > 0) perAddress.set(address, left);
    else perAddress.delete(address);
  };
  const message = (number: number) =>
    `id: ${number}\nevent: snapshot\ndata: ${JSON.stringify({ channel: reader.channel, number })}\n\n`;
  const broadcast = (text: string) => {
    for (const reply of streams.keys()) reply.raw.write(text);
  };
  const unsubscribe = reader.onSnapshot(({ snapshot }) => broadcast(message(snapshot.number)));
  const numberHeld = () => reader.held()?.snapshot.number ?? 0;
  // An event, not a comment: a browser sees no comments, so by their silence it could not tell a connection that died.
  const keepAlive = setInterval(() => broadcast(message(numberHeld())), KEEP_ALIVE_MS);
  keepAlive.unref();

  return {
    open(request: FastifyRequest, reply: FastifyReply): void {
      const address = networkOf(request.ip);
      if (streams.size >= MAX_STREAMS || (perAddress.get(address) ?? 0) >= MAX_STREAMS_PER_ADDRESS) {
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
      streams.set(reply, address);
      count(address, 1);
      request.raw.once('close', () => {
        if (streams.delete(reply)) count(address, -1);
      });
    },
    size: () => streams.size,
    close(): void {
      unsubscribe();
      clearInterval(keepAlive);
      for (const reply of streams.keys()) reply.raw.end();
      streams.clear();
    },
  };
}
