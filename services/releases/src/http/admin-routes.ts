import { releaseEndpoints, type ReleaseEndpoint, type ReleaseEndpointName } from '@redress/contracts/release-api';
import { describeDatabaseError } from '@redress/database';
import { hasOneHost } from '@redress/server/http-drain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFullDisk } from '../blobs/store-answers.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import type { Actor } from './actor.ts';
import { dispatch, type Dispatching } from './dispatch.ts';
import type { Asking } from './identify.ts';

const MAX_FILE_BYTES = 5_000_000;
/** Body of a call that has no limit of its own. */
const MAX_BODY_BYTES = 6_000_000;

/** An answer to what is no call of this API; it repeats nothing of the request. */
export const refuseUnknown = (reply: FastifyReply, status: 400 | 404) =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ code: 'NOT_FOUND', message: 'There is no such call.', remedy: '' });

/** Whoever runs it asks it from the machine itself, by its command line. */
const OWN_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The release API, on the console's own address: bearer tokens, or the session of a browser. Every answer is JSON; a refusal carries
 * `code`, `message`, `remedy` and what the gate found. The routes are those of the contract.
 */
export function registerAdminRoutes(
  app: FastifyInstance,
  deps: Dispatching & {
    /** @throws {ReleaseRefusal} `TOKEN_UNKNOWN`, `NOT_ALLOWED` */
    identify: (asking: Asking) => Promise<Actor>;
    /** The console's address as people type it. */
    origin: () => string;
  },
): void {
  // A request line with a host in it is meant for a proxy, which this is not. A page of another site whose name was made to lead
  // here would speak for whoever opened it.
  const isOwnHost = (host: string) => OWN_NAMES.has(host) || host === new URL(deps.origin()).hostname;
  app.addHook('onRequest', (request, reply, done) => {
    const isPath = request.url.startsWith('/') && !request.url.startsWith('//');
    if (isPath && hasOneHost(request.raw.rawHeaders) && isOwnHost(request.hostname)) done();
    else void refuseUnknown(reply, 400);
  });
  app.setNotFoundHandler((_request, reply) => refuseUnknown(reply, 404));
  app.setErrorHandler((error, request, reply) => {
    void reply.header('cache-control', 'no-store');
    const send = ({ code, message, remedy, findings, status }: ReleaseRefusal) =>
      reply.code(status).send({ code, message, remedy, findings });
    if (isReleaseRefusal(error)) return send(error);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ code: 'REQUEST_INVALID', message: (error as Error).message });
    request.log.error({ err: error }, 'release request failed');
    const { kind } = describeDatabaseError(error);
    const isFull = kind === 'full' || isFullDisk(error);
    if (isFull || kind === 'unavailable') void reply.header('retry-after', isFull ? '30' : '5');
    if (isFull) return send(new ReleaseRefusal('DISK_FULL', 'The disk is full: nothing was changed.'));
    if (kind === 'unavailable')
      return send(new ReleaseRefusal('DATABASE_AWAY', 'The database of the release service does not answer.'));
    return send(new ReleaseRefusal('FAILED', 'The release service failed; see its log.'));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    void reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

  const actors = new WeakMap<FastifyRequest, Actor>();
  /** Before the body is read: a stranger makes the service parse nothing. */
  const identifyFirst = (method: string) => async (request: FastifyRequest) => {
    actors.set(request, await deps.identify({ method, headers: request.headers }));
  };
  for (const [name, { method, path, access, sends, mostBytes }] of Object.entries(
    releaseEndpoints as Record<ReleaseEndpointName, ReleaseEndpoint>,
  )) {
    app.route({
      method,
      url: path,
      bodyLimit: mostBytes ?? (sends === 'bytes' ? MAX_FILE_BYTES : MAX_BODY_BYTES),
      ...(access === 'anyone' ? {} : { onRequest: identifyFirst(method) }),
      handler: (request) =>
        dispatch(deps, name as ReleaseEndpointName, method === 'GET' ? request.query : request.body, async () => {
          return actors.get(request) ?? deps.identify({ method, headers: request.headers });
        }),
    });
  }
}
