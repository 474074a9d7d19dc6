import { fastifyCookie } from '@fastify/cookie';
import { RELEASE_ROUTES } from '@redress/contracts/releases';
import { BROWSER_COOKIE, browserOf, snapshotOf } from './beacon-routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const TIMEOUT_MS = 2_000;

/**
 * Reports of tabs, on a site without a release service of its own: handed on as they are. The service counts sessions by
 * address, so it has to name this site among its TRUSTED_PROXIES. Reports are not worth a retry:
 * the next service is asked only where one takes no connection. One that hangs loses a single report: the next one is sent
 * to another.
 */
export function forwardBeacons(app: FastifyInstance, baseUrls: readonly string[], channel: string): void {
  let preferred = 0;
  const forwardTo = (path: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const browser = browserOf(request);
    const snapshot = snapshotOf(request);
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const forward = (baseUrl: string) => {
      // Never from the request line: in its absolute form that names a host, which would replace the service's.
      const target = new URL(path, baseUrl);
      target.searchParams.set('channel', channel);
      if (snapshot !== null) target.searchParams.set('snapshot', String(snapshot));
      return fetch(target, {
        method: request.method,
        headers: {
          'x-forwarded-for': request.ip,
          'content-type': 'application/json',
          // Of all cookies only the one that is the service's own.
          ...(browser === null ? {} : { cookie: request.server.serializeCookie(BROWSER_COOKIE, browser) }),
          ...(request.headers['sec-fetch-site'] ? { 'sec-fetch-site': String(request.headers['sec-fetch-site']) } : {}),
        },
        ...(request.method === 'POST' ? { body: request.body as string } : {}),
        signal,
        redirect: 'error',
      });
    };
    for (const index of baseUrls.map((_, place) => (preferred + place) % baseUrls.length)) {
      try {
        const answer = await forward(baseUrls[index] as string);
        preferred = index;
        for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
        return await reply
          .code(answer.status)
          .type('application/json')
          .send(Buffer.from(await answer.arrayBuffer()));
      } catch (error) {
        if (tookNoConnection(error)) continue;
        preferred = (index + 1) % baseUrls.length;
        break;
      }
    }
    return reply.code(503).send({ message: 'The release service does not answer.' });
  };
  void app.register(async (scope) => {
    await scope.register(fastifyCookie);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64_000 }, (_request, body, done) =>
      done(null, body),
    );
    scope.get(RELEASE_ROUTES.beaconToken, forwardTo(RELEASE_ROUTES.beaconToken));
    scope.post(RELEASE_ROUTES.beacon, { bodyLimit: 64_000 }, forwardTo(RELEASE_ROUTES.beacon));
  });
}

/** Nothing was sent: asking another service counts nothing twice. */
const tookNoConnection = (error: unknown): boolean =>
  (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
