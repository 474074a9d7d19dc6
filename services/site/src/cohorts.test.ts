import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { sessionDigestText, signedPassText, type PassKeys, type PassKind } from '@redress/contracts/passes';
import type { HeldRollout, Visitor } from './documents/document-sets.ts';
import { aShellBuild, aWizardBuild, fakeReleases, type FakeReleases } from './testing/fake-releases.ts';
import { aSite, type TestSite } from './testing/test-site.ts';

const SECRET = 's'.repeat(32);
const NOW = Math.floor(Date.now() / 1_000);

function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from((publicKey.export({ format: 'jwk' }) as { x: string }).x, 'base64url');
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  return {
    keyId,
    keys: { [keyId]: raw.toString('base64') } as PassKeys,
    pass(kind: PassKind, content: object, signedAs = kind): string {
      const payload = JSON.stringify(content);
      const signature = sign(null, Buffer.from(signedPassText(signedAs, payload)), privateKey).toString('base64url');
      return `${keyId}.${Buffer.from(payload).toString('base64url')}.${signature}`;
    },
  };
}

const [channel, claims, stranger] = [aKey(), aKey(), aKey()];
const digestOf = (token: string) => createHash('sha256').update(sessionDigestText(token)).digest('hex').slice(0, 32);
const staff = (change: object = {}, signer = channel, signedAs: PassKind = 'staff') =>
  signer.pass('staff', { channel: 'production', id: 3, until: NOW + 3_600, ...change }, signedAs);
const beta = (change: object = {}, signer = claims, signedAs: PassKind = 'groups') =>
  signer.pass('groups', { groups: ['beta'], session: digestOf('mine'), until: NOW + 3_600, ...change }, signedAs);
const isMember = ({ isStaff, country, groups }: Visitor) => isStaff || country === 'CA' || groups.includes('beta');
const COHORTS: Partial<HeldRollout> = {
  asks: { bucket: false, staff: true, country: true, groups: true },
  endedPasses: [7],
  variantFor: (visitor) => (isMember(visitor) ? 'mf-wizard' : null),
};

let releases: FakeReleases;
let site: TestSite;
let keysOfClaims: PassKeys;
const open = async (countryHeader: string | null = 'x-country') => {
  releases = { ...fakeReleases(aShellBuild(), aWizardBuild('a1')), channelKeys: () => channel.keys };
  keysOfClaims = claims.keys;
  site = await aSite(releases, {
    countryHeader,
    groupKeys: () => Promise.resolve(keysOfClaims),
  });
};
beforeEach(() => open());
afterEach(() => site.close());

const begin = (how: Partial<HeldRollout> = {}) => releases.rollOut(aWizardBuild('b2'), '', { ...COHORTS, ...how });
const hasNew = async (cookies: Record<string, string>, headers: Record<string, string | string[]> = {}) => {
  const cookie = Object.entries({ session: 'mine', ...cookies }).map(([name, value]) => `${name}=${value}`);
  const { statusCode, body } = await site.get('/', {
    cookie: cookie.join('; '),
    ...(headers as Record<string, string>),
  });
  expect(statusCode).toBe(200);
  return body.includes('Build b2');
};
/** As the proxy in front sends it on. */
const from = (country: string | string[]): Record<string, string | string[]> => ({
  'x-forwarded-for': '192.0.2.7',
  'x-country': country,
});

it('ask nothing of anybody while nothing rolls out to them', async () => {
  const { headers, body } = await site.get('/', {
    cookie: `session=mine; staff=${staff()}`,
    'x-forwarded-for': '192.0.2.7',
    'x-country': 'CA',
  });
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  expect(body).toContain('Build a1');
});

describe('while a build rolls out to them', () => {
  beforeEach(() => begin());

  it('have it, and who is in none does not: documents that no shared cache keeps, and no cookie for anybody', async () => {
    expect(await hasNew({ staff: staff() })).toBe(true);
    expect(await hasNew({ groups: beta() })).toBe(true);
    expect(await hasNew({}, from('CA'))).toBe(true);
    const { headers, body } = await site.get('/');
    expect(body).toContain('Build a1');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, cookie, x-country',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  const bend = (pass: string, from: string, to: string) => {
    const [keyId, payload, signature] = pass.split('.') as [string, string, string];
    const bent = Buffer.from(payload, 'base64url').toString().replace(from, to);
    return [keyId, Buffer.from(bent).toString('base64url'), signature].join('.');
  };
  it.each<[string, () => string]>([
    ['by another key', () => staff({}, stranger)],
    ['by the key of the claims service', () => staff({}, claims)],
    [
      'by another key under the name of the right one',
      () => staff({}, stranger).replace(stranger.keyId, channel.keyId),
    ],
    ['for another purpose', () => staff({}, channel, 'groups')],
    ['for another channel', () => staff({ channel: 'preview' })],
    ['that was changed', () => bend(staff(), '"id":3', '"id":4')],
    ['with a longer time', () => bend(staff({ until: NOW - 1 }), String(NOW - 1), String(NOW + 9_999))],
    ['that is over', () => staff({ until: NOW - 1 })],
    ['that was ended', () => staff({ id: 7 })],
    ['without an end', () => staff({ until: undefined })],
    ['of a snapshot', () => channel.pass('staff', { kind: 'redress snapshot' })],
    ['that is empty', () => ''],
    ['of 4 KB', () => `${channel.keyId}.${'x'.repeat(4_000)}.${'y'.repeat(86)}`],
    ['that is no pass', () => '__proto__.e30.x'],
    ['with a key that every object has', () => `constructor00000.e30.${'y'.repeat(86)}`],
  ])('a staff pass %s is none', async (_, pass) => {
    expect(await hasNew({ staff: pass() })).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ['by the key of the channel', { groups: beta({}, channel) }],
    ['for another purpose', { groups: beta({}, claims, 'staff') }],
    ['that is over', { groups: beta({ until: NOW - 1 }) }],
    ['of another group', { groups: beta({ groups: ['bet', 'beta2'] }) }],
    ['copied to a browser with another session', { groups: beta(), session: 'another' }],
    ['left behind by somebody who signed in before', { groups: beta({ session: digestOf('theirs') }) }],
  ])('a pass of groups %s is none', async (_, cookies) => {
    expect(await hasNew(cookies)).toBe(false);
  });

  it('a pass of groups without a session is none', async () => {
    const { body } = await site.get('/', { cookie: `groups=${beta()}` });
    expect(body).toContain('Build a1');
  });

  it('a country in small letters is the same one', async () => {
    expect(await hasNew({}, from('ca'))).toBe(true);
  });

  it.each<[string, Record<string, string | string[]>]>([
    ['sent by a visitor who is behind no proxy', { 'x-country': 'CA' }],
    ['sent twice, one of them by a visitor', from(['CA', 'US'])],
    ['sent twice in one', from('CA, CA')],
    ['that is a network address', from('::ffff:ca')],
    ['that is no code', from('CAN')],
    ['that is empty', from('')],
  ])('a country %s is none', async (_, headers) => {
    expect(await hasNew({}, headers)).toBe(false);
  });

  it.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::9'])(
    'a country sent by %s, which is no trusted proxy and claims to be one, is none',
    async (remoteAddress) => {
      const headers = { cookie: 'session=mine', 'x-forwarded-for': '127.0.0.1, 192.0.2.7', 'x-country': 'CA' };
      const { body } = await site.app.inject({ url: '/', remoteAddress, headers });
      expect(body).toContain('Build a1');
    },
  );

  it('a preview goes before', async () => {
    releases.preview(SECRET, aWizardBuild('c3'));
    const { body, headers } = await site.get('/', { cookie: `session=mine; staff=${staff()}; preview=${SECRET}` });
    expect(body).toContain('Build c3');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('a staff pass that is ended is none from the moment that is known, before new documents are made', async () => {
    const { held } = releases;
    const now = held()!;
    releases.held = () => ({ ...now, rollout: { ...now.rollout!, endedPasses: [3] } });
    expect(await hasNew({ staff: staff() })).toBe(false);
  });

  it('leave it as soon as they are not named any more', async () => {
    await begin({ asks: { bucket: false, staff: false, country: true, groups: false } });
    expect(await hasNew({ staff: staff(), groups: beta() })).toBe(false);
    expect(await hasNew({}, from('CA'))).toBe(true);
  });

  it('a pass by a key that was changed since counts when the claims service has named it', async () => {
    const next = aKey();
    expect(await hasNew({ groups: beta({}, next) })).toBe(false);
    keysOfClaims = next.keys;
    await begin(); // what is served anew asks anew
    expect(await hasNew({ groups: beta({}, next) })).toBe(true);
    expect(await hasNew({ groups: beta() })).toBe(false);
  });
});

it('by country are nobody where no proxy names one', async () => {
  await site.close();
  await open(null);
  await begin();
  expect(await hasNew({}, from('CA'))).toBe(false);
  const { headers } = await site.get('/');
  expect(headers['vary']).toBe('accept-encoding, cookie');
});

it('of accounts are nobody while the claims service was never heard, and pages come all the same', async () => {
  await site.close();
  site = await aSite(releases, { groupKeys: () => Promise.reject(new Error('away')) });
  await begin();
  expect(await hasNew({ groups: beta() })).toBe(false);
});

describe('the address of a staff pass', () => {
  const asPage = { 'sec-fetch-dest': 'document' };
  beforeEach(() => void (releases.staffPasses[SECRET] = staff()));

  it('gives the browser that opens it the pass, once, and is kept nowhere', async () => {
    const answer = await site.get(`/staff/${SECRET}`, asPage);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers).toMatchObject({
      location: '/',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers['set-cookie']).toMatch(
      new RegExp(`^staff=${staff().replaceAll('.', '\\.')}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
    );
    const again = await site.get(`/staff/${SECRET}`, asPage);
    expect(again.statusCode).toBe(404);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it.each([{ 'sec-fetch-dest': 'image' }, { 'sec-fetch-dest': 'empty' }, {}])(
    'is not taken by what only looks at it (%o)',
    async (headers) => {
      expect((await site.get(`/staff/${SECRET}`, headers as Record<string, string>)).statusCode).toBe(404);
      expect((await site.get(`/staff/${SECRET}`, asPage)).statusCode).toBe(303);
    },
  );

  it('gives nothing that the channel did not sign', async () => {
    releases.staffPasses[SECRET] = staff({}, stranger);
    expect((await site.get(`/staff/${SECRET}`, asPage)).statusCode).toBe(404);
  });

  it('is left by another', async () => {
    const answer = await site.get('/staff/leave');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    expect(answer.headers['set-cookie']).toMatch(/^staff=; .*Expires=Thu, 01 Jan 1970/);
  });
});
