/** The same clients as in production, with the sandbox on the other end: sign-in and addresses from end to end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { googleRedirect, places, viewUserData } from '@redress/contracts';
import { createSandbox, type Sandbox } from '@redress/sandbox';
import { createLogger } from '@redress/telemetry/server';
import { newAddress, startTestApp, TEST_ORIGIN, type TestApp } from '../src/testing/index.ts';

let sandbox: Sandbox;
let test: TestApp;
let folder: string;
beforeAll(async () => {
  // A machine that gives this process no time for 3 s would be a provider that does not answer.
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  folder = await mkdtemp(path.join(tmpdir(), 'redress-claims-sandbox-'));
  sandbox = createSandbox({
    siteOrigin: TEST_ORIGIN,
    dataDir: folder,
    logger: createLogger({ name: 'sandbox', level: 'silent' }),
  });
  await sandbox.start();
  const { addresses, keys } = sandbox.world();
  test = await startTestApp({
    providers: {
      oidc: { issuer: addresses.oidc, clientId: keys.oidcClientId, clientSecret: keys.oidcClientSecret },
      places: { baseUrl: addresses.places, key: keys.placesKey },
    },
  });
});
afterAll(async () => {
  await test.stop();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A browser at the provider: follows it to its chooser, picks a person, and is sent back to us. */
async function chooseAt(provider: string, email: string): Promise<string> {
  const jar = new Map<string, string>();
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';', 1)[0]!.split('=') as [string, string];
      jar.set(name, value);
    }
    return response;
  };
  const follow = async (from: string, response: Response): Promise<string> => {
    const location = response.headers.get('location');
    if (!location) return from;
    const next = new URL(location, from).href;
    return next.startsWith(TEST_ORIGIN) ? next : follow(next, await visit(next));
  };
  const chooser = await follow(provider, await visit(provider));
  return follow(chooser, await visit(chooser, { email, name: 'Ada Żak', verified: 'yes' }));
}

it('signs in by the sandbox’s provider', async () => {
  const browser = test.browser();
  const email = newAddress();
  const { response } = await browser.call(googleRedirect, {});
  const back = new URL(await chooseAt(String(response.headers['location']), email));
  const page = await browser.send('GET', `${back.pathname}${back.search}`, {
    headers: { 'sec-fetch-site': 'cross-site', origin: null },
  });
  expect(page.body).toContain('google-login-success');
  expect((await browser.call(viewUserData)).body.user_data).toMatchObject({ email, has_password: false });
});

it('suggests an address, and reads its parts', async () => {
  const browser = test.browser();
  const { body } = await browser.call(places, {
    type: 'autocomplete',
    input: '500 Congress Ave Austin',
    sessiontoken: 'session-1',
  });
  expect(body._predictions?.length).toBeGreaterThan(0);
  const details = await browser.call(places, {
    type: 'details',
    place_id: body._predictions![0]!.place_id,
    sessiontoken: 'session-1',
  });
  expect(details.body.processed_address).toMatchObject({ city: 'Austin', zipcode: expect.stringMatching(/^\d{5}$/) });
  expect(details.body.processed_address?.state).toMatch(/Texas|TX/);
});
