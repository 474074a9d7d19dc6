import { fastifyCookie } from '@fastify/cookie';
import { RELEASE_ROUTES } from '@redress/contracts/releases';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BeaconIntake } from '../health/beacons.ts';

const STATUS = { token: 401, body: 400, snapshot: 400, 'too-many': 429 } as const;

/**
 * Names a browser for as long as it is open, to the release service alone: a hundred tokens of it count as one
 * reporter.
 */
export const BROWSER_COOKIE = 'redress-beacon';

/** @returns what the browser says it was named; `null` for what is no name */
export function browserOf({ cookies }: FastifyRequest): string | null {
  const name = cookies[BROWSER_COOKIE];
  return name !== undefined && /^[\w-]+$/.test(name) ? name : null;
}

/** Number of the snapshot a page runs, when it says one. */
export const snapshotOf = ({ query }: FastifyRequest): number | null => {
  const { snapshot } = query as { snapshot?: unknown };
  return typeof snapshot === 'string' && /^\d{1,9}$/.test(snapshot) ? Number(snapshot) : null;
};

/** Reports of tabs. `sendBeacon` cannot set a content type other than text without a preflight, so both are read. */
export function registerBeaconRoutes(app: FastifyInstance, intake: BeaconIntake, channel: string): void {
  void app.register(async (scope) => {
    await scope.register(fastifyCookie);
    scope.removeContentTypeParser('text/plain');
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    scope.addHook('onSend', (_request, reply, _payload, done) => {
      void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      done();
    });

    scope.get(RELEASE_ROUTES.beaconToken, (request, reply) => {
      // A site of another channel runs other snapshots under the same numbers.
      const { channel: of = channel } = request.query as { channel?: unknown };
      if (of !== channel) return reply.code(STATUS.snapshot).send({ message: 'snapshot' });
      const issued = intake.issue(request.ip, browserOf(request), snapshotOf(request));
      if ('refused' in issued) {
        if (issued.refused === 'too-many') reply.header('retry-after', '60');
        return reply.code(STATUS[issued.refused]).send({ message: issued.refused });
      }
      const { browser, ...token } = issued;
      return reply
        .setCookie(BROWSER_COOKIE, browser, { path: '/releases', httpOnly: true, sameSite: 'strict', secure: 'auto' })
        .send(token);
    });

    scope.post(RELEASE_ROUTES.beacon, { bodyLimit: 64_000 }, (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return reply.code(403).send();
      const result = intake.take(request.body, request.ip, browserOf(request));
      if ('accepted' in result) return reply.code(202).send(result);
      return reply.code(STATUS[result.refused]).send({ message: result.refused });
    });
  });
}
