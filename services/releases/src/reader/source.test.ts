import { createServer, type Server, type ServerResponse } from 'node:http';
import { httpSource } from './source.ts';

let server: Server;
let url: string;
let streams: ServerResponse[];
let asked: (string | undefined)[];
let answer: { status: number; body: string };
const stops: (() => void)[] = [];

beforeEach(async () => {
  streams = [];
  asked = [];
  answer = { status: 200, body: '{"keyId":"k"}' };
  server = createServer((request, response) => {
    if (request.url?.startsWith('/releases/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 1\n\n');
      streams.push(response);
      return;
    }
    asked.push(request.url);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Waits for the next time the source says that asking may be worth it. */
function listen() {
  let wake = () => {};
  stops.push(httpSource([url]).subscribe('production', () => wake()));
  return { next: () => new Promise<void>((resolve) => (wake = resolve)) };
}

it('gives what the service answers, nothing where the channel has none, and throws when it fails', async () => {
  const source = httpSource([url]);
  expect(await source.fetch('production')).toEqual({ keyId: 'k' });
  answer = { status: 404, body: '{}' };
  expect(await source.fetch('production')).toBeNull();
  answer = { status: 500, body: '{}' };
  await expect(source.fetch('production')).rejects.toThrow('answered 500');
});

it('names nothing in an address with which somebody could take it', async () => {
  await httpSource([url]).takePreview('production', 'd', 'a');
  await httpSource([url]).takeStaffPass('production', 'd');
  expect(asked).toEqual(['/releases/preview', '/releases/staff-pass']);
});

it('reads no answer past the size of any snapshot', async () => {
  answer = { status: 200, body: `{"keyId":"${'k'.repeat(17_000_000)}"}` };
  await expect(httpSource([url]).fetch('production')).rejects.toThrow('is larger than');
});

it('says so when it is connected, at each event, when the stream breaks, and when it is back', async () => {
  const changes = listen();
  await changes.next();
  const event = changes.next();
  streams[0]!.write('event: snapshot\ndata: {"number":2}\n\n');
  await event;
  const broken = changes.next();
  streams[0]!.destroy();
  await broken;
  await changes.next();
  expect(streams).toHaveLength(2);
});

it('opens another stream in place of one that has fallen silent', async () => {
  let wake = () => {};
  stops.push(httpSource([url], { silentMs: 20 }).subscribe('production', () => wake()));
  // The first stays open at the service, and says nothing. A busy machine may give up one before it is connected.
  while (streams.length < 2) await new Promise<void>((resolve) => (wake = resolve));
  expect(streams[0]!.writableEnded).toBe(false);
});

describe('several services', () => {
  const dead = 'http://127.0.0.1:9';

  it('asks the next one when one is dead, and it first from then on', async () => {
    const source = httpSource([dead, url]);
    expect(await source.fetch('production')).toEqual({ keyId: 'k' });
    expect(await source.takePreview('production', 'd', 'a')).toEqual({ keyId: 'k' });
  });

  it('does not wait for one that hangs', async () => {
    const hung = createServer(() => {});
    await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve));
    stops.push(
      () => hung.closeAllConnections(),
      () => hung.close(),
    );
    const source = httpSource([`http://127.0.0.1:${(hung.address() as { port: number }).port}`, url]);
    expect(await source.freshness('production')).toEqual({ keyId: 'k' });
  });

  it('names each of them when none answers', async () => {
    answer = { status: 503, body: '{}' };
    await expect(httpSource([dead, url]).fetch('production')).rejects.toThrow(
      `${dead} does not answer; ${url} answered 503`,
    );
  });

  it('takes a preview of the second only after the first gave no answer', async () => {
    answer = { status: 404, body: '{}' };
    expect(await httpSource([url, dead]).takePreview('production', 'd', 'a')).toBeNull();
  });

  it('asks the one that announced the newest snapshot, not one that goes on answering with an old one', async () => {
    let old: ServerResponse | undefined;
    const behind = createServer((request, response) => {
      if (!request.url?.startsWith('/releases/events')) return void response.end('{"keyId":"old"}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: snapshot\ndata: {"channel":"production","number":5}\n\n');
      old = response;
    });
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    stops.push(
      () => behind.closeAllConnections(),
      () => behind.close(),
    );
    const source = httpSource([`http://127.0.0.1:${(behind.address() as { port: number }).port}`, url]);
    expect(await source.fetch('production')).toEqual({ keyId: 'old' });
    let [changes, wake] = [0, () => {}];
    stops.push(
      source.subscribe('production', () => {
        changes += 1;
        wake();
      }),
    );
    const heard = async (count: number) => {
      while (changes < count) await new Promise<void>((resolve) => (wake = resolve));
    };
    // Two connections, and what the first says when it is connected.
    await heard(3);
    streams[0]!.write('event: snapshot\ndata: {"channel":"production","number":6}\n\n');
    await heard(4);
    expect(await source.fetch('production')).toEqual({ keyId: 'k' });
    old?.write('event: snapshot\ndata: {"channel":"production","number":5}\n\n');
    await heard(5);
    expect(await source.fetch('production')).toEqual({ keyId: 'k' });
  });
});
