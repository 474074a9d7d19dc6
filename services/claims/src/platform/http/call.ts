import { ACCOUNT_HEADER, AppError, PREVIEW_HEADER, TIME_ZONE_HEADER } from '@redress/contracts';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { cookiesIn, type CookieNames } from '@redress/contracts/cookies';
import { networkOf } from '@redress/server/network-of';
import type { FastifyRequest } from 'fastify';
import type { Trx } from '../database.ts';
import type { Platform } from '../platform.ts';
import { GROUP_PASS_SECONDS } from '../group-passes.ts';
import { isToken, tokenHash, type SessionRecord } from '../sessions.ts';
import { deviceLabel } from './device-label.ts';
import type { Call } from './route.ts';

const VISITOR_DAYS = 180;

export interface SetCookie {
  name: string;
  value: string;
  options: CookieSerializeOptions;
}

export interface CallState {
  call: Call;
  session: SessionRecord | null;
  isSignedOut: boolean;
  /** Sent only when the handler succeeds. */
  sessionCookies: SetCookie[];
  /** Sent in any case: a refused browser that came back without it would count as a new one each time. */
  visitorCookies: SetCookie[];
}

export interface CreateCallDeps {
  platform: Platform;
  cookies: CookieNames;
  request: FastifyRequest;
  identity: 'none' | undefined;
  /** False for the calls that find out or change who is signed in. */
  isBoundToAccount: boolean;
}

/** @throws {AppError} FORBIDDEN for a claimant's account in a preview, and for one of a preview anywhere else */
async function assertOfPlace(trx: Trx, userId: string, isPreview: boolean): Promise<void> {
  const { sample_until: until } = await trx
    .selectFrom('account')
    .select('sample_until')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if ((until !== null) !== isPreview) throw new AppError('FORBIDDEN', { details: { reason: 'preview', isPreview } });
}

async function findSession(
  { platform: { sessions }, request, identity, isBoundToAccount }: CreateCallDeps,
  token: string | null,
): Promise<SessionRecord | null> {
  if (identity === 'none') return null;
  const session = await sessions.find(token);
  const account = request.headers[ACCOUNT_HEADER];
  if (isBoundToAccount && account !== undefined && account !== session?.userId) {
    throw new AppError('NOT_SIGNED_IN', { details: { reason: 'page of another account' } });
  }
  const zone = request.headers[TIME_ZONE_HEADER];
  if (session && typeof zone === 'string') await sessions.keepTimeZone(session, zone);
  return session;
}

/** @param maxAge - in seconds; 0 removes the cookie */
const setCookie = ({ secure }: CookieNames, name: string, value: string, maxAge: number): SetCookie => ({
  name,
  value,
  options: { path: '/', httpOnly: true, sameSite: 'lax', maxAge, secure },
});

/** Set only for accounts in a group; taken back where there is one and should be none. */
function groupCookie(cookies: CookieNames, request: FastifyRequest, pass: string | null): SetCookie[] {
  if (pass !== null) return [setCookie(cookies, cookies.groups, pass, GROUP_PASS_SECONDS)];
  return request.cookies[cookies.groups] === undefined ? [] : [setCookie(cookies, cookies.groups, '', 0)];
}

/**
 * Finds out who asks, and gives the handler the actions on sessions and cookies.
 * @throws {AppError} NOT_SIGNED_IN when the page belongs to another account than the one signed in; PREVIEW_MISMATCH when it was
 *   loaded before a preview was opened, or left
 */
export async function createCall(deps: CreateCallDeps): Promise<CallState> {
  const { platform, cookies: names, request, identity } = deps;
  const cookies = cookiesIn(names, request.cookies);
  const isPreview = cookies !== names;
  const shown = request.headers[PREVIEW_HEADER];
  if (identity !== 'none' && shown !== undefined && (shown === '1') !== isPreview)
    throw new AppError('PREVIEW_MISMATCH');
  const { sessions, groupPasses } = platform;
  const visitorToken = request.cookies[cookies.visitor] ?? null;
  const sessionToken = request.cookies[cookies.session] ?? null;
  const session = await findSession(deps, sessionToken);
  const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 400);
  const state: Omit<CallState, 'call'> = { session, isSignedOut: false, sessionCookies: [], visitorCookies: [] };

  const setSessionCookie = (token: string, maxAgeSeconds: number) =>
    state.sessionCookies.push(setCookie(cookies, cookies.session, token, maxAgeSeconds));

  const groups = (pass: string | null) => groupCookie(cookies, request, pass);
  if (session?.isTouched && sessionToken !== null) {
    state.visitorCookies.push(...groups(await groupPasses.issue(platform.db, session.userId, sessionToken)));
  } else if (!session && identity !== 'none') state.visitorCookies.push(...groups(null));

  async function startSession(trx: Trx, userId: string, visitorId: string): Promise<void> {
    if (state.session) await sessions.end(trx, state.session.id);
    const label = deviceLabel(userAgent);
    const { token, session: started } = await sessions.create(trx, { userId, visitorId, label });
    state.session = started;
    call.user = { id: userId, sessionId: started.id, signedInAt: started.createdAt };
    setSessionCookie(token, platform.config.session.absoluteMinutes * 60);
    state.sessionCookies.push(...groups(await groupPasses.issue(trx, userId, token)));
  }

  const ip = networkOf(request.ip);
  const knownVisitor = isToken(visitorToken) ? tokenHash(visitorToken) : null;
  const call: Call = {
    body: {},
    query: {},
    user: session && { id: session.userId, sessionId: session.id, signedInAt: session.createdAt },
    requireUser() {
      if (!call.user) throw new AppError('NOT_SIGNED_IN');
      return call.user;
    },
    isPreview,
    visitorId: knownVisitor,
    // Not the cookie this answer sets: a program that keeps none would be another browser with each request.
    browserKey: knownVisitor ?? `without a cookie: ${ip}`,
    ensureVisitor() {
      if (call.visitorId) return call.visitorId;
      const token = sessions.newToken();
      state.visitorCookies.push(setCookie(cookies, cookies.visitor, token, VISITOR_DAYS * 86_400));
      call.visitorId = tokenHash(token);
      return call.visitorId;
    },
    ip,
    userAgent,
    async signIn(trx, userId, { formSessionId } = {}) {
      await assertOfPlace(trx, userId, isPreview);
      const visitorId = call.ensureVisitor();
      // Another session than before, always: a cookie planted before sign-in is worth nothing after it.
      await startSession(trx, userId, visitorId);
      for (const feature of platform.features()) {
        await feature.onSignIn?.(trx, { userId, visitorId, formSessionId: formSessionId ?? null });
      }
    },
    async renewSession(trx) {
      const { id, sessionId } = call.requireUser();
      // Ended while this call was under way: whoever did it has put this browser out.
      if (!(await sessions.endOwn(trx, id, sessionId))) throw new AppError('NOT_SIGNED_IN');
      await startSession(trx, id, call.ensureVisitor());
    },
    async signOut(trx) {
      if (state.session) await sessions.end(trx, state.session.id);
      for (const feature of platform.features()) await feature.onSignOut?.(trx, { visitorId: call.visitorId });
      state.session = null;
      state.isSignedOut = true;
      call.user = null;
      setSessionCookie('', 0);
      state.sessionCookies.push(...groups(null));
    },
    csrfToken() {
      if (!state.session) throw new AppError('NOT_SIGNED_IN');
      return sessions.csrfToken(state.session);
    },
    url: request.url,
    rawBody: Buffer.alloc(0),
    headers: request.headers,
  };
  return Object.assign(state, { call });
}
