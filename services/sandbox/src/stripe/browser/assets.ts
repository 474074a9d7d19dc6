import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../world/http.ts';
import type { FrameKind } from './protocol.ts';

/** Files of one scope, in the order they need each other. */
const SCRIPTS = {
  'stripe.js': [
    'protocol.ts',
    'script/errors.ts',
    'script/frame.ts',
    'script/overlay.ts',
    'script/wallet.ts',
    'script/controller.ts',
    'script/element.ts',
    'script/elements-group.ts',
    'script/payments.ts',
    'script/main.ts',
  ],
  'card.js': [
    'protocol.ts',
    '../card-numbers.ts',
    'frames/card-rules.ts',
    'frames/frame-kit.ts',
    'frames/card-frame.ts',
  ],
  'controller.js': ['protocol.ts', 'frames/frame-kit.ts', 'frames/controller-frame.ts'],
  'express.js': ['protocol.ts', 'frames/frame-kit.ts', 'frames/shown.ts', 'frames/express-frame.ts'],
  'wallet.js': ['protocol.ts', 'frames/frame-kit.ts', 'frames/shown.ts', 'frames/wallet-frame.ts'],
  'authenticate.js': ['protocol.ts', 'frames/shown.ts', 'frames/authenticate.ts'],
  'authenticated.js': ['protocol.ts', 'frames/authenticated.ts'],
} as const satisfies Record<string, readonly string[]>;

const SCRIPT_OF: Record<FrameKind, keyof typeof SCRIPTS> = {
  card: 'card.js',
  expressCheckout: 'express.js',
  wallet: 'wallet.js',
  controller: 'controller.js',
};

const IMPORT = /^import\b[\s\S]*?from '[^']+';$/gm;
const EXPORT = /^export (?=(?:async |abstract )?(?:function|const|let|class)\b)/gm;

/**
 * One classic script out of modules that share a scope: types are blanked out by Node, imports dropped, exports
 * un-exported. The sandbox thereby needs no build step, like every service.
 */
function joinScript(name: keyof typeof SCRIPTS): string {
  const parts = SCRIPTS[name].map((file) => {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    return withoutTypes(source).replaceAll(IMPORT, '').replaceAll(EXPORT, '').trim();
  });
  return `(() => {\n'use strict';\n${parts.join('\n')}\n})();\n`;
}

/** Node warns that this function may change; a version of Node is pinned, and a test reads the result. */
function withoutTypes(source: string): string {
  // Under a test runner `node:module` is the runner's own; the process still has the real one.
  const { stripTypeScriptTypes } = process.getBuiltinModule('node:module');
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

const framePage = (kind: FrameKind, siteOrigin: string) =>
  `<!doctype html><html lang="en" data-kind="${kind}" data-site-origin="${escapeHtml(siteOrigin)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Payment fields</title><link rel="stylesheet" href="/frames/frames.css"></head><body><script src="/frames/${SCRIPT_OF[kind]}"></script></body></html>`;

/** Stripe.js and the frames it makes. */
export function addBrowserAssets(app: FastifyInstance, { siteOrigin }: { siteOrigin: string }): void {
  const scripts = new Map<string, string>();
  const scriptText = (name: keyof typeof SCRIPTS) => {
    const known = scripts.get(name) ?? joinScript(name);
    scripts.set(name, known);
    return known;
  };
  const headers = {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    // The site loads the script from its own origin's document, with `crossorigin`.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  for (const name of Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]) {
    app.get(name === 'stripe.js' ? '/stripe.js' : `/frames/${name}`, (_request, reply) =>
      reply.headers({ ...headers, 'content-type': 'text/javascript; charset=utf-8' }).send(scriptText(name)),
    );
  }
  const css = readFileSync(path.join(import.meta.dirname, 'frames/frames.css'), 'utf8');
  app.get('/frames/frames.css', (_request, reply) =>
    reply.headers({ ...headers, 'content-type': 'text/css; charset=utf-8' }).send(css),
  );
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${siteOrigin}; require-trusted-types-for 'script'`;
  for (const kind of Object.keys(SCRIPT_OF) as FrameKind[]) {
    app.get(`/frames/${kind}`, (_request, reply) =>
      reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        })
        .send(framePage(kind, siteOrigin)),
    );
  }
}
