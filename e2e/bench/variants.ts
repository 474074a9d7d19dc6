import { createServer, request as forward, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  DOCUMENT_BLOCKS,
  RELEASE_ROUTES,
  type SignedSnapshot,
  type Snapshot,
  fileAddress,
} from '@redress/contracts/releases';
import { BASE, buildOneBundle } from './one-bundle.ts';
import type { Person } from './visit.ts';

/** One way to make the same site, on an address of its own. */
export interface Variant {
  name: 'static page' | 'one bundle' | 'federated';
  url: string;
  close(): void;
}

interface Kept {
  type: string;
  body: Buffer;
  immutable: boolean;
}

const compress = (content: Buffer): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

const SNAPSHOT = new RegExp(`(<script type="application/json" id="${DOCUMENT_BLOCKS.snapshot}">)([^<]*)(</script>)`);
const SCRIPT_PRELOAD = /<link rel="preload" as="script"[^>]*>/g;
/** The loader: the one script with text that is no data. */
const LOADER = /<script>[\s\S]*?<\/script>/;

/** Serves what is kept, hands everything else to the program. */
async function serve(program: URL, kept: ReadonlyMap<string, Kept>): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const found = incoming.method === 'GET' ? kept.get(incoming.url ?? '') : undefined;
    if (found) {
      outgoing.writeHead(200, {
        'content-type': found.type,
        ...(found.type === 'font/woff2' ? {} : { 'content-encoding': 'br' }),
        'content-length': found.body.length,
        'cache-control': found.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      outgoing.end(found.body);
      return;
    }
    const passed = forward(
      {
        host: program.hostname,
        port: program.port,
        path: incoming.url,
        method: incoming.method,
        headers: {
          ...incoming.headers,
          host: program.host,
          ...(incoming.headers.origin && { origin: program.origin }),
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };

const document = (html: string): Kept => ({
  type: 'text/html; charset=utf-8',
  body: compress(Buffer.from(html)),
  immutable: false,
});

/** What one edited text of a page makes a returning visitor fetch again: the files that change their names. Brotli bytes. */
export interface EditCost {
  federated: number;
  oneBundle: number;
}

/** The chunk that holds the page, and the entry that names the chunk. */
function editCost(signed: SignedSnapshot, remote: string, released: ReadonlyMap<string, Kept>): number {
  const build = (JSON.parse(signed.payload) as Snapshot).remotes[remote]!.current;
  const page = build.exposes['./lifecycles']!.js.filter((file) => file.startsWith('lifecycles.'));
  return [build.entry, ...page].reduce(
    (sum, file) => sum + (released.get(fileAddress(build, file))?.body.length ?? NaN),
    0,
  );
}

/** A document and the files it names, as the program serves them to who brings these cookies. */
async function readPage(
  program: string,
  path: string,
  cookie = '',
): Promise<{ html: string; released: Map<string, Kept> }> {
  const html = await (await fetch(new URL(path, program), { headers: { cookie } })).text();
  const assets = [...html.matchAll(/(?:href|url)[=(]"?(\/assets\/[^")\s]+)/g)].map(([, address]) => address!);
  const released = new Map<string, Kept>();
  for (const address of new Set(assets)) {
    const type = TYPES[address.split('.').at(-1) ?? ''];
    if (!type) continue;
    const content = Buffer.from(await (await fetch(new URL(address, program))).arrayBuffer());
    released.set(address, { type, body: type === 'font/woff2' ? content : compress(content), immutable: true });
  }
  return { html, released };
}

const withoutScripts = (html: string): string =>
  html.replace(SNAPSHOT, '').replace(SCRIPT_PRELOAD, '').replace(LOADER, '');

async function variantOf(
  program: string,
  path: string,
  name: Variant['name'],
  text: string,
  files: ReadonlyMap<string, Kept>,
): Promise<Variant> {
  const server = await serve(new URL(program), new Map([...files, [path, document(text)]]));
  return {
    name,
    url: `http://localhost:${(server.address() as AddressInfo).port}${path}`,
    close: () => server.close(),
  };
}

/** The page of `path` as the site ships it, and the same document without scripts. */
export async function startPaintPair(program: string, path: string, person?: Person): Promise<Variant[]> {
  const cookie = person?.state.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { html, released } = await readPage(program, path, cookie);
  return [
    await variantOf(program, path, 'static page', withoutScripts(html), released),
    await variantOf(program, path, 'federated', html, released),
  ];
}

/**
 * The page of `path` three times: as the site ships it, with its remotes linked into one bundle, and without scripts.
 * Same document, same style sheets, same fonts, same server, same compression.
 */
export async function startVariants(program: string, path: string): Promise<{ variants: Variant[]; edit: EditCost }> {
  const { html, released } = await readPage(program, path);
  // The document holds a part of it.
  const signed = (await (await fetch(new URL(RELEASE_ROUTES.snapshot, program))).json()) as SignedSnapshot;

  const bundle = await buildOneBundle(signed, 'mf-wizard');
  const linked = new Map<string, Kept>(
    [...bundle.files].map(([name, content]) => {
      const type = TYPES[name.split('.').at(-1)!]!;
      return [BASE + name, { type, body: type === 'font/woff2' ? content : compress(content), immutable: true }];
    }),
  );
  const oneBundle = html
    .replace(SCRIPT_PRELOAD, '')
    .replace(SNAPSHOT, `<link rel="preload" as="script" fetchpriority="low" href="${BASE}${bundle.entry}">$1{}$3`)
    .replace(LOADER, `<script async src="${BASE}${bundle.entry}"></script>`);

  const pages: [Variant['name'], string, Map<string, Kept>][] = [
    ['static page', withoutScripts(html), released],
    ['one bundle', oneBundle, new Map([...released, ...linked])],
    ['federated', html, released],
  ];
  const variants: Variant[] = [];
  for (const [name, text, files] of pages) variants.push(await variantOf(program, path, name, text, files));
  const edit = {
    federated: editCost(signed, 'mf-wizard', released),
    oneBundle: linked.get(BASE + bundle.entry)!.body.length,
  };
  return { variants, edit };
}
