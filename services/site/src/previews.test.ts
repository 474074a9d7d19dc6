import { DEFAULT_SITE_CONFIG } from './config/site-config.ts';
import { aShellBuild, aWizardBuild, fakeReleases, type FakeReleases } from './testing/fake-releases.ts';
import { aSite, SANDBOX_STRIPE, type TestSite } from './testing/test-site.ts';

const SECRET = 's'.repeat(32);
const COOKIE = { cookie: `session=1; preview=${SECRET}` };

let releases: FakeReleases;
let site: TestSite;
beforeEach(async () => {
  releases = fakeReleases(aShellBuild(), aWizardBuild('a1'));
  releases.preview(SECRET, aWizardBuild('b2'));
  const advertisement = { ...DEFAULT_SITE_CONFIG.advertisement, google_analytics_code: 'G-ABC1234567' };
  site = await aSite(releases, { site: { ...DEFAULT_SITE_CONFIG, advertisement } });
});
afterEach(() => site.close());

const press = (path: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  site.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: '',
  });

it('is named by its address, with whose it is, and opened by nothing but a press', async () => {
  const answer = await site.get(`/preview/${SECRET}`, { cookie: 'session=1' });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toMatch(/This address shows mf-wizard b20+, made by team-wizard, until 2026-04-01 00:00 UTC/);
  expect(answer.body).toContain('<form method="post"><input type="hidden" name="as"');
  expect(answer.body).not.toContain('<script');
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(releases.opened).toEqual([]);
});

it('signs this browser out when it is opened, and when it is left: no script of it finds a session', async () => {
  const left = await site.get('/preview/leave', { ...COOKIE, 'sec-fetch-site': 'same-origin' });
  for (const answer of [await press(`/preview/${SECRET}`), left]) {
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    expect(answer.headers['clear-site-data']).toBe('"storage", "executionContexts"');
    const set = [answer.headers['set-cookie']].flat();
    for (const name of ['session', 'visitor', 'groups', 'session-preview', 'visitor-preview', 'groups-preview']) {
      expect(set).toContainEqual(expect.stringMatching(new RegExp(`^${name}=; .*Expires=Thu, 01 Jan 1970`)));
    }
  }
  expect([(await press(`/preview/${SECRET}`)).headers['set-cookie']].flat().at(-1)).toMatch(
    // Longer than the preview, which ends on 1 April: the document after its end takes away what it left.
    new RegExp(`^preview=${SECRET}; Path=/; Expires=Fri, 01 May 2026 00:00:00 GMT; HttpOnly; SameSite=Lax$`),
  );
});

it.each(['cross-site', 'same-site'])(
  'is not left by a page that is %s, nor is a staff pass: nobody is signed out by it',
  async (from) => {
    for (const path of ['/preview/leave', '/staff/leave']) {
      const { statusCode, headers } = await site.get(path, { ...COOKIE, 'sec-fetch-site': from });
      expect([statusCode, headers['set-cookie'], headers['clear-site-data']]).toEqual([303, undefined, undefined]);
    }
  },
);

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['what says nothing', {}],
])('is not opened by %s', async (_, headers) => {
  const answer = await press(`/preview/${SECRET}`, headers as Record<string, string>);
  expect([answer.statusCode, answer.headers['set-cookie'], releases.opened]).toEqual([404, undefined, []]);
});

it('is said to be asked for again, and not to have ended, while nobody can say what it shows', async () => {
  releases.down = 'away';
  for (const { statusCode, headers, body } of [await site.get(`/preview/${SECRET}`), await press(`/preview/${SECRET}`)])
    expect([statusCode, headers['retry-after'], body]).toEqual([503, '1', expect.stringContaining('in a moment')]);
});

it('is opened under the same secret by both presses of a button, and an address that opens no more says what is shown', async () => {
  const [, as = ''] = /name="as" value="([\w-]{32})"/.exec((await site.get(`/preview/${SECRET}`)).body) ?? [];
  for (const payload of [`as=${as}`, `as=${as}`]) {
    await site.app.inject({
      method: 'POST',
      url: `/preview/${SECRET}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload,
    });
  }
  expect(releases.opened).toEqual([
    { secret: SECRET, as },
    { secret: SECRET, as },
  ]);
  const again = await site.get(`/preview/${'t'.repeat(32)}`, COOKIE);
  expect([again.statusCode, again.body]).toEqual([
    404,
    expect.stringMatching(/This browser shows a preview already: mf-wiz/),
  ]);
});

it('gives the browser that opens it a session of its own person; what does not open it makes none', async () => {
  const asked: unknown[] = [];
  const openSample = (preview: unknown) => Promise.resolve(`token ${asked.push(preview)}`);
  await site.close();
  site = await aSite(releases, { openSample });
  await press('/preview/unknown');
  await press(`/preview/${SECRET}`, { 'sec-fetch-site': 'cross-site' });
  expect(asked).toEqual([]);
  const set = [(await press(`/preview/${SECRET}`)).headers['set-cookie']].flat();
  expect(asked).toEqual([{ secret: SECRET, until: new Date('2026-04-01T00:00:00Z') }]);
  expect(set.filter((one) => one?.startsWith('session-preview='))).toEqual([
    'session-preview=token%201; Path=/; Expires=Wed, 01 Apr 2026 00:00:00 GMT; HttpOnly; SameSite=Lax',
  ]);
});

it('is marked, indexed nowhere, kept nowhere, and has no tags in it', async () => {
  const { body, headers } = await site.get('/', COOKIE);
  expect(body).toContain('Build b2');
  expect(body).toMatch(
    /<aside class="preview-banner" aria-label="Preview">.*mf-wizard b20+, until 2026-04-01 00:00 UTC/,
  );
  expect(body).toContain('<meta name="robots" content="noindex">');
  // By this its calls say where they come from (`PREVIEW_HEADER`).
  expect([body.slice(0, 80), (await site.get('/')).body.slice(0, 80)]).toEqual([
    expect.stringMatching(/<html lang="en" data-preview>/),
    expect.stringMatching(/<html lang="en">/),
  ]);
  expect(body).not.toContain('G-ABC1234567');
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  expect((await site.get('/')).body).toContain('G-ABC1234567'); // everybody else's has
});

it('asks nothing but what answers a preview, and holds no window of another page, posts no form, runs no worker', async () => {
  const { headers } = await site.get('/', COOKIE);
  const policy = String(headers['content-security-policy']);
  const [, asks = ''] = /connect-src ([^;]+)/.exec(policy) ?? [];
  expect(asks.split(' ')).toEqual([
    ...['/api/in-preview/', '/releases/', '/assets/', '/healthz'].map((path) => `http://localhost:3000${path}`),
    ...['/prices', '/how-it-works'].map((path) => `http://localhost:3000${path}`),
    SANDBOX_STRIPE,
  ]);
  expect(policy).toMatch(/worker-src 'none'.*form-action 'none'/);
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});

it('is seen by nobody else', async () => {
  const { body, headers } = await site.get('/');
  expect(body).toContain('Build a1');
  expect(body).not.toContain('preview-banner');
  expect(headers['set-cookie']).toBeUndefined();
});

it('after its end shows what everybody has, and takes away the cookie and all that it wrote', async () => {
  releases.preview(SECRET, null);
  const document = await site.get('/', COOKIE);
  expect(document.body).toContain('Build a1');
  expect(document.headers['clear-site-data']).toBe('"storage", "executionContexts"');
  const set = [document.headers['set-cookie']].flat();
  for (const name of ['preview', 'session-preview', 'visitor-preview']) {
    expect(set).toContainEqual(expect.stringMatching(new RegExp(`^${name}=; .*Expires=Thu, 01 Jan 1970`)));
  }
  const opened = await site.get(`/preview/${SECRET}`);
  expect(opened.statusCode).toBe(404);
  expect(opened.headers['set-cookie']).toBeUndefined();
  expect(opened.body).toBe('This preview has ended, or its address is not complete. Ask for a new one.\n');
});

it("while nobody can say whether it goes on, everybody's documents are shown and the cookie is kept", async () => {
  releases.down = 'the release service is away';
  const document = await site.get('/', COOKIE);
  expect(document.body).toContain('Build a1');
  expect(document.headers['set-cookie']).toBeUndefined();
  releases.down = null;
  expect((await site.get('/', COOKIE)).body).toContain('Build b2');
});

describe('over https', () => {
  const NAME = '__Host-redress-preview';
  beforeEach(async () => {
    await site.close();
    site = await aSite(releases, { isHttps: true });
  });

  it('its cookie is one that no neighbour of the site can set', async () => {
    const answer = await press(`/preview/${SECRET}`);
    expect([answer.headers['set-cookie']].flat().at(-1)).toMatch(
      new RegExp(`^${NAME}=${SECRET}; Path=/; Expires=[^;]+; HttpOnly; Secure`),
    );
    expect((await site.get('/', { cookie: `${NAME}=${SECRET}` })).body).toContain('Build b2');
    expect((await site.get('/', { cookie: `redress-preview=${SECRET}` })).body).toContain('Build a1');
  });

  it('is taken away as it was set: a browser keeps a cookie of this name that is not Secure', async () => {
    releases.preview(SECRET, null);
    for (const path of ['/', '/preview/leave']) {
      const answer = await site.get(path, { cookie: `${NAME}=${SECRET}` });
      expect([answer.headers['set-cookie']].flat().at(-1)).toMatch(
        new RegExp(`^${NAME}=; Max-Age=0; Path=/; Expires=[^;]+; HttpOnly; Secure`),
      );
    }
    expect((await site.get('/staff/leave')).headers['set-cookie']).toMatch(/^__Host-redress-staff=; .*; Secure/);
  });
});
