import { signInEndpoints, type SignInOutcome } from '@redress/contracts/release-api';
import { networkOf } from '@redress/server/network-of';
import { isOpenIdRefusal, type OpenIdProvider } from '@redress/server/openid';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { countInWindow } from '../health/count-in-window.ts';
import { readCookie, sessionCookies, writeCookie } from '../people/session-cookies.ts';
import { LONGEST_MS, type Sessions } from '../people/sessions.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertOwnPage } from './identify.ts';

const ATTEMPT_SECONDS = 600;
const CALLBACK = signInEndpoints.signInCallback.path;
/** Sign-ins begun from one address in ten minutes; an office behind a proxy is one. */
const MAX_ATTEMPTS = 60;

/** What the way back is compared with. It stands in a cookie: the browser that set out has it, and nobody else. */
const Attempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
type Attempt = z.output<typeof Attempt>;
const packed = (attempt: Attempt) => Buffer.from(JSON.stringify(attempt)).toString('base64url');
function unpacked(text: string | null): Attempt | null {
  try {
    return z.safeParse(Attempt, JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

export interface SignInDeps {
  /** `null`: people use tokens. */
  provider: { host: string; client: OpenIdProvider } | null;
  sessions: Sessions;
  /** Of the console; known once it listens. */
  origin: () => string;
  /** What happened, without who somebody may be: `refused` names nobody. */
  log: (event: { event: 'signed-in' | 'signed-out' | 'refused'; handle?: string; reason?: string }) => void;
}

/** Sign-in and sign-out of people by OpenID Connect. The provider says who; what they may do is asked with every call. */
export function registerSignInRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { provider, sessions, origin, log } = deps;
  const within = countInWindow(ATTEMPT_SECONDS * 1000, () => new Date());
  // Each way back asks the provider as well, and anybody can write the cookie that it is compared with.
  const isTooMany = (way: 'there' | 'back', { ip }: FastifyRequest) => !within(`${way} ${networkOf(ip)}`, MAX_ATTEMPTS);
  const setCookies = (reply: FastifyReply, ...cookies: string[]) => reply.header('set-cookie', cookies);
  const names = () => sessionCookies(origin());
  const over = (name: string, sameSite: 'Lax' | 'Strict') =>
    writeCookie(name, '', { maxAgeSeconds: 0, sameSite, isSecure: names().isSecure });

  app.get(signInEndpoints.signInOffer.path, () => ({ provider: provider?.host ?? null, origin: origin() }));

  app.post(signInEndpoints.signIn.path, async (request, reply) => {
    assertOwnPage(request, origin());
    if (isTooMany('there', request)) throw new ReleaseRefusal('TOO_MANY', 'Too many sign-ins were begun from here.');
    if (!provider) throw new ReleaseRefusal('SIGN_IN_OFF', 'There is no provider to sign in with.');
    try {
      const { url, secrets } = await provider.client.begin(`${origin()}${CALLBACK}`);
      const { attempt, isSecure } = names();
      const cookie = { maxAgeSeconds: ATTEMPT_SECONDS, sameSite: 'Lax', isSecure } as const;
      return setCookies(reply, writeCookie(attempt, packed(secrets), cookie)).send({ url });
    } catch (error) {
      if (!isOpenIdRefusal(error)) throw error;
      log({ event: 'refused', reason: error.reason });
      throw new ReleaseRefusal('PROVIDER_AWAY', `${provider.host} does not answer as it should.`);
    }
  });

  async function comeBack(request: FastifyRequest): Promise<SignInOutcome | { secret: string }> {
    const url = new URL(request.url, origin());
    const attempt = unpacked(readCookie(request.headers.cookie, names().attempt));
    // Begun in another browser or tab, or too long ago; or a link that somebody else made.
    if (!provider || !attempt || url.searchParams.get('state') !== attempt.state) return 'again';
    if (isTooMany('back', request)) return 'again';
    const who = await provider.client.finish(url, attempt);
    const entered = await sessions.enter(who, readCookie(request.headers.cookie, names().session));
    if ('refused' in entered) return entered.refused;
    log({ event: 'signed-in', handle: entered.actor.name.slice(1) });
    return { secret: entered.secret };
  }

  app.get(CALLBACK, async (request, reply) => {
    // The console's address is fixed: nothing in the request says where to go on.
    const outcome = await comeBack(request).catch((error: unknown) => {
      if (!isOpenIdRefusal(error)) request.log.error({ err: error }, 'a sign-in failed');
      return isOpenIdRefusal(error) && error.kind === 'cancelled' ? ('cancelled' as const) : ('away' as const);
    });
    const { attempt, session, isSecure } = names();
    const cookies = [over(attempt, 'Lax')];
    // Whoever comes without having set out is nobody's sign-in, and could fill the log.
    if (outcome !== 'again' && typeof outcome === 'string') log({ event: 'refused', reason: outcome });
    if (typeof outcome !== 'string') {
      const lasting = { maxAgeSeconds: LONGEST_MS / 1000, sameSite: 'Strict', isSecure } as const;
      cookies.push(writeCookie(session, outcome.secret, lasting));
    }
    return setCookies(reply, ...cookies)
      .header('referrer-policy', 'no-referrer')
      .redirect(`${origin()}/${typeof outcome === 'string' ? `?sign-in=${outcome}` : ''}`, 303);
  });

  app.post(signInEndpoints.signOut.path, async (request, reply) => {
    assertOwnPage(request, origin());
    const secret = readCookie(request.headers.cookie, names().session);
    if (secret !== null) {
      await sessions.end(secret);
      log({ event: 'signed-out' });
    }
    return setCookies(reply, over(names().session, 'Strict')).send({});
  });
}
