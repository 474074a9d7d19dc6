import { fastifyCookie } from '@fastify/cookie';
import { accountEndpoints, AppError, CALL_MS, ERRORS, endpoints, isEffect, type Endpoint } from '@redress/contracts';
import { cookieNames } from '@redress/contracts/cookies';
import { openApiDocument } from '@redress/contracts/openapi';
import { withinTime } from '@redress/database';
import { correlationIdFrom, inSpan, withCorrelation } from '@redress/telemetry/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Platform } from '../platform.ts';
import { createAdmission, startLoopTicks, watchLoopLag } from './admission.ts';
import { createCall, type CallState } from './call.ts';
import { cleanQuery, parseJsonObject } from './json-body.ts';
import { asAppError, openedRefusal, refusalOf, validationError } from './refusal.ts';
import { specialKind, type Route, type SpecialAnswer } from './route.ts';
import { withoutBrokenRows } from '../whole-rows.ts';
import { assertSameOrigin } from './same-origin.ts';
import { createShares } from './shares.ts';
import { createOverloadRefusal } from './turned-away.ts';

const DEFAULT_BODY_BYTES = 64 * 1024;
/**
 * Callers in front of the database. A hundred who come at the same moment are served; what stays above that waits longer
 * than a person does.
 */
export const MOST_WAITING_FOR_DATABASE = 128;

export interface HttpDeps {
  platform: Platform;
  routes: readonly Route[];
  /** How many callers wait for a database connection just now. */
  waitingForDatabase: () => number;
}

/**
 * How much longer than its browser a call goes on. Who comes again finds it done: undone at once, what takes longer than a browser waits
 * on a machine without time would never be. For longer it would keep its connection from everybody.
 */
const LONGER = 2;

const UNBOUND: ReadonlySet<Endpoint> = new Set(Object.values(accountEndpoints));
const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** Serves every call of the contract: those with a handler, and 501 for the others. */
export function registerHttp(app: FastifyInstance, deps: HttpDeps): void {
  const handlers = new Map<string, Route>();
  for (const route of deps.routes) {
    const key = keyOf(route.endpoint);
    if (handlers.has(key)) throw new Error(`Two handlers for ${key}.`);
    handlers.set(key, route);
  }
  // A scope of its own: these parsers and hooks must not reach the other services of the process.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const context = createContext(deps);
    // Before the body is read: a refusal under load must cost next to nothing.
    scope.addHook('onRequest', (_request, reply, done) => {
      const crowded = fullBecause(context);
      if (crowded) context.refuseOverload(reply, crowded);
      else done();
    });
    scope.addHook('onClose', async () => context.ticks.disable());
    // After the hook above: a call that is refused is not read.
    await scope.register(fastifyCookie);
    for (const endpoint of Object.values(endpoints) as unknown as Endpoint[]) {
      const route = handlers.get(keyOf(endpoint)) ?? {
        endpoint,
        options: { identity: 'none' },
        handle: () => {
          throw new AppError('NOT_IMPLEMENTED');
        },
      };
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES,
        handler: (request, reply) => serve(context, route, request, reply),
        errorHandler: refuseUnread(context, endpoint),
      });
    }
    let described: string | undefined;
    scope.get('/api/openapi.json', (_request, reply) => {
      described ??= JSON.stringify(openApiDocument());
      return reply
        .headers({ 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' })
        .type('application/json; charset=utf-8')
        .send(described);
    });
    const unknown: Endpoint = {
      method: 'GET',
      path: '/api/*',
      summary: '',
      access: 'anyone',
      answer: z.object({}),
      errors: [],
    };
    scope.all('/api/*', {
      bodyLimit: DEFAULT_BODY_BYTES,
      handler: (request, reply) => refuse(context, new AppError('NOT_FOUND'), unknown, request, reply),
      errorHandler: refuseUnread(context, unknown),
    });
  });
}

const nowMs = () => performance.now();

/** What all calls are served with. */
function createContext({ platform, waitingForDatabase }: Omit<HttpDeps, 'routes'>) {
  const { config, metrics } = platform;
  const ticks = startLoopTicks();
  const refusals = metrics.counter('claims_refusals_total', 'Refusals by code', ['code']);
  return {
    ...platform,
    waitingForDatabase,
    ticks,
    refusals,
    cookies: cookieNames(config.siteOrigin),
    inFlightGauge: metrics.gauge('claims_requests_in_flight', 'Requests being served'),
    refuseOverload: createOverloadRefusal(platform, () => refusals.inc({ code: 'OVERLOADED' })),
    slowCalls: createShares(config.slowCallsOfOnePerson),
    admission: createAdmission({ max: config.maxRequestsInFlight, nowMs, lagMs: watchLoopLag(ticks, nowMs) }),
  };
}

type Context = ReturnType<typeof createContext>;

/** A queue longer than the database can serve makes every answer slow: some are refused at once instead. */
const fullBecause = ({ admission, waitingForDatabase }: Context) =>
  admission.fullBecause() ?? (waitingForDatabase() >= MOST_WAITING_FOR_DATABASE ? 'database' : null);

function observe({ metrics }: Context, endpoint: Endpoint, reply: FastifyReply, extra: Record<string, unknown> = {}) {
  const { method, path: route } = endpoint;
  const durationMs = Math.round(reply.elapsedTime * 10) / 10;
  metrics.observeHttp({ method, route, status: reply.statusCode, durationMs });
  return { method, route, status: reply.statusCode, durationMs, ...extra };
}

function refuse(context: Context, thrown: unknown, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { newId, log, text, refusals } = context;
  const error = asAppError(thrown);
  const errorId = newId();
  const refusal = refusalOf(error, endpoint.path, errorId, text);
  reply
    .code(ERRORS[error.code].status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .header('x-request-id', correlationIdFrom(request.headers));
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  refusals.inc({ code: error.code });
  const reason = typeof error.details['reason'] === 'string' ? { reason: error.details['reason'] } : {};
  const line = observe(context, endpoint, reply, { errorId, code: error.code, ...reason });
  // A person who has their share at work is turned away by design: an error with its stack for each would be a cost.
  const isFault = reply.statusCode >= 500 && error.code !== 'NOT_IMPLEMENTED' && error.details['reason'] !== 'share';
  if (isFault) log.error({ ...line, err: error }, 'call failed');
  else log.info(line, 'call refused');
  const opened = openedRefusal(refusal, endpoint, request, text);
  if (!opened) return reply.type('application/json; charset=utf-8').send(JSON.stringify(refusal));
  sendSpecial(opened, reply);
  return reply;
}

/** Refuses a request that was not read to its end: a browser that went away meanwhile is no lost connection of the database. */
const refuseUnread =
  (context: Context, endpoint: Endpoint) =>
  (error: Error & { code?: unknown }, request: FastifyRequest, reply: FastifyReply): void => {
    const thrown = error.code === 'ECONNRESET' ? new AppError('BAD_REQUEST', { cause: error }) : error;
    refuse(context, thrown, endpoint, request, reply);
  };

const readBody = (endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> => {
  if (endpoint.kind === 'raw' || endpoint.method === 'GET') return {};
  const bytes = request.body as Buffer | undefined | null;
  if (!bytes || bytes.length === 0) return {};
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  // R5: a form of another site can send text/plain or urlencoded without asking, but not JSON.
  if (type !== 'application/json') throw new AppError('BAD_REQUEST', { details: { reason: 'content type' } });
  return parseJsonObject(bytes);
};

const parse = (schema: Endpoint['body'], value: Record<string, unknown>): unknown => {
  if (!schema) return {};
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw validationError(parsed.error.issues);
  return parsed.data;
};

async function handle(context: Context, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { config, sessions, cookies, slowCalls } = context;
  const { endpoint, options } = route;
  if (isEffect(endpoint)) assertSameOrigin(request.headers, config.siteOrigin);
  const body = readBody(endpoint, request);
  const state: CallState = await createCall({
    platform: context,
    cookies,
    request,
    identity: options.identity,
    isBoundToAccount: !UNBOUND.has(endpoint),
  });
  if (endpoint.access === 'user') state.call.requireUser();
  // Before the fields: a forged form learns nothing about them.
  if (endpoint.csrf && !(state.session && sessions.isCsrfToken(state.session, body['csrf_token']))) {
    throw new AppError('CSRF_TOKEN_WRONG');
  }
  state.call.body = parse(endpoint.body, body);
  state.call.query = parse(endpoint.query, cleanQuery(request.query));
  if (endpoint.kind === 'raw') state.call.rawBody = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  let answer: unknown;
  let sent = state.visitorCookies;
  try {
    const personId = endpoint.timeoutMs === undefined ? null : (state.call.user?.id ?? state.call.visitorId);
    const work = async () => route.handle(state.call);
    answer = await (personId === null ? work() : slowCalls.within(personId, work));
    sent = [...sent, ...state.sessionCookies];
    // Pages that the browser keeps for its way back show what the person saw. Not what pages have stored: that is taken away by
    // the page itself, which knows whose it is.
    if (state.isSignedOut) reply.header('clear-site-data', '"cache"');
  } finally {
    for (const { name, value, options: how } of sent) reply.setCookie(name, value, how);
  }
  reply.header('cache-control', options.cacheSeconds ? `public, max-age=${options.cacheSeconds}` : 'no-store');
  return answer;
}

const checkAnswer = ({ log }: Context, { endpoint, options }: Route, answer: unknown) => {
  const parsed = z.safeParse(endpoint.answer, answer);
  if (parsed.success || options.rows === undefined) return parsed;
  const left = withoutBrokenRows(answer, options.rows, parsed.error.issues);
  if (!left) return parsed;
  const [{ path } = { path: [] }] = parsed.error.issues;
  const reason = path.map(String).join('.');
  log.error({ operation: 'list', route: endpoint.path, count: left.broken, reason }, 'rows do not fit the contract');
  return z.safeParse(endpoint.answer, left.answer);
};

const sendJson = (context: Context, route: Route, answer: unknown, reply: FastifyReply) => {
  const parsed = checkAnswer(context, route, answer);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.map(String).join('.')).join(', ');
    throw new AppError('INTERNAL', { details: { reason: `answer does not fit the contract: ${fields}` } });
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ success: true, ...(parsed.data as object) }));
};

async function answerCall(context: Context, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { log, inFlightGauge, admission } = context;
  const { endpoint } = route;
  // Checked again: other calls may have begun while the body of this one was read.
  const crowded = fullBecause(context);
  if (crowded) return context.refuseOverload(reply, crowded);
  admission.enter();
  inFlightGauge.set(admission.state().inFlight);
  try {
    const answer = await withinTime(LONGER * (endpoint.timeoutMs ?? CALL_MS), () =>
      handle(context, route, request, reply),
    );
    reply.headers({ 'x-request-id': correlationIdFrom(request.headers), 'x-content-type-options': 'nosniff' });
    const special = specialKind(answer);
    if (special) sendSpecial(special, reply);
    else sendJson(context, route, answer, reply);
    log.debug(observe(context, endpoint, reply), 'call served');
  } catch (error) {
    refuse(context, error, endpoint, request, reply);
  } finally {
    // A call whose contract allows a long time says nothing about the speed of the machine.
    admission.leave(endpoint.timeoutMs === undefined ? reply.elapsedTime : undefined);
    inFlightGauge.set(admission.state().inFlight);
  }
}

async function serve(context: Context, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const requestId = correlationIdFrom(request.headers);
  // One id for the whole request, also when a refusal is written.
  request.headers['x-request-id'] = requestId;
  return withCorrelation(requestId, () =>
    inSpan(spanOf(route.endpoint, request), async (note) => {
      await answerCall(context, route, request, reply);
      note({ 'http.response.status_code': reply.statusCode });
      return reply;
    }),
  );
}

function spanOf({ method, path }: Endpoint, { headers: { traceparent } }: FastifyRequest) {
  return {
    kind: 'server' as const,
    name: `${method} ${path}`,
    facts: { 'http.request.method': method, 'http.route': path },
    parent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}

function sendSpecial(answer: SpecialAnswer, reply: FastifyReply): void {
  if ('location' in answer) {
    reply.redirect(answer.location, 303);
    return;
  }
  if ('html' in answer) {
    reply.code(answer.status).headers(answer.headers).type('text/html; charset=utf-8').send(answer.html);
    return;
  }
  const name = answer.fileName.replace(/[^A-Za-z0-9._-]/g, '_');
  reply
    .type(answer.contentType)
    .headers({
      'content-disposition': `${answer.inline ? 'inline' : 'attachment'}; filename="${name}"`,
      // Whatever the file is, it can neither run nor be framed by others.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(answer.bytes);
}
