import type { AnswerOf, BodyOf, Endpoint, QueryOf } from '@redress/contracts';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Trx } from '../database.ts';

export interface SignedInUser {
  id: string;
  /** Row of this browser's session. */
  sessionId: string;
  /** When this session began: how long ago the person proved who they are. */
  signedInAt: Date;
}

/** One call as its handler sees it: checked, parsed, and who asks. */
export interface Call<Body = unknown, Query = unknown> {
  body: Body;
  query: Query;
  user: SignedInUser | null;
  /** @throws {AppError} NOT_SIGNED_IN */
  requireUser(): SignedInUser;
  /** A build that nobody has reviewed may be what asks: only accounts made in a preview sign in, and those nowhere else. */
  isPreview: boolean;
  /** Digest of this browser's visitor cookie; `null` before it has one. Drafts and codes of visitors without an account belong to it. */
  visitorId: string | null;
  /** The same, giving the browser a visitor cookie when it has none. */
  ensureVisitor(): string;
  /** Who a limit by browser counts: the visitor cookie the request came with; without one, all of its network together. */
  browserKey: string;
  /** Network of the address the request came from, for limits. Never stored as it is. */
  ip: string;
  userAgent: string;
  /** A new session for this browser; the cookie goes out when the handler succeeds. Ends the one it had. */
  signIn(trx: Trx, userId: string, options?: { formSessionId?: string | undefined }): Promise<void>;
  /** Another session in place of this one, after a change of what proves who the person is. */
  renewSession(trx: Trx): Promise<void>;
  /** Ends this browser's session and clears its cookie. */
  signOut(trx: Trx): Promise<void>;
  /** A token for the calls with `csrf`; bound to the session. */
  csrfToken(): string;
  /** Path and query as they came. */
  url: string;
  /** Body as it came, for `kind: 'raw'`. */
  rawBody: Buffer;
  headers: FastifyRequest['headers'];
}

const SPECIAL: unique symbol = Symbol('answer');

export interface FileAnswer {
  [SPECIAL]: 'file';
  /** A stream is sent while it is read; one that fails breaks the transfer off. */
  bytes: Buffer | Readable;
  contentType: string;
  fileName: string;
  /** Shown by the browser itself; otherwise saved. */
  inline: boolean;
}
export interface PageAnswer {
  [SPECIAL]: 'page';
  status: number;
  html: string;
  headers: Record<string, string>;
}
export interface RedirectAnswer {
  [SPECIAL]: 'redirect';
  location: string;
}
export type SpecialAnswer = FileAnswer | PageAnswer | RedirectAnswer;

/** Answer of an endpoint with `kind: 'blob'`. */
export const file = (answer: Omit<FileAnswer, typeof SPECIAL | 'inline'> & { inline?: boolean }): FileAnswer => ({
  [SPECIAL]: 'file',
  inline: false,
  ...answer,
});
/** Answers of an endpoint with `kind: 'redirect'`. `location` must be ours or a provider's: never from a request as it came. */
export const redirectTo = (location: string): RedirectAnswer => ({ [SPECIAL]: 'redirect', location });
export const page = (html: string, headers: Record<string, string>, status = 200): PageAnswer => ({
  [SPECIAL]: 'page',
  status,
  html,
  headers,
});
export const specialKind = (answer: unknown): SpecialAnswer | null =>
  typeof answer === 'object' && answer !== null && SPECIAL in answer ? (answer as SpecialAnswer) : null;

export interface RouteOptions {
  /** Answers do not depend on who asks: no session is looked up. */
  identity?: 'none';
  /** The browser may keep the answer this long; `no-store` otherwise. */
  cacheSeconds?: number;
  /** Where the answer has its list (`sessions`, `data.payments`): a row that does not fit the contract is left out. */
  rows?: string;
}

export interface Route {
  endpoint: Endpoint;
  handle: (call: Call) => Promise<unknown> | unknown;
  options: RouteOptions;
}

/** A call of one endpoint: typed by its schemas, and with a user for certain where its access says so. */
export type CallOf<E extends Endpoint> = Omit<Call<BodyOf<E>, QueryOf<E>>, 'user'> & {
  user: E['access'] extends 'user' ? SignedInUser : SignedInUser | null;
};
type Answered<E extends Endpoint> = E extends { kind: 'blob' | 'redirect' }
  ? SpecialAnswer
  : AnswerOf<E> | (E extends { kind: 'raw' } ? SpecialAnswer : never);

/**
 * Ties a call of the contract to its handler. The table says method, path, access, checks and answer; the handler
 * gets parsed input and gives back the answer without `success`.
 */
export const route = <E extends Endpoint>(
  endpoint: E,
  handle: (call: CallOf<E>) => Promise<Answered<E>> | Answered<E>,
  options: RouteOptions = {},
): Route => ({ endpoint, handle: handle as unknown as Route['handle'], options });
