import { CONSOLE_VERSION_HEADER } from '@redress/contracts/release-api';
import { CONTENT_TYPES } from '@redress/server/content-types';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const DIST = path.resolve(import.meta.dirname, '../../dist/console');

/** Written by its build: what the page itself knows. */
const VERSION = 'version';

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * The console's own page, on the release service's address and nowhere else: it works while the site does not, and
 * shares no cookie with it. Every answer names its version.
 */
export function registerConsoleFiles(app: FastifyInstance): void {
  const files = existsSync(DIST)
    ? readdirSync(DIST, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(DIST, path.join(entry.parentPath, entry.name)))
    : [];
  for (const file of files) {
    const type = CONTENT_TYPES[path.extname(file).slice(1)];
    if (!type) continue;
    const content = readFileSync(path.join(DIST, file));
    const route = file === 'index.html' ? '/' : `/${file.split(path.sep).join('/')}`;
    app.get(route, (_, reply) => reply.headers({ ...HEADERS, 'content-type': type }).send(content));
  }
  if (files.includes(VERSION)) {
    const version = readFileSync(path.join(DIST, VERSION), 'utf8');
    app.addHook('onSend', (_request, reply, _payload, done) => {
      void reply.header(CONSOLE_VERSION_HEADER, version);
      done();
    });
  }
  if (files.length > 0) return;
  app.get('/', (_, reply) =>
    reply
      .headers(HEADERS)
      .type('text/plain')
      .send('The console is not built. The command line does the same: npm run release\n'),
  );
}
