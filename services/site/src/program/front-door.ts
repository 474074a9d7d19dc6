import { createHash, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { PREVIEW_CALLS, PREVIEW_HEADER } from '@redress/contracts';
import { createDrain, drainable, hasOneHost } from '@redress/server/http-drain';
import { accepted, type Secret } from '@redress/server/secrets';
import { correlationIdFrom, metricsContentType, type Logger, type Metrics } from '@redress/telemetry/server';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Config } from '../config/config.ts';
import { readPair } from './certificate.ts';
import { faultOf } from './fault-of.ts';
import type { SandboxWorld } from './providers.ts';

/** What the door has to know of a service of the program; they know nothing of each other. */
export interface Service {
  name: string;
  register?(app: FastifyInstance): void | Promise<void>;
  ready?(): Promise<{ ok: boolean; detail?: string }>;
}

/** Body of a call that has no limit of its own: to parse a megabyte of brackets takes half a second of everybody's time. */
const MAX_BODY_BYTES = 64_000;

/** What every answer says, unless its route says something of its own: as a document it may do nothing. */
const baseHeaders = (isHttps: boolean): [string, string][] => [
  [
    'content-security-policy',
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ...(isHttps ? ([['strict-transport-security', 'max-age=31536000; includeSubDomains']] as [string, string][]) : []),
];

/**
 * Anybody may ask `/readyz`, and an answer takes a connection of the database and a signed call of the store: who asks before
 * there is one, or within this time of it, gets the same one.
 */
const SAME_ANSWER_MS = 100;
/** A prober waits 3 s (docs/deploy/Containerfile): a service that says nothing by now is not ready. */
const ANSWER_LIMIT_MS = 2_500;

/** Readiness by service: whether it can do its work, and what stands against it. */
export interface Readiness {
  ok: boolean;
  stopping?: true;
  services: Record<string, { ok: boolean; detail?: string }>;
}

export interface FrontDoor {
  app: FastifyInstance;
  /** What `/readyz` answers. */
  readiness(): Promise<Readiness>;
  /**
   * Says so in `/readyz` and answers whatever still comes; then takes no more connections and lets each open one end with
   * its next answer. No request on an open connection is refused or cut off.
   */
  close(): Promise<void>;
}

/** Each connection is an open file: one in ten stays for keys, builds, database and console, which takes a release back. */
function mostConnections(): number {
  // The report leaves out the names of whoever is connected: it would look them up.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport();
  const { userLimits } = report as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  return Math.floor(Number(userLimits?.open_files.soft) * 0.9) || Infinity;
}

/** Over HTTP/2, Node gives up no body that never ends; to what comes over HTTP/1 to the same server, Fastify sets no limit. */
function giveUpSlowTls(app: FastifyInstance, afterMs: number): void {
  Object.assign(app.server, { requestTimeout: afterMs });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { stream } = raw as IncomingMessage & { stream?: ServerHttp2Stream };
    if (stream && !stream.endAfterHeaders) {
      const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), afterMs).unref();
      for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(late));
    }
    done();
  });
}

/** Paths that cannot be decoded, hosts in the request line, what no service takes: refused without a word of the request. */
function createServer({ config, siteOrigin, logger, tlsLimitMs = 60_000 }: FrontDoorArgs): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    ...drainable,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: MAX_BODY_BYTES,
    rewriteUrl(request) {
      const { url = '/', headers } = request;
      if (!url.startsWith(PREVIEW_CALLS)) return url;
      headers[PREVIEW_HEADER] = '1';
      return url.replace(PREVIEW_CALLS, '/api/');
    },
    genReqId: (request) => correlationIdFrom(request.headers),
    // A path that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => void refusePlainly(reply, 400),
    ...(config.tls && {
      // Fastify types a server by its protocol; here it is chosen by configuration.
      ...({ http2: true } as object),
      https: { allowHTTP1: true, ...readPair(config.tls) },
    }),
  });
  app.server.maxConnections = mostConnections();
  if (config.tls) giveUpSlowTls(app, tlsLimitMs);
  // A request line with a host in it is meant for a proxy, which this is not; what answers must never read that host.
  app.addHook('onRequest', (request, reply, done) => {
    const isPath = request.url.startsWith('/') && !request.url.startsWith('//') && hasOneHost(request.raw.rawHeaders);
    if (isPath && request.method !== 'TRACE') done();
    else void refusePlainly(reply, isPath ? 405 : 400);
  });
  // Services have handlers of their own. What none of them takes must neither repeat the request nor say what went wrong.
  app.setNotFoundHandler((_request, reply) => refusePlainly(reply, 404));
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) logger.error({ err: error }, 'request failed');
    return refusePlainly(reply, status);
  });
  const headers = baseHeaders(new URL(siteOrigin).protocol === 'https:');
  app.addHook('onSend', (_request, reply, payload, done) => {
    // What a 304 says takes the place of what the browser keeps of the answer: this policy would stop the page.
    if (reply.statusCode !== 304)
      for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
    done(null, payload);
  });
  return app;
}

async function stateOf({ ready }: Service): Promise<Readiness['services'][string]> {
  let state = { ok: true };
  const work = async () => void (state = (await ready?.()) ?? state);
  const fault = await faultOf(work, ANSWER_LIMIT_MS, `no answer within ${ANSWER_LIMIT_MS / 1000} s`);
  return fault ? { ok: false, detail: fault.message } : state;
}

/** Asks the services whether they are ready, once for all who ask at the same time. */
function askReadiness(services: readonly Service[], isDraining: () => boolean): () => Promise<Readiness> {
  const askServices = () =>
    Promise.all(services.map(async (service) => [service.name, await stateOf(service)] as const));
  let asked: ReturnType<typeof askServices> | null = null;
  return async () => {
    asked ??= askServices().finally(() => setTimeout(() => (asked = null), SAME_ANSWER_MS).unref());
    const states = await asked;
    const ok = !isDraining() && states.every(([, state]) => state.ok);
    return { ok, ...(isDraining() ? { stopping: true } : {}), services: Object.fromEntries(states) };
  };
}

/** Health and figures: whether the process runs, whether it can do its work, and how much it does. */
function addHealth(
  app: FastifyInstance,
  { config, metrics }: FrontDoorArgs,
  readiness: () => Promise<Readiness>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeHttp({ method: request.method, route, status: reply.statusCode, durationMs: reply.elapsedTime });
    done();
  });
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));

  const ready = metrics.gauge('process_ready', 'Whether this process, and each thing it needs, is ready: 1 or 0', [
    'what',
  ]);
  // Details name hosts, folders and variables: they are for whoever runs the program.
  const mayReadDetails = (request: FastifyRequest) =>
    isFromThisMachine(request) || isBearer(request.headers.authorization, config.metricsToken);
  app.get('/readyz', async (request, reply) => {
    const state = await readiness();
    return reply
      .code(state.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(mayReadDetails(request) ? state : withoutDetails(state));
  });
  app.get('/metrics', async (request, reply) => {
    // Figures tell a competitor how much is sold and an attacker what works: only where the operator opened them.
    if (!isBearer(request.headers.authorization, config.metricsToken)) return reply.callNotFound();
    const { ok, services: states } = await readiness();
    ready.set({ what: 'all' }, Number(ok));
    for (const [name, state] of Object.entries(states)) ready.set({ what: name }, Number(state.ok));
    return reply
      .header('cache-control', 'no-store')
      .type(metricsContentType)
      .send(await metrics.render());
  });
}

interface FrontDoorArgs {
  config: Config;
  /** The address people type: over https, every answer says so for a year. */
  siteOrigin: string;
  services: readonly Service[];
  logger: Logger;
  metrics: Metrics;
  sandbox: Pick<SandboxWorld, 'addresses'> | null;
  /** Time for a request's body; without TLS it is a minute as well (`drainable`). */
  tlsLimitMs?: number;
}

/** The HTTP server of the program, with what belongs to no single service: health, metrics, the sandbox's addresses. */
export async function createFrontDoor(args: FrontDoorArgs): Promise<FrontDoor> {
  const { services, sandbox } = args;
  const app = createServer(args);
  let isDraining = false;
  const drain = createDrain(app);
  const readiness = askReadiness(services, () => isDraining);
  addHealth(app, args, readiness);
  if (sandbox) {
    const { smtp: _, ...pages } = sandbox.addresses;
    app.get('/sandbox.json', (_request, reply) => reply.header('cache-control', 'no-store').send(pages));
  }
  for (const service of services) {
    // Each in a scope of its own: hooks, parsers and error handlers of one service do not reach another.
    await app.register(async (scope) => service.register?.(scope));
  }
  return {
    app,
    readiness,
    async close() {
      isDraining = true;
      // A load balancer that reads `/readyz` sends nothing more.
      await drain.untilQuiet();
      await drain.close();
    },
  };
}

const refusePlainly = (reply: FastifyReply, status: number) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/plain; charset=utf-8')
    .send(`${STATUS_CODES[status] ?? 'Refused'}\n`);

const OWN_NAME = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Whether the process itself is asked. A proxy on this machine asks for another client and says so, whether it is trusted or not; a page
 * whose name was made to lead here asks by that name.
 */
const isFromThisMachine = ({ socket, headers, hostname }: FastifyRequest): boolean => {
  const isProxied = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return !isProxied && OWN_NAME.test(hostname) && /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
};

const withoutDetails = ({ services, ...state }: Readiness): Readiness => ({
  ...state,
  services: Object.fromEntries(Object.entries(services).map(([name, { ok }]) => [name, { ok }])),
});

/** Compared as digests, so that the time taken tells nothing about the token. */
function isBearer(header: string | undefined, token: Secret | null): boolean {
  if (token === null || header === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return accepted(token).some((one) => timingSafeEqual(digest(header), digest(`Bearer ${one}`)));
}
