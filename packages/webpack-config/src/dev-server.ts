import { existsSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { BuildDescriptor } from '@redress/contracts/releases';

interface DevServerOptions {
  directory: string;
  /** 0 takes any free one. */
  port: number;
  alone: boolean;
  name: string;
}

export interface DevServer {
  port: number;
  /** Serves these files from now on and notifies all listeners. */
  offer(files: ReadonlyMap<string, Buffer>, descriptor: BuildDescriptor | undefined): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
/** Media type of a file of a build, by its name. */
export const contentTypeOf = (name: string): string => TYPES[path.extname(name)] ?? 'application/octet-stream';

/** A program that follows by `fetch` gives up a stream that was silent for five minutes. */
const KEEP_ALIVE_MS = 60_000;

/** For this machine's own pages and programs: no other site may read or embed what is being worked on. */
const HEADERS = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' };
/** A name of another site that leads to this machine is refused: its pages would be of one origin with these. */
const isOwnHost = (host: string | undefined) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '');

const page = (name: string, styles: readonly string[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title>
<link rel="icon" href="data:,">${styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}</head>
<body><main id="alone"></main><script src="/main.js"></script>
</body></html>`;

type FakeFetch = (url: string, init: { method: string; body?: string }) => Promise<Response>;

/** Answers made from the contracts, when the remote's workspace can reach them. */
async function fakeApi(directory: string): Promise<FakeFetch | undefined> {
  const { resolve } = createRequire(path.join(directory, 'package.json'));
  try {
    const { createFakeServer } = await import(pathToFileURL(resolve('@redress/api-client/fakes')).href);
    // A team's own answers lie over the contract-made ones.
    const own = path.join(directory, 'src/testing/alone-answers.ts');
    const answers = existsSync(own) ? (await import(pathToFileURL(own).href)).aloneAnswers : {};
    return createFakeServer(answers).fetch;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Offers a development build on loopback: `build.json` and its files for a site that follows it
 * (`REDRESS_DEV_REMOTES="mf-wizard=http://127.0.0.1:4150/"`), `events` whenever there is a new one, and with `alone` a
 * page that shows the remote with contract-made answers under `/api`.
 */
export async function createDevServer({ directory, port, alone, name }: DevServerOptions): Promise<DevServer> {
  let files: ReadonlyMap<string, Buffer> = new Map();
  let descriptor: BuildDescriptor | undefined;
  let version = '';
  const streams = new Set<ServerResponse>();
  const tell = (event: string) => {
    for (const stream of streams) stream.write(event);
  };
  const keepAlive = setInterval(() => tell(':\n\n'), KEEP_ALIVE_MS).unref();
  const answer = alone ? await fakeApi(directory) : undefined;

  const send = (response: ServerResponse, status: number, type: string, body: string | Buffer) =>
    response.writeHead(status, { 'content-type': type, ...HEADERS }).end(body);

  const serveApi = async (request: IncomingMessage, response: ServerResponse) => {
    if (!answer) return send(response, 503, TYPES['.json']!, '{"success":false}');
    const body = await text(request);
    const init = { method: request.method ?? 'GET', ...(body ? { body } : {}) };
    const result = await answer(`http://localhost${request.url}`, init);
    const type = result.headers.get('content-type') ?? TYPES['.json']!;
    return send(response, result.status, type, Buffer.from(await result.arrayBuffer()));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (!isOwnHost(request.headers.host)) return void send(response, 421, 'text/plain', 'Not this host');
    if (pathname === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream', ...HEADERS });
      response.write(version ? `event: built\ndata: ${version}\n\n` : ':\n\n');
      streams.add(response);
      request.on('close', () => streams.delete(response));
      return;
    }
    if (pathname.startsWith('/api/')) return void (await serveApi(request, response));
    if (pathname === '/build.json' && descriptor)
      return void send(response, 200, TYPES['.json']!, JSON.stringify(descriptor));
    const file = files.get(pathname.slice(1));
    if (file) return void send(response, 200, contentTypeOf(pathname), file);
    if (!alone || path.extname(pathname)) return void send(response, 404, 'text/plain', 'Not found');
    const styles = [...files.keys()].filter((candidate) => candidate.endsWith('.css'));
    return void send(response, 200, TYPES['.html']!, page(name, styles));
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, 'text/plain', String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    offer(nextFiles, nextDescriptor) {
      files = nextFiles;
      descriptor = nextDescriptor;
      version = String(Number(version || '0') + 1);
      tell(`event: built\ndata: ${version}\n\n`);
    },
    async close() {
      clearInterval(keepAlive);
      for (const stream of streams) stream.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
