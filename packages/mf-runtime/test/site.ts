/// <reference types="node" />
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Server, type ServerResponse, createServer } from 'node:http';
import path from 'node:path';
import {
  type BuildDescriptor,
  type PageData,
  type Snapshot,
  type SnapshotBuild,
  DOCUMENT_BLOCKS,
  DOCUMENT_PARTS,
  buildBase,
  fillDocument,
} from '@redress/contracts/releases';
import { ALONE_PAGE } from '../src/alone/page.ts';

export interface TestSiteOptions {
  /** Folders with a `dist/build.json`: the shell first, then remotes. */
  shell: string;
  remotes: readonly string[];
  /** Last good builds by remote name: another folder. */
  lastGood?: Readonly<Record<string, string>>;
  /** Answers before the site does: to break or delay a file. */
  intercept?: (url: string, response: ServerResponse) => boolean;
  /** Answers of calls under /api. */
  api?: (url: string) => unknown;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.woff2': 'font/woff2',
};

const readBuild = (folder: string): BuildDescriptor =>
  JSON.parse(readFileSync(path.join(folder, 'dist/build.json'), 'utf8'));

const forBrowser = (build: BuildDescriptor): SnapshotBuild => ({
  name: build.name,
  version: build.version,
  buildId: build.buildId,
  entry: build.entry,
  globalName: build.globalName,
  exposes: build.exposes,
  integrity: Object.fromEntries(
    Object.entries(build.files).flatMap(([file, { integrity }]) =>
      /\.(js|css)$/.test(file) ? [[file, integrity]] : [],
    ),
  ),
  routes: build.config.routes,
  slots: Object.keys(build.config.slots),
  prerendered: build.prerendered,
  updatePolicy: build.config.updatePolicy,
});

const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The least a site must do for the shell: documents, files, snapshot, events. For tests of the runtime in a browser. */
export function createTestSite(options: TestSiteOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const folders = new Map<string, string>();
  const streams = new Set<ServerResponse>();
  const beacons: unknown[] = [];
  let number = 1;
  let current = options;

  const add = (folder: string) => {
    const build = readBuild(folder);
    folders.set(buildBase(build), path.join(folder, 'dist'));
    return forBrowser(build);
  };
  const snapshot = (): Snapshot => ({
    format: 1,
    product: 'redress',
    channel: 'production',
    number,
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    shell: add(current.shell),
    remotes: Object.fromEntries(
      current.remotes.map((folder) => {
        const build = add(folder);
        const good = current.lastGood?.[build.name];
        return [build.name, { current: build, lastGood: good ? add(good) : null }];
      }),
    ),
  });
  const signed = () => {
    const payload = JSON.stringify(snapshot());
    return { keyId: 'test', signature: sign(null, Buffer.from(payload), privateKey).toString('base64'), payload };
  };

  const documentFor = (pathname: string) => {
    const made = snapshot();
    const folderOf = (build: SnapshotBuild) => folders.get(buildBase(build))!;
    const read = (build: SnapshotBuild, file: string) => readFileSync(path.join(folderOf(build), file), 'utf8');
    const owner = Object.values(made.remotes).find(({ current: build }) =>
      build.routes.some((route) => route.path === pathname),
    );
    const route = owner?.current.routes.find((candidate) => candidate.path === pathname);
    const page: PageData = {
      ...ALONE_PAGE,
      documentClass: route?.documentClass ?? 'public',
      releaseKeys: { test: rawKey },
    };
    const screen = owner?.current.prerendered[pathname];
    const frame = read(made.shell, made.shell.prerendered[route?.layout ?? 'public']!.html);
    const styles: string[] = [];
    const hashes: string[] = [];
    const inline = (build: SnapshotBuild, file: string) => {
      const css = read(build, file);
      hashes.push(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
      styles.push(`<style data-href="${buildBase(build)}${file}">${css}</style>`);
    };
    for (const file of made.shell.exposes['./shell']!.css) inline(made.shell, file);
    if (screen && owner) for (const file of screen.css) inline(owner.current, file);
    const preload = (build: SnapshotBuild, files: readonly string[]) =>
      files
        .map(
          (file) =>
            `<link rel="preload" as="script" href="${buildBase(build)}${file}" integrity="${build.integrity[file]}" crossorigin="anonymous">`,
        )
        .join('');
    const loader = read(made.shell, made.shell.exposes['./loader']!.js[0]!);
    const pins = [
      made.shell.exposes['./shell']!.js.map((file) => made.shell.integrity[file]),
      owner
        ? [owner.current.entry, ...owner.current.exposes['./lifecycles']!.js].map(
            (file) => owner.current.integrity[file],
          )
        : [],
    ]
      .flat()
      .map((pin) => `'${pin}'`);
    const chain = owner ? [owner.current.entry, ...owner.current.exposes['./lifecycles']!.js] : [];
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Redress</title><link rel="icon" href="data:,">${styles.join('')}${preload(made.shell, made.shell.exposes['./shell']!.js)}${owner ? preload(owner.current, chain) : ''}</head><body><div id="${DOCUMENT_PARTS.root}">${fillDocument(frame, page).replace(DOCUMENT_PARTS.outlet, screen && owner ? read(owner.current, screen.html) : '')}</div><script type="application/json" id="${DOCUMENT_BLOCKS.snapshot}">${inlineJson(signed())}</script><script type="application/json" id="${DOCUMENT_BLOCKS.page}">${inlineJson(page)}</script><script>${loader}</script></body></html>`;
    const csp = [
      "default-src 'none'",
      `script-src 'sha384-${createHash('sha384').update(loader).digest('base64')}' ${pins.join(' ')} 'strict-dynamic'`,
      `style-src 'self' ${hashes.join(' ')}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types redress-loader redress',
    ].join('; ');
    return { html, csp };
  };

  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (current.intercept?.(pathname, response)) return;
    const json = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (pathname === '/releases/snapshot') return json(signed());
    if (pathname === '/releases/beacon-token')
      return json({ token: 'test', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    if (pathname === '/releases/beacon') {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        beacons.push(JSON.parse(body));
        response.writeHead(204).end();
      });
      return;
    }
    if (pathname === '/releases/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`event: snapshot\ndata: ${JSON.stringify({ channel: 'production', number })}\n\n`);
      streams.add(response);
      request.on('close', () => streams.delete(response));
      return;
    }
    if (pathname.startsWith('/api/'))
      return json(current.api?.(pathname) ?? { success: false }, current.api ? 200 : 503);
    for (const [base, folder] of folders) {
      if (!pathname.startsWith(base)) continue;
      try {
        const content = readFileSync(path.join(folder, pathname.slice(base.length)));
        response.writeHead(200, {
          'content-type': TYPES[path.extname(pathname)] ?? 'application/octet-stream',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        return response.end(content);
      } catch {
        return response.writeHead(404).end();
      }
    }
    if (path.extname(pathname)) return response.writeHead(404).end();
    const { html, csp } = documentFor(pathname);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp }).end(html);
  });

  return {
    server,
    beacons,
    /** Makes the next snapshot and tells open tabs. */
    release(change: Partial<TestSiteOptions>) {
      current = { ...current, ...change };
      number += 1;
      for (const stream of streams)
        stream.write(`event: snapshot\ndata: ${JSON.stringify({ channel: 'production', number })}\n\n`);
    },
    listen: (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close() {
      for (const stream of streams) stream.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
