import * as client from 'openid-client';
import { startTestSandbox, stopSandboxes, type TestSandbox } from '../testing/test-sandbox.ts';

afterEach(stopSandboxes);

const CALLBACK = 'http://localhost:4449/api/google/callback';

async function discover(sandbox: TestSandbox) {
  const { oidcClientId, oidcClientSecret } = sandbox.world().keys;
  return client.discovery(
    new URL(sandbox.world().addresses.oidc),
    oidcClientId,
    { client_secret: oidcClientSecret, id_token_signed_response_alg: 'RS256' },
    client.ClientSecretPost(oidcClientSecret),
    { execute: [client.allowInsecureRequests] },
  );
}

/** A browser: cookies of one origin, redirects followed by hand until they leave it. */
function createBrowser(origin: string) {
  const cookies = new Map<string, string>();
  async function go(url: string, form?: Record<string, string>): Promise<{ url: URL; text: string; headers: Headers }> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name!, value);
      else cookies.delete(name!);
    }
    const location = response.headers.get('location');
    if (!location) return { url: new URL(url), text: await response.text(), headers: response.headers };
    const next = new URL(location, url);
    return next.origin === origin ? go(next.href) : { url: next, text: '', headers: response.headers };
  }
  return { go };
}

async function beginSignIn(config: client.Configuration, browser: ReturnType<typeof createBrowser>) {
  const secrets = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
    idTokenExpected: true,
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(secrets.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: secrets.expectedState,
    nonce: secrets.expectedNonce,
    prompt: 'select_account',
  });
  return { chooser: await browser.go(url.href), secrets };
}

it('signs a person in with a verified address, in the ID token itself', async () => {
  const sandbox = await startTestSandbox();
  const config = await discover(sandbox);
  const browser = createBrowser(sandbox.world().addresses.oidc);
  const { chooser, secrets } = await beginSignIn(config, browser);
  expect(chooser.headers.get('cross-origin-opener-policy')).toBeNull();
  const back = await browser.go(chooser.url.href, { email: 'ana.ruiz@example.com', name: '', verified: 'yes' });
  const tokens = await client.authorizationCodeGrant(config, back.url, secrets);
  expect(tokens.claims()).toMatchObject({
    iss: sandbox.world().addresses.oidc,
    email: 'ana.ruiz@example.com',
    email_verified: true,
    name: 'Ana Ruiz',
    given_name: 'Ana',
  });
  const replayed = client.authorizationCodeGrant(config, back.url, secrets);
  await expect(replayed).rejects.toMatchObject({ error: 'invalid_grant' });
});

it('says when an address is not verified, and distinguishes two people in one browser', async () => {
  const sandbox = await startTestSandbox();
  const config = await discover(sandbox);
  const browser = createBrowser(sandbox.world().addresses.oidc);
  const subjects = new Set<string>();
  for (const [email, verified] of [
    ['ana@example.com', 'yes'],
    ['bo@example.com', 'no'],
    ['ana@example.com', 'yes'],
  ] as const) {
    const { chooser, secrets } = await beginSignIn(config, browser);
    const back = await browser.go(chooser.url.href, { email, name: 'X', verified });
    const claims = (await client.authorizationCodeGrant(config, back.url, secrets)).claims();
    expect(claims).toMatchObject({ email, email_verified: verified === 'yes' });
    subjects.add(claims!.sub);
  }
  expect(subjects.size).toBe(2);
});

it('comes back with access_denied when the person cancels', async () => {
  const sandbox = await startTestSandbox();
  const config = await discover(sandbox);
  const browser = createBrowser(sandbox.world().addresses.oidc);
  const { chooser, secrets } = await beginSignIn(config, browser);
  const back = await browser.go(`${chooser.url.href}/cancel`, {});
  await expect(client.authorizationCodeGrant(config, back.url, secrets)).rejects.toMatchObject({
    error: 'access_denied',
  });
});

it('finishes a sign-in that was begun before a restart', async () => {
  const sandbox = await startTestSandbox();
  const port = Number(new URL(sandbox.world().addresses.oidc).port);
  const config = await discover(sandbox);
  const browser = createBrowser(sandbox.world().addresses.oidc);
  const { chooser, secrets } = await beginSignIn(config, browser);
  const again = await sandbox.restart({ ports: { oidc: port } });
  // The connection that the restart cut is only noticed by using it.
  await fetch(again.world().addresses.oidc).catch(() => null);
  const back = await browser.go(chooser.url.href, { email: 'ana@example.com', name: '', verified: 'yes' });
  expect((await client.authorizationCodeGrant(config, back.url, secrets)).claims()?.email).toBe('ana@example.com');
});

it('asks again when what was typed is no address', async () => {
  const sandbox = await startTestSandbox();
  const browser = createBrowser(sandbox.world().addresses.oidc);
  const { chooser } = await beginSignIn(await discover(sandbox), browser);
  const again = await browser.go(chooser.url.href, { email: 'ana', name: '', verified: 'yes' });
  expect(again.text).toContain('Enter an email address');
});
