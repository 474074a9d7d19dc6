import type { Snapshot } from '@redress/contracts/releases';
import type { FastifyInstance } from 'fastify';
import { siteRoutes } from '../documents/site-routes.ts';

/** The logo: a sheet with a folded corner and a tick. */
const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#1d4d4f" d="M4 2h11l5 5v15H4z"/><path fill="#9cc5a1" d="M15 2v5h5z"/><path fill="none" stroke="#fff" stroke-width="2" d="m8 14 3 3 5-6"/></svg>';

const DAY = 'public, max-age=86400';

/** Files that browsers and crawlers ask for by name. */
export function registerPlainFiles(
  app: FastifyInstance,
  { siteOrigin, routes }: { siteOrigin: () => string; routes: () => Snapshot | null },
): void {
  const secure = { 'x-content-type-options': 'nosniff' };
  app.get('/favicon.svg', (_, reply) =>
    reply.headers({ ...secure, 'content-type': 'image/svg+xml', 'cache-control': DAY }).send(FAVICON),
  );
  // Asked for by browsers that never read the document's own link.
  app.get('/favicon.ico', (_, reply) =>
    reply.code(308).header('cache-control', DAY).header('location', '/favicon.svg').send(),
  );
  app.get('/robots.txt', (_, reply) => {
    const snapshot = routes();
    const closed = snapshot
      ? siteRoutes(snapshot)
          .filter(({ route }) => route.documentClass === 'private')
          .map(({ route }) => `Disallow: ${route.path}`)
      : [];
    return reply
      .headers({ ...secure, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(
        [
          'User-agent: *',
          'Disallow: /api/',
          'Disallow: /releases/',
          ...closed,
          `Sitemap: ${siteOrigin()}/sitemap.xml`,
          '',
        ].join('\n'),
      );
  });
  app.get('/sitemap.xml', (_, reply) => {
    const snapshot = routes();
    const open = snapshot ? siteRoutes(snapshot).filter(({ route }) => route.documentClass === 'public') : [];
    const urls = open.map(({ route }) => `<url><loc>${siteOrigin()}${route.path}</loc></url>`).join('');
    return reply
      .headers({ ...secure, 'content-type': 'application/xml', 'cache-control': 'public, max-age=3600' })
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
      );
  });
}
