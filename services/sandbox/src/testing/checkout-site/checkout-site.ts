import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wholeBodyServer } from '@redress/telemetry/testing';
import webpack from 'webpack';

export interface CheckoutSite {
  origin: string;
  /** `require-trusted-types-for` and the rest, as a browser reported what broke them. */
  violations: string[];
  /** Bodies and addresses of all that was asked of this origin. */
  asked: string[];
  close(): Promise<void>;
}

/** The page as one script, by the same bundler as the site's. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-sandbox-page-'));
  const compiler = webpack({
    mode: 'production',
    devtool: false,
    entry: path.join(import.meta.dirname, 'checkout-page.tsx'),
    output: { path: folder, filename: 'page.js' },
    optimization: { minimize: false },
    module: {
      rules: [
        {
          test: /\.tsx$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              target: 'es2024',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
            },
          },
        },
      ],
    },
  });
  if (!compiler) throw new Error('The page could not be bundled.');
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
      else resolve();
    });
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  const script = readFileSync(path.join(folder, 'page.js'), 'utf8');
  rmSync(folder, { recursive: true });
  return script;
}

const LOADER = `
const policy = trustedTypes.createPolicy('redress-loader', { createScriptURL: (url) => url });
const load = (src, next) => {
  const script = document.createElement('script');
  script.src = policy.createScriptURL(src);
  script.crossOrigin = 'anonymous';
  script.onload = next;
  document.head.append(script);
};
load(document.documentElement.dataset.stripe, () => load('/page.js'));
`;

/** A shop on an origin of its own, under the strictest policy the product sends: hashes, Trusted Types, no inline style. */
export async function startCheckoutSite(): Promise<CheckoutSite & { serve(stripeAddress: string): void }> {
  const script = await bundle();
  const violations: string[] = [];
  const asked: string[] = [];
  let stripe = '';
  const server = wholeBodyServer((request, response, body) => {
    asked.push(`${request.url} ${body}`);
    if (request.url === '/csp-report') {
      violations.push(`${body}`);
      return response.writeHead(204).end();
    }
    if (request.url === '/page.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (!request.url?.startsWith('/?')) return response.writeHead(404).end();
    const hash = createHash('sha384').update(LOADER).digest('base64');
    return response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': [
          "default-src 'none'",
          `script-src 'sha384-${hash}' 'strict-dynamic'`,
          "style-src 'self'",
          "connect-src 'self'",
          "img-src 'self' data:",
          `frame-src blob: ${stripe}`,
          "base-uri 'none'",
          "form-action 'self'",
          "require-trusted-types-for 'script'",
          'trusted-types redress-loader',
          'report-uri /csp-report',
        ].join('; '),
      })
      .end(
        `<!doctype html><html lang="en" data-stripe="${stripe}/stripe.js"><head><meta name="color-scheme" content="light dark"><title>Pay</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script>${LOADER}</script></body></html>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // The site is on localhost, the sandbox on 127.0.0.1: other sites to each other, as live.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    violations,
    asked,
    serve: (address) => void (stripe = address),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
