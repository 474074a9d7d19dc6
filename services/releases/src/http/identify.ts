import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_HEADER } from '@redress/contracts/release-api';
import { readCookie, sessionCookies } from '../people/session-cookies.ts';
import type { Sessions } from '../people/sessions.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { Db } from '../store/schema.ts';
import type { Actor } from './actor.ts';
import { actorOf } from './tokens.ts';

export interface Asking {
  method: string;
  headers: IncomingHttpHeaders;
}

/**
 * A cookie is sent by a browser whatever page makes it ask. So a call by cookie carries a header that pages of other origins
 * cannot send, and one that changes something comes from the console's own origin.
 * @throws {ReleaseRefusal} `NOT_ALLOWED`
 */
export function assertOwnPage({ method, headers }: Asking, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    headers[SESSION_HEADER] !== undefined &&
    (site === undefined || site === 'same-origin') &&
    (method === 'GET' ? headers.origin === undefined || headers.origin === origin : headers.origin === origin);
  if (isOwn) return;
  throw new ReleaseRefusal('NOT_ALLOWED', `A sign-in counts on the console's own page alone: open ${origin}.`);
}

/** Who asks: by a token, or by the session of this browser. A call with a token is that token's, whatever cookies come along. */
export function createIdentify(deps: {
  db: Db;
  sessions: Sessions;
  /** Of the console. */
  origin: () => string;
  now: () => Date;
}) {
  const { db, sessions, origin, now } = deps;
  /** @throws {ReleaseRefusal} `TOKEN_UNKNOWN`, `NOT_ALLOWED` */
  return async (asking: Asking): Promise<Actor> => {
    const { authorization, cookie } = asking.headers;
    if (authorization !== undefined) return actorOf(db, authorization, now());
    const secret = readCookie(cookie, sessionCookies(origin()).session);
    if (secret === null) throw new ReleaseRefusal('TOKEN_UNKNOWN', 'This needs a sign-in or a release token.');
    assertOwnPage(asking, origin());
    return sessions.actorOf(secret);
  };
}
