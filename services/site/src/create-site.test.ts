import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  buildBase,
  DOCUMENT_BLOCKS,
  type DocumentSnapshot,
  type PageData,
  type SignedSnapshot,
} from '@redress/contracts/releases';
import { siteConfigFrom } from './config/site-config.ts';
import { LIVE_STRIPE } from './documents/policy.ts';
import {
  aShellBuild,
  aSignInBuild,
  aWizardBuild,
  anAccountBuild,
  fakeReleases,
  type FakeReleases,
} from './testing/fake-releases.ts';
import { aSite, SANDBOX_STRIPE, type TestSite } from './testing/test-site.ts';

let releases: FakeReleases;
let site: TestSite;
const all = () => [aShellBuild(), aWizardBuild(), anAccountBuild()];
beforeEach(async () => {
  releases = fakeReleases(...all());
  site = await aSite(releases);
});
afterEach(() => site.close());

type Answer = Awaited<ReturnType<TestSite['get']>>;
const hash = (text: string) => `'sha384-${createHash('sha384').update(text).digest('base64')}'`;
const directives = (answer: Answer): Record<string, string[]> =>
  Object.fromEntries(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((text) => text.split(' '))
      .map(([name, ...values]) => [name, values]),
  );
const block = <T>(answer: Answer, id: string): T =>
  JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(answer.body)![1]!) as T;

describe('a document', () => {
  it('carries the first screen of the route’s remote inside the shell’s frame', async () => {
    const { body, statusCode } = await site.get('/');
    expect(statusCode).toBe(200);
    expect(body).toContain(
      '<div id="redress"><div class="frame"><b>Redress</b><main><div data-remote="mf-wizard" data-screen="/"><h1>Build a1</h1></div></main></div></div>',
    );
  });

  it('carries the signed snapshot, which a shell of before reads as a whole, and the page data as they are', async () => {
    const answer = await site.get('/');
    expect(block<SignedSnapshot>(answer, DOCUMENT_BLOCKS.snapshot)).toEqual(releases.held()!.signed);
    expect(block<PageData>(answer, DOCUMENT_BLOCKS.page)).toMatchObject({
      documentClass: 'private',
      releaseKeys: releases.channelKeys(),
      releaseRoot: releases.root(),
      stripeScript: `${SANDBOX_STRIPE}/stripe.js`,
      sandbox: true,
    });
  });

  it('carries the signed index and the part of its own remote where the shell reads that', async () => {
    const shell = aShellBuild('5f');
    await releases.serve([{ ...shell, build: { ...shell.build, readsIndex: true } }, aWizardBuild(), anAccountBuild()]);
    const { index, snapshot } = releases.held()!;
    const snapshotOf = async (path: string) =>
      block<DocumentSnapshot>(await site.get(path, { cookie: 'session=1' }), DOCUMENT_BLOCKS.snapshot);
    const part = (name: string) => ({ [name]: JSON.stringify(snapshot.remotes[name]) });
    expect(await snapshotOf('/')).toEqual({ ...index!.signed, parts: part('mf-wizard') });
    expect(await snapshotOf('/dashboard')).toEqual({ ...index!.signed, parts: part('mf-account') });
    expect(await snapshotOf('/terms')).toEqual({ ...index!.signed, parts: {} });
    expect(await snapshotOf('/nowhere')).toEqual({ ...index!.signed, parts: {} });
  });

  it('preloads exactly the chain of files the page waits for, each with its integrity', async () => {
    const { body } = await site.get('/');
    const preloads = [...body.matchAll(/<link rel="preload" as="script"[^>]* href="([^"]+)" integrity="([^"]+)"/g)];
    const [shell, wizard] = all();
    expect(preloads.map(([, href, integrity]) => [href, integrity])).toEqual([
      [`${buildBase(shell!.build)}shell.js`, shell!.build.integrity['shell.js']],
      [`${buildBase(wizard!.build)}entry.js`, wizard!.build.integrity['entry.js']],
      [`${buildBase(wizard!.build)}page.js`, wizard!.build.integrity['page.js']],
    ]);
  });

  it('names its scripts behind a screen that can be read already, and in its head where there is none', async () => {
    const at = (text: string, what: string) => text.indexOf(what);
    const { body } = await site.get('/');
    expect(at(body, 'as="script"')).toBeGreaterThan(at(body, '</main>'));
    expect(at(body, 'as="script"')).toBeLessThan(at(body, DOCUMENT_BLOCKS.snapshot));
    const { body: bare } = await site.get('/dashboard');
    expect(at(bare, 'as="script"')).toBeGreaterThan(0);
    expect(at(bare, 'as="script"')).toBeLessThan(at(bare, '</head>'));
  });

  it('writes critical styles in, with their addresses made absolute and their source named', async () => {
    const [shell, wizard] = all();
    const { body } = await site.get('/');
    expect(body).toContain(
      `<style data-href="${buildBase(shell!.build)}shell.css">.frame{background:url(${buildBase(shell!.build)}paper.svg)}</style>`,
    );
    expect(body).toContain(`<style data-href="${buildBase(wizard!.build)}page.css">`);
  });

  it('waits for no style sheet of a remote that has no first screen', async () => {
    const account = anAccountBuild('.list{color:red}'.repeat(3_000));
    await releases.serve([aShellBuild(), aWizardBuild(), account]);
    const { body } = await site.get('/dashboard');
    const href = `${buildBase(account.build)}list.css`;
    expect(body).not.toContain('<link rel="stylesheet"');
    expect(body).toContain(
      `<link rel="preload" as="style" href="${href}" integrity="${account.build.integrity['list.css']}"`,
    );
    expect(body).toContain(`<style data-href="${buildBase(aShellBuild().build)}shell.css">`);
  });

  it('allows by hash every inline script and style it carries, and nothing else inline', async () => {
    const answer = await site.get('/');
    const policy = directives(answer);
    const scripts = [...answer.body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => hash(text!));
    const styles = [...answer.body.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => hash(text!));
    expect(scripts).toHaveLength(1);
    expect(policy['script-src']).toEqual(expect.arrayContaining([...scripts, "'strict-dynamic'"]));
    expect(policy['style-src']).toEqual(["'self'", ...styles]);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-|nonce-/);
    expect(answer.body).not.toMatch(/ style="/);
  });

  it('is closed by default, to frames, to other origins and to untyped script sinks', async () => {
    const answer = await site.get('/dashboard');
    expect(directives(answer)).toMatchObject({
      'default-src': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['redress-loader', 'redress'],
    });
    expect(answer.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('microphone=(self)'),
    });
  });

  it('lets Stripe’s frames into the wizard and nowhere else', async () => {
    const wizard = directives(await site.get('/'));
    expect(wizard['frame-src']).toContain(SANDBOX_STRIPE);
    expect(wizard['trusted-types']).toContain('redress-stripe');
    for (const path of ['/dashboard', '/terms', '/nowhere'])
      expect(JSON.stringify(directives(await site.get(path)))).not.toContain(SANDBOX_STRIPE);
  });

  it('only reports Trusted Types where live Stripe.js runs', async () => {
    const live = await aSite(releases, { payment: LIVE_STRIPE });
    const wizard = await live.get('/');
    expect(wizard.headers['content-security-policy']).not.toContain('trusted-types');
    expect(wizard.headers['content-security-policy-report-only']).toContain('require-trusted-types-for');
    expect((await live.get('/dashboard')).headers['content-security-policy']).toContain('require-trusted-types-for');
    await live.close();
  });

  it('says https for a year where the site is https, and not on a plain one', async () => {
    expect((await site.get('/')).headers['strict-transport-security']).toBeUndefined();
    const secure = await aSite(releases, { siteOrigin: 'https://redress.example' });
    expect((await secure.get('/')).headers['strict-transport-security']).toContain('max-age=31536000');
    await secure.close();
  });

  it('is the same for everybody: it holds nothing of a visitor, a time or a random value', async () => {
    const one = await site.get('/', { cookie: 'session=1' });
    const other = await (await aSite(fakeReleases(...all()))).get('/', { 'user-agent': 'other' });
    expect(other.body).toBe(one.body);
    expect(one.headers['set-cookie']).toBeUndefined();
    expect(other.headers.etag).toBe(one.headers.etag);
  });
});

describe('a guarded page without a session', () => {
  let guarded: TestSite;
  beforeEach(async () => {
    releases = fakeReleases(...all(), aSignInBuild());
    guarded = await aSite(releases, { isSignedOut: true });
  });
  afterEach(() => guarded.close());

  it('comes as the page to sign in, which the first bytes hold', async () => {
    const { body, headers } = await guarded.get('/dashboard');
    expect(body).toContain('data-screen="/login"><h1>Log in to Redress</h1>');
    expect(headers['vary']).toBe('accept-encoding, cookie');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('holds the styles of what it shows, those of shared packages too', async () => {
    const { body } = await guarded.get('/dashboard');
    const [shell] = all();
    expect(body).toContain(`<style data-href="${buildBase(shell!.build)}forms.css">.field{display:grid}</style>`);
    expect(body).toContain(`href="${buildBase(shell!.build)}forms.js"`);
  });

  it('is found by its path with an id behind it, where it says so, and by nothing else behind it', async () => {
    const { build, ...rest } = anAccountBuild();
    const [route] = build.routes;
    const withId = { ...rest, build: { ...build, routes: [route!, { ...route!, path: '/case', hasId: true }] } };
    await releases.serve([aShellBuild(), aWizardBuild(), withId, aSignInBuild()]);
    const id = 'a1'.repeat(12);
    const found = async (path: string, cookie = 'session=1') => (await guarded.get(path, { cookie })).statusCode;
    expect([await found(`/case/${id}`), await found(`/case/${id}/`), await found('/case')]).toEqual([200, 200, 200]);
    expect([await found(`/dashboard/${id}`), await found(`/case/${id}/${id}`), await found('/case/x')]).toEqual([
      404, 404, 404,
    ]);
    expect((await guarded.get(`/case/${id}`)).body).toContain('data-screen="/login"');
  });

  it('comes as itself with a session, also where the browser kept the other', async () => {
    const kept = await guarded.get('/dashboard');
    const own = await guarded.get('/dashboard', { cookie: 'session=1', 'if-none-match': String(kept.headers.etag) });
    expect(own.statusCode).toBe(200);
    expect(own.body).not.toContain('data-screen');
    expect(own.headers['vary']).toBe('accept-encoding, cookie');
  });

  it('changes no page that is open to all, and none where signing in is switched off', async () => {
    expect((await guarded.get('/')).body).toContain('data-screen="/"');
    await releases.serve(all(), { 'mf-auth': { routes: aSignInBuild().build.routes, slots: [] } });
    expect((await guarded.get('/dashboard')).body).not.toContain('data-screen');
  });
});

describe('a page of the shell’s own', () => {
  it('is there whole, with its styles and a description of its own, and asks for no scripts', async () => {
    const { body } = await site.get('/terms');
    expect(body).toContain('<h1>Terms</h1><a href="/">Redress</a>');
    expect(body).toContain('.document{display:grid}');
    expect(body).toContain('<meta name="description" content="What &#34;we&#34; do &#38; do not.">');
    expect(body).toContain('<meta property="og:description" content="What &#34;we&#34; do &#38; do not.">');
    expect(body).toContain('<link rel="canonical" href="http://localhost:3000/terms">');
    expect(body.match(/<meta name="description"/g)).toHaveLength(1);
    expect(body).not.toContain('<noscript>');
    expect((await site.get('/')).body).toContain('<noscript>');
  });

  it('of a shell that draws none comes as before, and says that it needs scripts', async () => {
    const { build, files } = aShellBuild();
    const { public: open, account } = build.prerendered;
    const prerendered = { public: open!, account: account! };
    await releases.serve([{ files, build: { ...build, prerendered } }, aWizardBuild(), anAccountBuild()]);
    for (const path of ['/terms', '/nowhere']) {
      const { body } = await site.get(path);
      expect(body).toContain('<main></main>');
      expect(body).toContain('<noscript>');
    }
  });
});

describe('a second visit', () => {
  it('is answered with 304 and without the policy, which the browser keeps with the document', async () => {
    const first = await site.get('/');
    const again = await site.get('/', { 'if-none-match': `W/${String(first.headers.etag)}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers['content-security-policy']).toBeUndefined();
    for (const name of ['etag', 'cache-control', 'vary']) expect(again.headers[name]).toBe(first.headers[name]);
  });

  it('gets the new document after a release', async () => {
    const first = await site.get('/');
    await releases.serve([aShellBuild(), aWizardBuild('b2'), anAccountBuild()]);
    const next = await site.get('/', { 'if-none-match': String(first.headers.etag) });
    expect(next.statusCode).toBe(200);
    expect(next.body).toContain('Build b2');
  });

  it('reads no file for a document: all of them are ready before the first request', async () => {
    releases.reads.length = 0;
    for (const path of ['/', '/dashboard', '/terms', '/nowhere']) await site.get(path);
    expect(releases.reads).toEqual([]);
  });
});

describe('on the wire', () => {
  it.each([
    ['br', (raw: Buffer) => brotliDecompressSync(raw)],
    ['gzip', (raw: Buffer) => gunzipSync(raw)],
  ])('is compressed as %s for who takes it', async (encoding, decode) => {
    const plain = await site.get('/');
    const answer = await site.get('/', { 'accept-encoding': encoding });
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(decode(answer.rawPayload).toString()).toBe(plain.body);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate, zstd', undefined],
    ['*;q=0', undefined],
    ['', undefined],
    ['br;q=0, gzip;q=0', undefined],
  ])('is as small as the browser takes it, whatever it names first: %s', async (accepted, encoding) => {
    expect((await site.get('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });
});

describe('paths', () => {
  it('come from the snapshot, with a trailing slash or without', async () => {
    for (const path of ['/dashboard', '/dashboard/', '/dashboard?from=mail'])
      expect((await site.get(path)).statusCode).toBe(200);
  });

  it('of thousands of slashes are no more work than others', async () => {
    const began = performance.now();
    expect((await site.get(`/nowhere${'/'.repeat(60_000)}x`)).statusCode).toBe(404);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('that nobody serves answer 404 with a document of the site, never indexed', async () => {
    const answer = await site.get('/nowhere');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toMatch(/<div class="frame">.*<h1>Nothing here<\/h1>/s);
    expect(answer.body).not.toContain('<noscript>');
    expect(answer.headers['x-robots-tag']).toBe('noindex');
    expect((await site.get('/nowhere', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(404);
  });

  it('of a switched-off remote keep their document and preload nothing of it', async () => {
    const routes = aWizardBuild().build.routes;
    await releases.serve([aShellBuild(), anAccountBuild()], { 'mf-wizard': { routes, slots: [] } });
    const { statusCode, body } = await site.get('/');
    expect(statusCode).toBe(200);
    expect(body).not.toContain('href="/assets/mf-wizard');
    expect(body).not.toContain('data-remote');
  });

  it('below /api answer in JSON', async () => {
    const answer = await site.get('/api/nothing.php');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false });
  });
});

describe('document classes', () => {
  const tagged = siteConfigFrom({
    advertisement: { google_analytics_code: 'G-TEST1', custom_head_code: '<script>self.own = 1</script>' } as never,
  });
  let withTags: TestSite;
  beforeEach(async () => (withTags = await aSite(releases, { site: tagged })));
  afterEach(() => withTags.close());
  const pageOf = (answer: Answer) => block<PageData>(answer, DOCUMENT_BLOCKS.page);

  it('keep tags out of private documents and Stripe out of public ones', async () => {
    const open = await withTags.get('/');
    const closed = await withTags.get('/?doc=private');
    expect(pageOf(open)).toMatchObject({ documentClass: 'public', tags: { googleAnalytics: 'G-TEST1' } });
    expect(pageOf(closed)).toMatchObject({ documentClass: 'private' });
    expect(pageOf(closed).tags).toBeUndefined();
    expect(JSON.stringify(directives(open))).toContain('google');
    expect(JSON.stringify(directives(open))).not.toContain(SANDBOX_STRIPE);
    expect(closed.body + JSON.stringify(directives(closed))).not.toMatch(/google|G-TEST1|self\.own/);
    expect(JSON.stringify(directives(closed))).toContain(SANDBOX_STRIPE);
    for (const path of ['/dashboard', '/nowhere']) {
      const answer = await withTags.get(path);
      expect(answer.body + JSON.stringify(directives(answer))).not.toMatch(/google|G-TEST1|self\.own/);
    }
  });

  it('say on every page that the choice can be changed', async () => {
    for (const path of ['/', '/?doc=private', '/terms', '/dashboard']) {
      expect(pageOf(await withTags.get(path)).consent).toEqual({ version: expect.any(String) });
    }
  });

  it('enforce Trusted Types with tags too, by one policy more, and name the site’s own code by hash', async () => {
    const open = await withTags.get('/');
    expect(directives(open)).toMatchObject({
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['redress-loader', 'redress', 'default'],
    });
    expect(directives(open)['script-src']).toContain(hash('self.own = 1'));
    expect(directives(await withTags.get('/?doc=private'))['trusted-types']).not.toContain('default');
  });

  it('cost no extra load and no byte where no tag is configured', async () => {
    const answer = await site.get('/');
    expect((await site.get('/?doc=private')).headers.etag).toBe(answer.headers.etag);
    expect(Object.keys(pageOf(answer))).not.toEqual(expect.arrayContaining(['consent']));
    expect(answer.body).not.toMatch(/consent|Cookie/);
  });
});

describe('assets', () => {
  const pathOf = ({ build }: ReturnType<typeof aWizardBuild>, file: string) => buildBase(build) + file;

  it('are kept for a year, typed, tagged and compressed ahead', async () => {
    const answer = await site.get(pathOf(aWizardBuild(), 'page.js'), { 'accept-encoding': 'gzip, br' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(aWizardBuild().files['page.js']);
    const again = await site.get(pathOf(aWizardBuild(), 'page.js'), { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it('with a hash in their names have one address in all builds, which documents name', async () => {
    const text = aWizardBuild().files['page.js']!;
    const hashed = (id: string) => {
      const { build, files } = aWizardBuild(id);
      const named = { ...files, 'page.0123456789.js': text };
      const integrity = { ...build.integrity, 'page.0123456789.js': build.integrity['page.js']! };
      const exposes = { './lifecycles': { js: ['page.0123456789.js'], css: [] } };
      return { files: named, build: { ...build, integrity, exposes } };
    };
    const address = '/assets/mf-wizard/files/page.0123456789.js';
    await releases.serve([aShellBuild(), hashed('a1'), anAccountBuild()]);
    expect((await site.get('/')).body).toContain(`href="${address}"`);
    await releases.serve([aShellBuild(), hashed('b2'), anAccountBuild()]);
    expect((await site.get('/')).body).toContain(`href="${address}"`);
    const answer = await site.get(address);
    expect([answer.statusCode, answer.body]).toEqual([200, text]);
    expect((await site.get('/assets/mf-wizard/files/page.9999999999.js')).statusCode).toBe(404);
  });

  it('of builds before a release go on being served', async () => {
    await releases.serve([aShellBuild(), aWizardBuild('b2'), anAccountBuild()]);
    expect((await site.get(pathOf(aWizardBuild('a1'), 'page.js'))).statusCode).toBe(200);
  });

  it('give a source map to nobody, though the build lists it and the store has it', async () => {
    const { build, files } = aWizardBuild('c3');
    const held = { build, files: { ...files, 'page.js.map': '{}', 'page.0123456789.js.map': '{}' } };
    await releases.serve([aShellBuild(), held, anAccountBuild()]);
    for (const address of [
      pathOf(held, 'page.js.map'),
      '/assets/mf-wizard/files/page.0123456789.js.map',
      '/assets/mf-wizard/files/page.0123456789.js%2emap',
    ]) {
      expect((await site.get(address)).statusCode).toBe(404);
    }
    expect((await site.get(pathOf(held, 'page.js'))).statusCode).toBe(200);
  });

  it('give the declarations of the shell to nobody, by no spelling of the address', async () => {
    const { build, files } = aShellBuild();
    const held = { build, files: { ...files, 'types.json': '{"files":{}}', 'facts.json': '{}' } };
    await releases.serve([held, aWizardBuild(), anAccountBuild()]);
    for (const file of ['types.json', 'types%2ejson', './types.json', 'x/../types.json'])
      expect((await site.get(pathOf(held, file))).statusCode).toBe(404);
    expect((await site.get(pathOf(held, 'facts.json'))).statusCode).toBe(200);
  });

  it.each([
    ['a file no build has', 'nothing.js'],
    ['a prerendered piece', 'index.html'],
    ['a way out of the build', '..%2f..%2fetc%2fpasswd'],
    ['an inherited property', 'constructor.js'],
  ])('answer a 404 that no cache keeps for %s', async (_, file) => {
    const answer = await site.get(pathOf(aWizardBuild(), file));
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  });
});

describe('without a release', () => {
  it('says so with 503, and is not ready', async () => {
    const empty = await aSite(fakeReleases());
    const answer = await empty.get('/');
    expect([answer.statusCode, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '2',
      'no-store',
    ]);
    expect((await empty.ready()).ok).toBe(false);
    await empty.close();
  });

  it('stays ready on the last one while the release service is away, and says that it is', async () => {
    releases.down = 'The release service does not answer; serving snapshot 1.';
    expect(await site.ready()).toEqual({ ok: true, detail: releases.down });
    expect((await site.get('/')).statusCode).toBe(200);
  });
});

it('serves a picture of a build with a policy that lets it run nothing', async () => {
  const { build } = aShellBuild();
  const picture = await site.get(`${buildBase(build)}paper.svg`);
  expect(picture.statusCode).toBe(200);
  expect(picture.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
});

it.each(['shell.css', 'loader.js', 'public.html'])(
  'keeps the documents of the last whole snapshot when %s of the next is lost, and reports it',
  async (file) => {
    const before = (await site.get('/')).body;
    const next = aShellBuild('77');
    delete next.files[file];
    await expect(releases.serve([next, aWizardBuild()])).rejects.toThrow(`FILES_LOST: shell 770000000000 ${file}`);
    expect((await site.get('/')).body).toBe(before);
    await releases.serve([aShellBuild('78'), aWizardBuild()]);
    expect((await site.get('/')).body).not.toBe(before);
  },
);

it('escapes the words of the site configuration wherever they stand', async () => {
  const evil = '</script><img src=x onerror=alert(1)>';
  const configured = await aSite(releases, { site: siteConfigFrom({ header: { site_title: evil } as never }) });
  const { body } = await configured.get('/');
  expect(body).not.toContain('<img src=x');
  expect(block<PageData>(await configured.get('/'), DOCUMENT_BLOCKS.page).header.site_title).toBe(evil);
  await configured.close();
});

it('counts what browsers refused by directive, and takes nothing else from a report', async () => {
  const report = (directive: string) =>
    site.app.inject({
      method: 'POST',
      url: '/csp-report',
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({
        'csp-report': { 'effective-directive': directive, 'blocked-uri': 'https://evil.example/x?secret=1' },
      }),
    });
  for (const directive of ['script-src-elem', 'made-up-a', 'made-up-b']) {
    expect((await report(directive)).statusCode).toBe(204);
  }
  const said = await site.metrics();
  expect(said).toMatch(/csp_reports_total\{directive="script-src-elem".*\} 1\n/);
  expect(said).toMatch(/csp_reports_total\{directive="other".*\} 2\n/);
  expect(said).not.toContain('made-up');
});

it('shows in its metrics which snapshot it serves, and that it is behind', async () => {
  expect(await site.metrics()).toMatch(/site_snapshot\{what="documents".*\} 1\n[\s\S]*site_behind.* 0\n/);
  releases.down = 'Nothing newer is taken.';
  await releases.serve(all());
  expect(await site.metrics()).toMatch(/site_snapshot\{what="documents".*\} 2\n[\s\S]*site_behind.* 1\n/);
});
