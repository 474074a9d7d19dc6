import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createWireServer } from '../world/http.ts';
import type { World } from '../world/world.ts';
import { addBrowserAssets } from './browser/assets.ts';
import { type StripeCall, createStripeCore } from './calls.ts';
import { type StripeErrorBody, StripeRefusal } from './errors.ts';
import { API_VERSION } from './events.ts';
import { type FormFields, parseForm } from './form.ts';
import type { IssuedKeys } from '../keys.ts';
import { type IdempotencyLog, createIdempotencyLog } from './idempotency.ts';
import { expand } from './lists.ts';
import { addStripePages } from './pages.ts';

type StripeKeys = Pick<IssuedKeys, 'isIssued'>;

export interface StripeServerOptions {
  world: World;
  keys: StripeKeys;
  /** May frame the card fields. */
  siteOrigin: string;
  /** Known once the server listens. */
  baseUrl: () => string;
}

const masked = (key: string) =>
  key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : key;

const OUTAGE = { status: 500, body: { error: { message: 'An unknown error occurred.', type: 'api_error' } } };

const unauthorised = (message: string) => new StripeRefusal(401, { type: 'invalid_request_error', message });

/** The key a request carries: bearer, basic user name, or `key` as browsers send it. */
function keyOf(request: FastifyRequest, fields: FormFields): string | undefined {
  const header = request.headers.authorization ?? '';
  const bearer = /^Bearer (.+)$/i.exec(header)?.[1];
  if (bearer) return bearer;
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  if (basic) return Buffer.from(basic, 'base64').toString().split(':')[0];
  return typeof fields['key'] === 'string' ? fields['key'] : undefined;
}

/** Stripe's API, version 2026-10-28.endive, as the `stripe` SDK and Stripe.js speak it. */
export function createStripeServer({ world, keys, siteOrigin, baseUrl }: StripeServerOptions): FastifyInstance {
  const app = createWireServer({
    service: 'stripe',
    faults: world.faults,
    faultless: /^\/(?!v1\/)/,
    errorBody: (status, message) => ({
      error: {
        message,
        type: status >= 500 ? 'api_error' : 'invalid_request_error',
        ...(status === 429 ? { code: 'rate_limit' } : {}),
      },
    }),
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const core = createStripeCore(world, baseUrl);
  const idempotency = createIdempotencyLog(world);

  for (const call of core.calls) {
    app.route({
      method: call.method,
      url: call.path,
      handler: (request, reply) => answer(call, request, reply, { world, keys, idempotency, core }),
    });
  }
  addBrowserAssets(app, { siteOrigin });
  addStripePages(app, { core, siteOrigin });
  return app;
}

interface AnswerDeps {
  world: World;
  keys: StripeKeys;
  idempotency: IdempotencyLog;
  core: ReturnType<typeof createStripeCore>;
}

function answer(call: StripeCall, request: FastifyRequest, reply: FastifyReply, deps: AnswerDeps): FastifyReply {
  const requestId = deps.world.ids.next('req_', 14);
  reply.headers({ 'request-id': requestId, 'stripe-version': API_VERSION, 'cache-control': 'no-cache, no-store' });
  const send = (status: number, body: unknown) =>
    reply
      .code(status)
      .header('content-type', 'application/json')
      .send(JSON.stringify(body, null, 2));
  const encoded = typeof request.body === 'string' ? request.body : '';
  const idempotencyKey = call.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
  let keepUnder: string | undefined;
  const finish = (status: number, body: unknown) => {
    // The answer that a fault loses is the one kept, unless the fault is the answer.
    const outage = request.faultAfterCommit?.kind === '500-after-commit';
    const result = outage ? OUTAGE : { status, body };
    if (keepUnder)
      deps.idempotency.keep(keepUnder, `${request.method} ${request.url}\n${encoded}`, { ...result, requestId });
    return send(result.status, result.body);
  };

  try {
    const fields = { ...parseForm(request.url.split('?')[1] ?? ''), ...parseForm(encoded) };
    const handler = handlerFor(call, keyOf(request, fields), deps.keys);
    if (idempotencyKey) {
      reply.header('idempotency-key', idempotencyKey);
      const kept = deps.idempotency.find(idempotencyKey, `${request.method} ${request.url}\n${encoded}`);
      if (kept) {
        reply.headers({ 'idempotent-replayed': 'true', 'original-request': kept.requestId });
        return send(kept.status, kept.body);
      }
    }
    keepUnder = idempotencyKey;
    if (request.faultKept) return finish(OUTAGE.status, OUTAGE.body);
    const { expand: paths, key: _key, _stripe_version: _version, _stripe_account: _account, ...rest } = fields;
    const { id = '' } = request.params as { id?: string };
    const result = handler({ id, fields: rest, request: { requestId, idempotencyKey: idempotencyKey ?? null } });
    return finish(200, Array.isArray(paths) ? expand(result, paths.map(String), deps.core.records) : result);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    if (!error.savedUnderKey) keepUnder = undefined;
    const body: StripeErrorBody & { request_log_url: string } = {
      ...error.body,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    };
    return finish(error.status, { error: body });
  }
}

function handlerFor(call: StripeCall, key: string | undefined, keys: StripeKeys) {
  if (!key) {
    throw unauthorised(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (keys.isIssued('stripeSecretKey', key)) {
    if (call.server) return call.server;
    throw unauthorised('This API call can only be made with a publishable API key.');
  }
  if (!keys.isIssued('stripePublishableKey', key)) throw unauthorised(`Invalid API Key provided: ${masked(key)}`);
  if (call.browser) return call.browser;
  throw new StripeRefusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
