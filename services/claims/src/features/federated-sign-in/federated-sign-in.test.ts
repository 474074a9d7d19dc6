import { createHash } from 'node:crypto';
import {
  checkAuth,
  getActiveSessions,
  googleLink,
  googleRedirect,
  login,
  logout,
  register,
  viewUserData,
} from '@redress/contracts';
import {
  aDraft,
  newAddress,
  PASSWORD,
  signUp,
  startTestApp,
  startTestOidc,
  type TestApp,
  type TestClient,
  type TestOidc,
  type TestPerson,
} from '../../testing/index.ts';

let test: TestApp;
let oidc: TestOidc;
beforeAll(async () => {
  oidc = await startTestOidc();
  test = await startTestApp({
    config: { addressLimitFactor: 1000 },
    providers: { oidc: { issuer: oidc.issuer, clientId: 'redress', clientSecret: 'secret' } },
  });
});
afterAll(async () => {
  await test.stop();
  await oidc.stop();
});

let people = 0;
const aPerson = (person: Partial<TestPerson> = {}): TestPerson => ({
  sub: `person-${(people += 1)}`,
  email: newAddress(),
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Żak',
  ...person,
});

const begin = async (browser: TestClient, query: { return_to?: string; form_session_id?: string } = {}) => {
  const { response } = await browser.call(googleRedirect, query);
  return String(response.headers['location'] ?? '');
};
/** The way back is a navigation from the provider's site. */
const comeBack = (browser: TestClient, path: string) =>
  browser.send('GET', path, { headers: { 'sec-fetch-site': 'cross-site', origin: null } });
const outcomeOf = (html: string) => /"message":"(google-login-[a-z-]+)"/.exec(html)?.[1];
const signInWith = async (browser: TestClient, person: TestPerson, query = {}) =>
  comeBack(browser, oidc.approve(await begin(browser, query), person));

it('sends the browser out with PKCE, state and nonce', async () => {
  const url = new URL(await begin(test.browser()));
  expect(url.origin).toBe(oidc.issuer);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'redress',
    redirect_uri: `${test.browser().origin}/api/google/callback`,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
});

it('makes an account of a new person, takes their draft along, and knows them again', async () => {
  const browser = test.browser();
  const draft = await aDraft(browser);
  const person = aPerson();
  const page = await signInWith(browser, person, { form_session_id: draft });
  expect(outcomeOf(page.body)).toBe('google-login-success');
  const { user_data } = (await browser.call(viewUserData)).body;
  expect(user_data).toMatchObject({
    email: person.email,
    email_verified: true,
    has_password: false,
    display_name: 'Ada Żak',
  });
  expect((await browser.call(getActiveSessions, {})).body.sessions.map(({ session_id }) => session_id)).toEqual([
    draft,
  ]);
  await browser.call(logout);
  const elsewhere = test.browser();
  await signInWith(elsewhere, { ...person, email: newAddress() });
  expect((await elsewhere.call(viewUserData)).body.user_data.user_id).toBe(user_data.user_id);
});

it('ends on a page that may run its own script only, and names our origin exactly', async () => {
  const page = await signInWith(test.browser(), aPerson());
  const policy = String(page.headers['content-security-policy']);
  const script = /<script>([\s\S]+?)<\/script>/.exec(page.body)![1]!;
  expect(policy).toContain(`script-src 'sha384-${createHash('sha384').update(script).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(page.body).toContain(`"origin":"${test.browser().origin}"`);
  expect(page.body).not.toMatch(/code=|state=|person-/);
});

it.each([
  ['the person said no', (url: string) => oidc.deny(url)],
  ['the nonce is another', (url: string) => oidc.approve(url, aPerson(), { nonce: 'other' })],
  ['the token is for somebody else', (url: string) => oidc.approve(url, aPerson(), { audience: 'other' })],
  ['the token is signed by somebody else', (url: string) => oidc.approve(url, aPerson(), { forged: true })],
  ['the token is not signed', (url: string) => oidc.approve(url, aPerson(), { alg: 'none' })],
  ['the state is another', (url: string) => oidc.approve(url, aPerson()).replace(/state=[^&]+/, 'state=made-up')],
  ['the code is made up', (url: string) => oidc.approve(url, aPerson()).replace(/code=[^&]+/, 'code=made-up')],
  ['the address was not checked', (url: string) => oidc.approve(url, aPerson({ email_verified: false }))],
])('signs nobody in when %s', async (_why, back) => {
  const browser = test.browser();
  const page = await comeBack(browser, back(await begin(browser)));
  expect(outcomeOf(page.body)).toBe('google-login-failed');
  expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(false);
});

it('accepts a callback once, within ten minutes, in the browser that began', async () => {
  const browser = test.browser();
  const used = oidc.approve(await begin(browser), aPerson());
  await comeBack(browser, used);
  expect(outcomeOf((await comeBack(browser, used)).body)).toBe('google-login-failed');

  const late = oidc.approve(await begin(browser), aPerson());
  test.clock.advance({ minutes: 10 });
  expect(outcomeOf((await comeBack(browser, late)).body)).toBe('google-login-failed');

  const planted = oidc.approve(await begin(test.browser()), aPerson());
  const victim = test.browser();
  await victim.call(checkAuth);
  expect(outcomeOf((await comeBack(victim, planted)).body)).toBe('google-login-failed');
});

it('goes back to a page of ours and to no other when it is not in a popup', async () => {
  const id = 'a'.repeat(24);
  for (const return_to of ['/billing?page=2', `/case/${id}?paid=all`, `/api/case/hearing?form_session_id=${id}`]) {
    const inside = await signInWith(test.browser(), aPerson(), { return_to });
    expect(inside.headers['location']).toBe(return_to);
  }
  for (const return_to of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/unknown',
    '/api/logout.php',
  ]) {
    const outside = await signInWith(test.browser(), aPerson(), { return_to });
    expect(outside.headers['location']).toBe('/');
  }
});

describe('an address that has an account already', () => {
  it('is connected by its password', async () => {
    const { email } = await signUp(test);
    const browser = test.browser();
    const page = await signInWith(browser, aPerson({ email }));
    expect(outcomeOf(page.body)).toBe('google-login-needs-link');
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(false);
    expect((await browser.call(googleLink, { password: 'wrong one' })).refusal.code).toBe('LOGIN_FAILED');
    // Pressed once more, as after a lost answer: signed in again, and told of once.
    for (let press = 0; press < 2; press += 1)
      expect((await browser.call(googleLink, { password: PASSWORD })).body).toMatchObject({ linked: true, email });
    expect((await browser.call(viewUserData)).body.user_data).toMatchObject({ email, has_password: true });
    await test.runJobs();
    const told = test.mailbox.to(email).filter(({ subject }) => /sign in with Google/.test(subject));
    expect(told).toHaveLength(1);
  });

  it('is connected by a mailed code', async () => {
    const { email } = await signUp(test);
    const browser = test.browser();
    await signInWith(browser, aPerson({ email }));
    expect((await browser.call(googleLink, { send_code: true })).body.linked).toBe(false);
    await test.runJobs();
    const enter = () => browser.call(googleLink, { code: test.mailbox.codeFor(email) });
    for (let press = 0; press < 2; press += 1) expect((await enter()).body.linked).toBe(true);
    expect((await browser.call(checkAuth)).body.isAuthenticated).toBe(true);
    await browser.call(logout);
    expect((await enter()).refusal.code).toBe('CODE_WRONG');
  });

  it('loses the password somebody gave it without ever confirming the address', async () => {
    const email = newAddress();
    await test.browser().call(register, { email, password: 'the hijacker knows' });
    await test.runJobs();
    const browser = test.browser();
    await signInWith(browser, aPerson({ email }));
    await browser.call(googleLink, { send_code: true });
    await test.runJobs();
    await browser.call(googleLink, { code: test.mailbox.codeFor(email) });
    expect((await test.browser().call(login, { email, password: 'the hijacker knows' })).status).toBe(401);
  });

  it('is not connected from another browser, nor after ten minutes', async () => {
    const { email } = await signUp(test);
    const browser = test.browser();
    await signInWith(browser, aPerson({ email }));
    expect((await test.browser().call(googleLink, { password: PASSWORD })).refusal.code).toBe('NOT_FOUND');
    test.clock.advance({ minutes: 10 });
    expect((await browser.call(googleLink, { password: PASSWORD })).refusal.code).toBe('NOT_FOUND');
  });
});

it('notifies the page that opened it when the provider cannot be reached', async () => {
  const away = await startTestApp({
    providers: { oidc: { issuer: 'http://127.0.0.1:9', clientId: 'redress', clientSecret: 'secret' } },
  });
  const { response } = await away.browser().call(googleRedirect, {});
  await away.stop();
  expect(response.statusCode).toBe(200);
  expect(outcomeOf(response.body)).toBe('google-login-failed');
});
