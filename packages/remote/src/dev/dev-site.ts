import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { RELEASE_ROUTES } from '@redress/contracts/releases';
import { type Access, createAccess, OPEN_PATH } from './access.ts';
import type { Calls } from './calls.ts';
import type { DeployedSite } from './deployed-site.ts';
import { BANNER_SHEET, BANNER_STYLE, bannerOf, carriesRelease, devDocument } from './dev-document.ts';
import type { SiteAnswer } from './kept-answers.ts';
import type { Overridden, Override } from './release.ts';
import { reportAnswers } from './reports.ts';
import { createStreams } from './streams.ts';
import { createWorkedOn, type DevBuild, documentFor } from './worked-on.ts';

const MAX_BODY_BYTES = 12_000_000;

export interface DevSiteOptions {
  port: number;
  remote: string;
  site: DeployedSite;
  calls: Calls;
  override: Override;
  /** What a page says of this run, below the name of the remote. */
  notes: readonly string[];
  write(line: string): void;
}

export interface DevSite {
  /** Address to open in a browser. */
  address: string;
  offer(build: DevBuild): void;
  /** The deployed site serves another release: pages follow it. */
  releaseChanged(): void;
  close(): Promise<void>;
}

const text = (status: number, body: string, more: Record<string, string> = {}): SiteAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...more },
  body: Buffer.from(`${body}\n`),
});
const json = (value: unknown): SiteAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(value)),
});

/** Of the headers of a page, what the site is told; the rest says where the page is, and what the browser would unpack. */
const NOT_FORWARDED =
  /^(host|connection|cookie|origin|referer|sec-.*|content-length|accept-encoding|if-.*|upgrade.*|keep-alive|transfer-encoding)$/;

function headersFor(request: IncomingMessage, origin: string): Record<string, string> {
  const given = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value !== 'string' || NOT_FORWARDED.test(name) ? [] : [[name, value]],
  );
  // The page was found to be one of this server: to the site this server is the site.
  return { ...Object.fromEntries(given), origin, 'sec-fetch-site': 'same-origin' };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The policy of a site behind https would ask for files of this machine by https. */
const policyHere = (policy: string) =>
  policy
    .split(';')
    .filter((directive) => directive.trim() !== 'upgrade-insecure-requests')
    .join(';');

/** A redirect to the site leads to this server; any other is left as it is. */
function redirectHere(location: string, { site, here }: { site: string; here: string }): string {
  const url = URL.parse(location);
  if (url?.origin !== site) return location;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // By itself it would be the address of another host.
  return path.startsWith('//') ? `${here}${path}` : path;
}

/** What the banner says: which release this is of which site, and since when that has not answered. */
function bannerHere({ remote, site, notes }: DevSiteOptions): string {
  const since = site.awaySince();
  const { number } = site.release().snapshot;
  if (since?.getTime() === 0)
    return bannerOf(remote, [`in release ${number} of ${site.origin}, as recorded`, ...notes]);
  const away = since && `It has not answered since ${since.toTimeString().slice(0, 5)}: this is what it said last.`;
  return bannerOf(remote, [`in ${site.origin}, release ${number}`, ...notes, ...(away ? [away] : [])]);
}

/**
 * The deployed site on this machine, with one remote that is worked on in it. Documents, files and answers are the site's; the
 * release is the site's with one build in the place of another, signed by a key of this run.
 */
export async function startDevSite(options: DevSiteOptions): Promise<DevSite> {
  const { remote, site, calls, override, write } = options;
  const streams = createStreams();
  const worked = createWorkedOn();
  let current: Overridden | null = null;

  const renew = () => {
    const latest = worked.latest();
    if (!latest) return;
    current = override.over(site.release(), latest.descriptor);
    streams.tell(current);
  };

  const document = async (url: URL): Promise<SiteAnswer> => {
    const build = worked.latest();
    if (!build || !current)
      return text(503, 'The first build is not done. Its errors are in the terminal.', { refresh: '1' });
    const { path, route } = documentFor(url.pathname, { snapshot: site.release().snapshot, build: build.descriptor });
    const answer = await site.read(path + url.search);
    if (!answer) return text(503, `${site.origin} does not answer, and this page of it is not known yet.`);
    const html = answer.body.toString('utf8');
    if (!answer.headers['content-type']?.startsWith('text/html') || !carriesRelease(html)) return answer;
    const page = {
      remote,
      signed: current.signed,
      keys: override.keys,
      isBorrowed: route !== null,
      title: route?.title,
      banner: bannerHere(options),
    };
    const { 'content-security-policy': policy } = answer.headers;
    const headers = { ...answer.headers, ...(policy && { 'content-security-policy': policyHere(policy) }) };
    return { ...answer, headers, body: Buffer.from(devDocument(html, page)) };
  };

  const reports = reportAnswers({ remote, write });
  const answerGet = async (url: URL): Promise<SiteAnswer> => {
    const { pathname } = url;
    if (pathname === RELEASE_ROUTES.snapshot && current) return json(current.signed);
    if (pathname === RELEASE_ROUTES.freshness && current) return json(current.freshness);
    if (pathname === BANNER_SHEET) return text(200, BANNER_STYLE, { 'content-type': 'text/css; charset=utf-8' });
    if (pathname.startsWith('/preview') || pathname.startsWith('/releases/') || pathname.startsWith('/.redress/'))
      return text(404, 'Not here.');
    if (pathname.startsWith('/assets/'))
      return worked.answer(pathname) ?? (await site.read(pathname)) ?? text(504, `${site.origin} does not answer.`);
    return document(url);
  };

  const answer = async (request: IncomingMessage, url: URL): Promise<SiteAnswer> => {
    const { method = 'GET' } = request;
    const body = await bodyOf(request);
    if (body === null) return text(413, `More than ${MAX_BODY_BYTES} bytes.`);
    if (url.pathname.startsWith('/api/'))
      return calls({ method, path: url.pathname + url.search, headers: headersFor(request, site.origin), body });
    const reported = reports(url.pathname, body);
    if (reported) return json(reported);
    return method === 'GET' || method === 'HEAD' ? answerGet(url) : text(405, 'Only pages and files are here.');
  };

  const serve = async (access: Access, request: IncomingMessage, response: ServerResponse) => {
    const url = access.urlOf(request);
    const refused = access.refusal(request);
    if (refused || !url) return send(response, text(refused?.status ?? 400, refused?.text ?? ''));
    if (url.pathname === OPEN_PATH) {
      const opened = access.open(url);
      return opened
        ? send(response, { ...text(303, 'Go on.', { location: '/', 'set-cookie': opened.cookie }) })
        : send(response, text(403, 'Open the address that redress-remote dev has printed last.'));
    }
    if (url.pathname === RELEASE_ROUTES.events && current) return streams.open(request, response, current);
    const { headers, ...made } = await answer(request, url);
    const { location, ...others } = headers;
    const to = location && redirectHere(location, { site: site.origin, here: access.origin });
    send(response, { ...made, headers: { ...others, ...(to ? { location: to } : {}) } });
  };

  const server = createServer().listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const access = createAccess((server.address() as AddressInfo).port);
  server.on('request', (request, response) => {
    serve(access, request, response).catch((error: unknown) => {
      write(`${request.method} ${request.url}: ${error instanceof Error ? error.message : String(error)}`);
      if (!response.headersSent) send(response, text(500, 'Failed. The terminal says why.'));
    });
  });

  return {
    address: access.address,
    offer(build) {
      worked.offer(build);
      renew();
    },
    releaseChanged: renew,
    async close() {
      streams.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** No page of another origin embeds or reads anything of this server, and nothing of it is kept. */
function send(response: ServerResponse, { status, headers, body }: SiteAnswer): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...headers,
    'content-length': body.length,
  });
  response.end(body);
}
