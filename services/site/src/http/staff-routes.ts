import { inLocale, pickLocale } from '@redress/copy';
import { preview } from '@redress/copy/preview';
import type { CookieNames } from '@redress/contracts/cookies';
import { STAFF_ROUTES, StaffPass, type PassKeys } from '@redress/contracts/passes';
import type { FastifyInstance } from 'fastify';
import { openPass } from './passes.ts';
import { isOfOthers, unseen } from './previews.ts';

/** Addresses of staff passes: the first browser that opens one holds the pass until its end, or until it gives it back. */
export function registerStaffRoutes(
  app: FastifyInstance,
  deps: {
    /** @returns the pass of an address, once */
    open: (secret: string, address: string) => Promise<string | null>;
    channelKeys: () => PassKeys;
    cookies: CookieNames;
    locale: string;
    now: () => Date;
  },
): void {
  const { staff: name, secure } = deps.cookies;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  app.get(STAFF_ROUTES.leave, (request, reply) => {
    if (!isOfOthers(request)) reply.clearCookie(name, attributes);
    return reply.headers(unseen).redirect('/', 303);
  });

  app.get<{ Params: { secret: string } }>(`${STAFF_ROUTES.open}:secret`, async (request, reply) => {
    // Programs that look at every address in a message must not take it from the browser it is meant for.
    const isPage = request.headers['sec-fetch-dest'] === 'document' && request.method === 'GET';
    const text = isPage ? await deps.open(request.params.secret, request.ip) : null;
    const pass = openPass(text ?? undefined, {
      kind: 'staff',
      form: StaffPass,
      keys: deps.channelKeys(),
      now: deps.now(),
    });
    reply.headers(unseen);
    if (!text || !pass) {
      const { staffEnded } = inLocale(preview, pickLocale([deps.locale]));
      return reply.code(404).type('text/plain; charset=utf-8').send(`${staffEnded}\n`);
    }
    return reply.setCookie(name, text, { ...attributes, expires: new Date(pass.until * 1_000) }).redirect('/', 303);
  });
}
