import { inLocale, pickLocale } from '@redress/copy';
import { preview } from '@redress/copy/preview';
import type { CookieNames } from '@redress/contracts/cookies';
import { PREVIEW_ROUTES, type Snapshot } from '@redress/contracts/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DocumentSet } from '../documents/document-set.ts';
import type { DrawnSnapshot } from '../documents/drawn-snapshot.ts';

export interface PreviewSource {
  /** @returns what the preview with this secret shows, verified; `null`: there is none or it has ended; `unknown`: not now */
  find(secret: string): Promise<DrawnSnapshot | null | 'unknown'>;
  /** @param mayTake - of one for a single browser @returns what an address shows, and the secret that this browser gets */
  open(secret: string, mayTake: boolean): Promise<{ held: { snapshot: Snapshot }; secret: string } | null>;
}

export interface Previews {
  /** @returns the documents of the preview that this browser sees; `null` when it sees what everybody sees */
  of(request: FastifyRequest, reply: FastifyReply): Promise<DocumentSet | null>;
}

/** Made when they are asked for, each some tenths of a second of work: the last few are kept. */
const MOST_SETS = 4;

/** An address that holds a secret is neither kept nor sent on. */
export const unseen = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

/** Addresses of previews: opening one sets a cookie, by which this browser gets the documents of the preview. */
export function registerPreviews(
  app: FastifyInstance,
  deps: {
    source: PreviewSource;
    makeDocuments: (held: DrawnSnapshot) => Promise<DocumentSet>;
    locale: string;
    cookies: Pick<CookieNames, 'preview' | 'secure'>;
  },
): Previews {
  const { source, makeDocuments } = deps;
  const { preview: cookie, secure } = deps.cookies;
  // A cookie of this name is taken away only as it was set: with Secure, over https.
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const sets = new LRUCache<string, Promise<DocumentSet>>({ max: MOST_SETS });

  app.get(PREVIEW_ROUTES.leave, (_request, reply) =>
    reply.clearCookie(cookie, attributes).headers(unseen).redirect('/', 303),
  );

  app.get<{ Params: { secret: string } }>(`${PREVIEW_ROUTES.open}:secret`, async (request, reply) => {
    // Programs that look at every address in a message must not take it from the browser it is meant for.
    const isPage = request.headers['sec-fetch-dest'] === 'document' && request.method === 'GET';
    const opened = await source.open(request.params.secret, isPage);
    reply.headers(unseen);
    if (!opened) {
      const { ended } = inLocale(preview, pickLocale([deps.locale]));
      return reply.code(404).type('text/plain; charset=utf-8').send(`${ended}\n`);
    }
    const { held, secret } = opened;
    const expires = new Date(held.snapshot.expiresAt);
    return reply.setCookie(cookie, secret, { ...attributes, expires }).redirect('/', 303);
  });

  return {
    async of(request, reply) {
      const secret = request.cookies[cookie];
      if (secret === undefined) return null;
      const held = await source.find(secret);
      // The secret of one browser is nowhere else: it is taken away only for certain.
      if (held === 'unknown') return null;
      if (!held) {
        void reply.clearCookie(cookie, attributes);
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
