import { SESSION_HEADER } from '@redress/contracts/release-api';
import { createSandbox, type Sandbox } from '@redress/sandbox';
import { createLogger } from '@redress/telemetry/server';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, eachWithService, releases, start, stop } from './running-service.ts';

/** People sign in as a browser does: the console, the sandbox's provider, and back. */
eachWithService();

const OPERATORS = [
  { handle: 'ann', name: 'Ann Lee', email: 'ann@example.org', role: 'release-manager', team: null },
  { handle: 'holder', name: 'Key holder', email: 'holder@example.org', role: 'key-holder', team: null },
] as const;

let sandbox: Sandbox;
let folder: string;
/** As a proxy shows the console; where it listens is another matter. */
const origin = 'https://releases.example';
const clientOf = () => {
  const { addresses, keys } = sandbox.world();
  return { issuer: addresses.oidc, clientId: keys.consoleClientId, clientSecret: keys.consoleClientSecret };
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-sign-in-'));
  sandbox = createSandbox({
    siteOrigin: 'http://localhost:4449',
    console: { origin, operators: OPERATORS },
    dataDir: folder,
    logger: createLogger({ name: 'sandbox', level: 'fatal' }),
  });
  await sandbox.start();
  await stop();
  await start({ consoleOrigin: origin, signIn: { ...clientOf(), operators: OPERATORS } });
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: Record<string, unknown>;
  location: string | null;
  cookies: string[];
}

/** One browser: its cookies, by host as browsers keep them. */
function aBrowser() {
  const cookies = new Map<string, string>();
  async function send(url: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(url.replace(origin, releases.consoleUrl()), {
      redirect: 'manual',
      ...init,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...init.headers },
    });
    const set = answer.headers.getSetCookie();
    for (const cookie of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    return { status: answer.status, body, location: answer.headers.get('location'), cookies: set };
  }
  /** As the console's own page asks. */
  const call = (method: 'GET' | 'POST', route: string, body: object = {}, headers: Record<string, string> = {}) =>
    send(`${origin}${route}`, {
      method,
      headers: {
        [SESSION_HEADER]: '1',
        'sec-fetch-site': 'same-origin',
        ...(method === 'POST' ? { origin, 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
  /** Until the browser is sent back to the console. */
  async function choose(url: string, form: Record<string, string> | 'cancel'): Promise<string> {
    let at = url;
    for (let hops = 0; hops < 10; hops += 1) {
      const isChooser = new URL(at).pathname.startsWith('/interaction/');
      const { location } = isChooser
        ? await send(form === 'cancel' ? `${at}/cancel` : at, {
            method: 'POST',
            body: new URLSearchParams(form === 'cancel' ? {} : { name: '', verified: 'yes', ...form }),
          })
        : await send(at);
      at = new URL(location ?? '', at).href;
      if (at.startsWith(origin)) return at;
    }
    throw new Error(`The provider did not send the browser back: ${at}`);
  }
  const begin = async () => (await call('POST', '/api/sign-in')).body['url'] as string;
  const signIn = async (email: string, verified = 'yes') => send(await choose(await begin(), { email, verified }));
  return { send, call, choose, begin, signIn, cookies };
}

it('signs a person in, names them in the ledger, and signs them out', async () => {
  const browser = aBrowser();
  expect((await browser.call('GET', '/api/sign-in')).body).toEqual({
    provider: new URL(sandbox.world().addresses.oidc).host,
    origin,
  });
  const back = await browser.signIn('ann@example.org');
  expect(back).toMatchObject({ status: 303, location: `${origin}/` });
  const [cookie] = back.cookies.filter((text) => text.includes('session'));
  expect(cookie).toMatch(
    /^__Host-redress-release-session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect((await browser.call('GET', '/api/whoami')).body).toEqual({
    name: '@ann',
    role: 'release-manager',
    team: null,
    person: 'Ann Lee',
  });
  expect(await browser.call('POST', '/api/off', { remote: 'mf-wizard', reason: 'r' })).toMatchObject({ status: 200 });
  const { body: entries } = await ask('GET', '/api/ledger?who=Ann&what=switch');
  expect(entries).toMatchObject([{ actor: '@ann', person: 'Ann Lee', action: 'switch-off' }]);
  const kept = [...browser.cookies];
  expect(await browser.call('POST', '/api/sign-out')).toMatchObject({ status: 200 });
  for (const [name, value] of kept) browser.cookies.set(name, value);
  expect(await browser.call('GET', '/api/whoami')).toMatchObject({ status: 401, body: { code: 'TOKEN_UNKNOWN' } });
  const { body: verdict } = await ask('GET', '/api/ledger/verify');
  expect(verdict).toMatchObject({ ok: true });
});

it('takes no act and no answer by cookie from another page', async () => {
  const browser = aBrowser();
  await browser.signIn('ann@example.org');
  const off = { remote: 'mf-wizard', reason: 'r' };
  const foreign: Record<string, string>[] = [
    { origin: 'https://other.example' },
    { origin: 'null' },
    { origin: origin.replace('https', 'http') },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    const { status, body } = await browser.call('POST', '/api/off', off, headers);
    expect([status, body['code']]).toEqual([403, 'NOT_ALLOWED']);
  }
  const form = { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: JSON.stringify(off) };
  expect(await browser.send(`${origin}/api/off`, form)).toMatchObject({ status: 403 });
  expect(await browser.send(`${origin}/api/status`)).toMatchObject({ status: 403 });
  for (const route of ['/api/sign-in', '/api/sign-out']) {
    const asked = await browser.call('POST', route, {}, { origin: 'https://other.example' });
    expect(asked).toMatchObject({ status: 403 });
    expect(asked.cookies).toEqual([]);
  }
  const { body } = await ask('GET', '/api/status');
  expect(body).toMatchObject({ remotes: expect.arrayContaining([expect.objectContaining({ off: null })]) });
  // A call with a token is that token's, whatever cookies come along.
  const reader = (await ask('GET', '/api/whoami', { as: 'reader' })).body;
  expect(reader).toMatchObject({ name: 'reader' });
  // No body of megabytes is parsed of whoever is not known yet.
  expect(await browser.call('POST', '/api/sign-in', { text: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
  const wrong = await browser.call('GET', '/api/whoami', {}, { authorization: 'Bearer rr_0123456789012345678901234' });
  expect(wrong.status).toBe(401);
});

it('finishes a sign-in only in the browser that began it, once', async () => {
  const [attacker, victim] = [aBrowser(), aBrowser()];
  const link = await attacker.choose(await attacker.begin(), { email: 'ann@example.org' });
  expect(await victim.send(link)).toMatchObject({ location: `${origin}/?sign-in=again` });
  await victim.begin();
  expect(await victim.send(link)).toMatchObject({ location: `${origin}/?sign-in=again` });
  expect([...victim.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
  const kept = [...attacker.cookies];
  expect(await attacker.send(link)).toMatchObject({ location: `${origin}/` });
  for (const [name, value] of kept) attacker.cookies.set(name, value);
  expect(await attacker.send(link)).toMatchObject({ location: `${origin}/?sign-in=away` });
});

it.each([
  ['somebody whom nobody invited', { email: 'eve@example.org' }, 'unknown'],
  ['an address that was not verified', { email: 'ann@example.org', verified: 'no' }, 'unverified'],
  ['a person who cancels', 'cancel', 'cancelled'],
] as const)('sends back without a session: %s', async (_, form, outcome) => {
  const browser = aBrowser();
  const back = await browser.send(await browser.choose(await browser.begin(), form));
  expect(back.location).toBe(`${origin}/?sign-in=${outcome}`);
  expect(await browser.call('GET', '/api/whoami')).toMatchObject({ status: 401 });
});

it.each([
  '?code=x',
  '?code=x&state=y',
  '?error=access_denied',
  '?state=a&state=b',
  '?return=https://other.example',
  '',
])('goes nowhere but to the console, whatever the way back says: %s', async (query) => {
  const browser = aBrowser();
  await browser.begin();
  const { status, location } = await browser.send(`${origin}/api/sign-in/callback${query}`);
  expect({ status, location }).toEqual({ status: 303, location: `${origin}/?sign-in=again` });
});

it('refuses an answer of another issuer, and one for another sign-in of the same browser', async () => {
  const browser = aBrowser();
  const other = new URL(await browser.choose(await browser.begin(), { email: 'ann@example.org' }));
  const url = new URL(await browser.choose(await browser.begin(), { email: 'ann@example.org' }));
  const mixed = new URL(url);
  mixed.searchParams.set('code', other.searchParams.get('code')!);
  expect((await browser.send(mixed.href)).location).toBe(`${origin}/?sign-in=away`);
  const again = new URL(await browser.choose(await browser.begin(), { email: 'ann@example.org' }));
  again.searchParams.set('iss', 'https://other.example');
  expect((await browser.send(again.href)).location).toBe(`${origin}/?sign-in=away`);
});

it('says that the provider is away, and lets people in once it answers', async () => {
  const browser = aBrowser();
  await stop();
  // Nothing listens there.
  await start({ consoleOrigin: origin, signIn: { ...clientOf(), issuer: 'http://127.0.0.1:9' } });
  expect(await browser.call('POST', '/api/sign-in')).toMatchObject({ status: 503, body: { code: 'PROVIDER_AWAY' } });
  await stop();
  await start({ consoleOrigin: origin, signIn: clientOf() });
  expect(await browser.signIn('ann@example.org')).toMatchObject({ location: `${origin}/` });
});

it('asks the provider no more for ways back that somebody makes up', async () => {
  const browser = aBrowser();
  const [name = ''] = await browser.begin().then(() => [...browser.cookies.keys()]);
  const attempt = { state: 'made-up', nonce: 'made-up', verifier: 'made-up' };
  browser.cookies.set(name, Buffer.from(JSON.stringify(attempt)).toString('base64url'));
  const cookie = `${name}=${browser.cookies.get(name)}`;
  const back = await Promise.all(
    Array.from({ length: 61 }, () =>
      browser.send(`${origin}/api/sign-in/callback?code=x&state=made-up`, { headers: { cookie } }),
    ),
  );
  expect(back.filter(({ location }) => location === `${origin}/?sign-in=again`)).toHaveLength(1);
});

it('ends a session at once with a right that is taken, and every session of a person by one act', async () => {
  const [ann, annElsewhere, holder] = [aBrowser(), aBrowser(), aBrowser()];
  await ann.signIn('ann@example.org');
  await holder.signIn('holder@example.org');
  const change = { handle: 'ann', role: 'reader', reason: 'r' };
  expect(await ann.call('POST', '/api/people/change', change)).toMatchObject({ status: 403 });
  expect(await holder.call('POST', '/api/people/change', change)).toMatchObject({ status: 200 });
  const off = { remote: 'mf-wizard', reason: 'r' };
  expect(await ann.call('POST', '/api/off', off)).toMatchObject({ status: 401 });
  await ann.signIn('ann@example.org');
  await annElsewhere.signIn('ann@example.org');
  expect(await ann.call('POST', '/api/off', off)).toMatchObject({ status: 403 });
  expect(await ann.call('POST', '/api/people/sign-out', { handle: 'holder' })).toMatchObject({ status: 403 });
  expect((await ann.call('POST', '/api/people/sign-out', { handle: 'ann' })).body).toEqual({ ended: 2 });
  expect(await annElsewhere.call('GET', '/api/whoami')).toMatchObject({ status: 401 });
  const { body } = await ask('GET', '/api/people', { as: 'reader' });
  expect(body).toMatchObject([{ handle: 'ann', role: 'reader', state: 'joined', sessions: 0 }, { handle: 'holder' }]);
  expect(JSON.stringify(body)).not.toContain('@example.org');
});

it('offers no sign-in without a provider, and limits how many are begun', async () => {
  const browser = aBrowser();
  const begun = await Promise.all(Array.from({ length: 61 }, () => browser.call('POST', '/api/sign-in')));
  expect(begun.filter(({ status }) => status === 429)).toHaveLength(1);
  await stop();
  await start({ consoleOrigin: origin });
  expect((await browser.call('GET', '/api/sign-in')).body).toMatchObject({ provider: null });
  expect(await browser.call('POST', '/api/sign-in')).toMatchObject({ status: 404, body: { code: 'SIGN_IN_OFF' } });
});
