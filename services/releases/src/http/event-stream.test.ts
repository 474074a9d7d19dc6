import Fastify, { type FastifyInstance } from 'fastify';
import type { ReleaseReader } from '../reader/release-reader.ts';
import { createEventStreams } from './event-stream.ts';

let app: FastifyInstance;
afterEach(() => app.close());

it('tells 201 browsers of one office of a change, and counts none that has gone', async () => {
  const listeners = new Set<(held: { snapshot: { number: number } }) => void>();
  const reader = {
    channel: 'production',
    held: () => ({ snapshot: { number: 7 } }),
    onSnapshot: (listener: (held: { snapshot: { number: number } }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as ReleaseReader; // no more of it is used here
  const streams = createEventStreams(reader);
  app = Fastify({ forceCloseConnections: true });
  app.get('/events', (request, reply) => streams.open(request, reply));
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const answers = await Promise.all(
    Array.from({ length: 201 }, () => fetch(`${url}/events`, { signal: leaving.signal })),
  );
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
