import Fastify, { type FastifyInstance } from 'fastify';
import type { ReleaseReader } from '../reader/release-reader.ts';
import { createEventStreams } from './event-stream.ts';

let app: FastifyInstance;
afterEach(() => app.close());

const listeners = new Set<(held: { snapshot: { number: number } }) => void>();
/** @returns opens a stream from an address, whatever that is */
async function streamsOf(most: number) {
  const reader = {
    channel: 'production',
    held: () => ({ snapshot: { number: 7 } }),
    onSnapshot: (listener: (held: { snapshot: { number: number } }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ReleaseReader; // no more of it is used here
  const streams = createEventStreams(reader, { most });
  app = Fastify({ forceCloseConnections: true, trustProxy: true });
  app.get('/events', (request, reply) => streams.open(request, reply));
  app.addHook('preClose', async () => streams.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const open = (address: string, signal?: AbortSignal) =>
    fetch(`${url}/events`, { headers: { 'x-forwarded-for': address }, ...(signal && { signal }) });
  return { streams, open };
}

it('tells 201 browsers of one office of a change, and counts none that has gone', async () => {
  const { streams, open } = await streamsOf(201);
  const leaving = new AbortController();
  const answers = await Promise.all(Array.from({ length: 201 }, () => open('203.0.113.7', leaving.signal)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(streams.size()).toBe(201);
  for (const listener of listeners) listener({ snapshot: { number: 8 } });
  const heard = await Promise.all(
    answers.map(async ({ body }) => {
      const stream = body!.getReader();
      for (let text = ''; !text.includes('"number":8');) text += Buffer.from((await stream.read()).value!).toString();
      return true;
    }),
  );
  expect(heard).toHaveLength(201);
  leaving.abort();
  while (streams.size() > 0) await new Promise(setImmediate);
});

it('gives a newcomer the oldest stream of the network with the most, and that network no more', async () => {
  const { open } = await streamsOf(10);
  const crowd: Response[] = [];
  for (let n = 0; n <= 10; n += 1) crowd.push(await open(`198.51.${n}.1`));
  expect(crowd.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 503]);
  expect((await open('203.0.113.7')).status).toBe(200);
  expect(await crowd[0]!.text()).toContain('"number":7');
});
