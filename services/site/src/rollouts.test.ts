import { aShellBuild, aWizardBuild, fakeReleases, type FakeReleases } from './testing/fake-releases.ts';
import { aSite, type TestSite } from './testing/test-site.ts';

const CHOSEN = 'c'.repeat(22);
const OTHER = 'o'.repeat(22);

let releases: FakeReleases;
let site: TestSite;
beforeEach(async () => {
  releases = fakeReleases(aShellBuild(), aWizardBuild('a1'));
  site = await aSite(releases);
});
afterEach(() => site.close());
const getAs = (bucket: string, headers: Record<string, string> = {}) =>
  site.get('/', { cookie: `session=1; bucket=${bucket}`, ...headers });

it('sets no cookie and lets caches keep documents while nothing rolls out', async () => {
  const answer = await site.get('/');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

describe('while a build rolls out', () => {
  beforeEach(() => releases.rollOut(aWizardBuild('b2'), CHOSEN));

  it('gives each visitor the document of their variant, kept by their browser alone and answered by its own ETag', async () => {
    const [chosen, other] = [await getAs(CHOSEN), await getAs(OTHER)];
    expect(chosen.body).toContain('Build b2');
    expect(other.body).toContain('Build a1');
    expect(other.body).not.toContain('b20000000000'); // a visitor without the build gets no byte of it
    for (const { headers } of [chosen, other]) {
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' });
      expect(headers['set-cookie']).toBeUndefined();
    }
    const etag = String(chosen.headers['etag']);
    expect((await getAs(CHOSEN, { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await getAs(OTHER, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('gives a browser an id with its first document, and another time the same', async () => {
    const first = await site.get('/');
    const [, id = ''] =
      /^bucket=([\w-]{22}); Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/.exec(
        String(first.headers['set-cookie']),
      ) ?? [];
    expect(id).not.toBe('');
    expect((await getAs(id)).headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['of 4 KB', 'x'.repeat(4_000)],
    ['that is empty', ''],
    ['with what belongs into no cookie', '%00%0d%0aset-cookie%3a'],
    ['one character too long', `${CHOSEN}c`],
  ])('replaces a forged id %s, and goes on', async (_, forged) => {
    const answer = await getAs(forged);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Build a1');
    expect(answer.headers['set-cookie']).toMatch(/^bucket=[\w-]{22};/);
  });

  it('says the same of a page that there is not', async () => {
    const { statusCode, headers } = await site.get('/nothing', { cookie: `bucket=${OTHER}` });
    expect(statusCode).toBe(404);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' });
  });

  it('gives everybody one document again when it ends', async () => {
    await releases.serve([aShellBuild(), aWizardBuild('a1')]);
    const answer = await getAs(CHOSEN);
    expect(answer.body).toContain('Build a1');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  });
});
