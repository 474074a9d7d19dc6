import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Fault, FaultPlan, ServiceName } from './faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A fault whose work is done and whose answer is then lost. */
    faultAfterCommit?: Fault;
    /** A fault the handler answers itself, because the vendor keeps that answer under the idempotency key. */
    faultKept?: Fault;
  }
}

export interface WireServerOptions {
  service?: ServiceName;
  faults?: FaultPlan;
  /** The vendor's own shape of an error answer. */
  errorBody?: (status: number, message: string, error?: unknown) => unknown;
  bodyLimit?: number;
  /** Paths that faults leave alone: scripts and pages, which no caller retries. */
  faultless?: RegExp;
}

const OUTAGE = { '500': 'An unknown error occurred.', '429': 'Too many requests hit the API too quickly.' } as const;

const OWN_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** One stand-in's HTTP server on an origin of its own: plain answers, and faults on demand before or after the work. */
export function createWireServer(options: WireServerOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: options.bodyLimit ?? 1_048_576,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  const errorBody = options.errorBody ?? ((_status, message) => ({ error: { message } }));
  // A page of another site whose name was made to lead to this machine would read mails and move the clock.
  app.addHook('onRequest', async ({ hostname }, reply) => {
    if (!OWN_NAMES.has(hostname)) await reply.code(421).send(errorBody(421, 'This server is on this machine alone.'));
  });

  const { service, faults } = options;
  if (service && faults) {
    app.addHook('onRequest', async (request, reply) => {
      if (options.faultless?.test(request.url)) return;
      const fault = faults.take(service, `${request.method} ${request.url}`);
      if (fault) await applyFault(fault, request, reply, errorBody);
    });
    app.addHook('onSend', async (request, reply, payload) => {
      const fault = request.faultAfterCommit;
      if (!fault) return payload;
      if (fault.kind === 'drop-after-commit') request.raw.socket.destroy();
      if (fault.kind !== '500-after-commit' || reply.statusCode >= 500) return payload;
      reply.code(500).removeHeader('content-length').header('content-type', 'application/json');
      return JSON.stringify(errorBody(500, OUTAGE['500']));
    });
  }

  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply.code(status).send(errorBody(status, error.message, error));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorBody(404, `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`)),
  );
  return app;
}

/** A server of pages whose forms change something: loopback is open to every page in a browser, so only its own may. */
export function createPageServer(): FastifyInstance {
  const app = createWireServer({});
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries([...new URLSearchParams(body as string)].filter(([, value]) => value !== ''))),
  );
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    const isOwn = [undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site'] as string | undefined);
    if (method !== 'GET' && !isOwn)
      await reply.code(403).send({ error: { message: 'Only programs and the pages of this sandbox may change it.' } });
  });
  return app;
}

async function applyFault(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  errorBody: (status: number, message: string) => unknown,
): Promise<void> {
  switch (fault.kind) {
    case 'slow':
      await wait(fault.delayMs, undefined, { ref: false });
      return;
    case 'timeout':
      reply.hijack();
      void wait(fault.delayMs, undefined, { ref: false }).then(() => request.raw.socket.destroy());
      return;
    case 'drop':
      reply.hijack();
      request.raw.socket.destroy();
      return;
    case 'garbage':
      await reply
        .code(200)
        .header('content-type', 'text/html')
        .send('<!doctype html><title>Sign in to the network</title>');
      return;
    case 'drop-after-commit':
    case '500-after-commit':
      request.faultAfterCommit = fault;
      return;
    case '500-kept':
      request.faultKept = fault;
      return;
    case '500':
    case '429':
      await reply.code(Number(fault.kind)).send(errorBody(Number(fault.kind), OUTAGE[fault.kind]));
      return;
    default:
      return; // SMTP's own refusals mean nothing here.
  }
}

/** Headers of every page a person looks at: nothing from elsewhere runs in it. */
export const pageHeaders = (policy: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
