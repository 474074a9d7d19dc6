import { randomBytes } from 'node:crypto';
import { inLocale, pickLocale } from '@redress/copy';
import { preview } from '@redress/copy/preview';
import { ofPreview, type CookieNames } from '@redress/contracts/cookies';
import { PREVIEW_ROUTES, type Snapshot } from '@redress/contracts/releases';
import type { Logger } from '@redress/telemetry/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DocumentSet } from '../documents/document-set.ts';
import type { DrawnSnapshot } from '../documents/drawn-snapshot.ts';
import { openingPage, OF_PAGE } from '../documents/opening-page.ts';

export interface PreviewSource {
  /** @returns what the preview with this secret shows, verified; `null`: there is none or it has ended; `unknown`: not now */
  find(secret: string, address: string): Promise<DrawnSnapshot | null | 'unknown'>;
  /** @returns what an address would show; nothing is taken */
  look(secret: string, address: string): Promise<{ snapshot: Snapshot } | null | 'unknown'>;
  /** @param as - secret of this browser for one that is for a single one @returns what an address shows, and the browser's secret */
  open(
    secret: string,
    as: string | null,
    address: string,
  ): Promise<{ held: { snapshot: Snapshot }; secret: string } | null | 'unknown'>;
}

/** @returns a session of the preview's own person (decision 0222) */
export type OpenSample = (preview: { secret: string; until: Date }) => Promise<string>;

export interface Previews {
  /** @returns the documents of the preview that this browser sees; `null` when it sees what everybody sees */
  of(request: FastifyRequest, reply: FastifyReply): Promise<DocumentSet | null>;
}

/** Sets of documents that are kept: each is made when it is asked for, and is some tenths of a second of work. */
const MOST_SETS = 4;

/** An address that holds a secret is neither kept nor sent on. */
export const unseen = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

/** Whether a page of another site, or a picture in it, asks. */
export const isOfOthers = ({ headers }: FastifyRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

/**
 * What a preview wrote into this browser, or could read there, goes with its beginning and its end. Known to browsers over
 * https and on this machine.
 */
const CLEAN = { 'clear-site-data': '"storage", "executionContexts"' };

/** The cookie outlives its preview: the next document takes away by it what the preview left. */
const COOKIE_LONGER_MS = 30 * 86_400_000;

/**
 * Addresses of previews: a page that names it, and a press that opens it in this browser. A build of a preview is reviewed
 * by nobody and runs on the site itself, so it gets no session: opening one signs this browser out, and while it is open
 * the cookies of the person are others (`cookiesIn`). Leaving it takes those away, so no script of it finds a session either
 * way.
 */
export function registerPreviews(
  app: FastifyInstance,
  deps: {
    source: PreviewSource;
    makeDocuments: (held: DrawnSnapshot) => Promise<DocumentSet>;
    locale: string;
    cookies: CookieNames;
    /** `null`: no claims in this process; who reviews makes an account in the preview. */
    openSample: OpenSample | null;
    logger: Logger;
  },
): Previews {
  const { source, makeDocuments } = deps;
  const { preview: cookie, secure } = deps.cookies;
  // A cookie of this name is taken away only as it was set: with Secure, over https.
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const sets = new LRUCache<string, Promise<DocumentSet>>({ max: MOST_SETS });

  const signOut = (reply: FastifyReply): FastifyReply => {
    const { session, visitor, groups } = deps.cookies;
    const inside = ofPreview(deps.cookies);
    for (const name of [session, visitor, groups, inside.session, inside.visitor, inside.groups]) {
      void reply.clearCookie(name, attributes);
    }
    return reply.headers(CLEAN);
  };
  /** Also of one that this browser has taken, whose address opens nothing more: then what it shows is said. */
  const refuse = async (request: FastifyRequest, reply: FastifyReply, found: null | 'unknown' = null) => {
    const texts = inLocale(preview, pickLocale([deps.locale]));
    reply.code(found === null ? 404 : 503).type('text/plain; charset=utf-8');
    if (found !== null) return reply.header('retry-after', 1).send(`${texts.notNow}\n`);
    const own = request.cookies[cookie];
    const shown = own === undefined ? null : await source.find(own, request.ip);
    const what = shown === null || shown === 'unknown' ? undefined : shown.snapshot.preview?.what;
    return reply.send(`${texts.ended}${what === undefined ? '' : ` ${texts.isOpen(what)}`}\n`);
  };

  app.get(PREVIEW_ROUTES.leave, (request, reply) => {
    // Neither is anybody signed out by it, nor what they typed taken away.
    if (!isOfOthers(request)) signOut(reply).clearCookie(cookie, attributes);
    return reply.headers(unseen).redirect('/', 303);
  });

  app.get<{ Params: { secret: string } }>(`${PREVIEW_ROUTES.open}:secret`, async (request, reply) => {
    reply.headers(unseen);
    const held = await source.look(request.params.secret, request.ip);
    if (!held || held === 'unknown') return refuse(request, reply, held);
    return reply
      .headers(OF_PAGE)
      .type('text/html; charset=utf-8')
      .send(openingPage(held.snapshot, deps.locale, randomBytes(24).toString('base64url')));
  });

  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.post<{ Params: { secret: string }; Body?: URLSearchParams }>(
      `${PREVIEW_ROUTES.open}:secret`,
      async (request, reply) => {
        reply.headers(unseen);
        // A page of another site must not sign anybody out, nor show them what they have not asked for.
        if (request.headers['sec-fetch-site'] !== 'same-origin') return refuse(request, reply);
        const opened = await source.open(request.params.secret, request.body?.get('as') ?? null, request.ip);
        if (!opened || opened === 'unknown') return refuse(request, reply, opened);
        const { held, secret } = opened;
        const until = new Date(held.snapshot.expiresAt);
        const expires = new Date(until.getTime() + COOKIE_LONGER_MS);
        // The release service has just said that this preview is open: nothing else makes its person.
        const session = await deps.openSample?.({ secret, until }).catch((error: unknown) => {
          deps.logger.warn({ err: error }, 'a preview is opened without its person');
        });
        signOut(reply).setCookie(cookie, secret, { ...attributes, expires });
        if (session) reply.setCookie(ofPreview(deps.cookies).session, session, { ...attributes, expires: until });
        return reply.redirect('/', 303);
      },
    );
  });

  return {
    async of(request, reply) {
      const secret = request.cookies[cookie];
      if (secret === undefined) return null;
      const held = await source.find(secret, request.ip);
      // The secret of one browser is nowhere else: it is taken away only for certain.
      if (held === 'unknown') return null;
      if (!held) {
        void signOut(reply).clearCookie(cookie, attributes);
        return null;
      }
      const { signature } = held.signed;
      const making = sets.get(signature) ?? makeDocuments(held);
      sets.set(signature, making);
      // What could not be made is tried again with the next request.
      making.catch(() => sets.delete(signature));
      return making;
    },
  };
}
