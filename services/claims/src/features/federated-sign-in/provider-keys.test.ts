import { createOpenIdProvider, type OpenIdProvider } from '@redress/server/openid';
import { startTestOidc, type TestOidc } from '../../testing/test-oidc.ts';

const BACK = 'http://localhost/api/oidc/back';
const person = { sub: 'ada', email: 'ada@example.org', email_verified: true };

let oidc: TestOidc;
let provider: OpenIdProvider;
beforeEach(async () => {
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'performance', 'queueMicrotask'],
  });
  oidc = await startTestOidc();
  provider = createOpenIdProvider({ issuer: oidc.issuer, clientId: 'redress', clientSecret: 'x' }, () => new Date());
});
afterEach(async () => {
  jest.useRealTimers();
  await oidc.stop();
});

async function signIn(): Promise<string> {
  const { url, secrets } = await provider.begin(BACK);
  return (await provider.finish(new URL(oidc.approve(url, person), BACK), secrets)).subject;
}

it('signs people in over a change of keys that the provider publishes beside each other, however often it happens', async () => {
  expect(await signIn()).toBe('ada');
  for (let time = 0; time < 3; time += 1) {
    oidc.rotateKey({ overlap: true });
    jest.setSystemTime(Date.now() + 61_000);
    expect(await signIn()).toBe('ada');
  }
});

it('signs the next person in after a key that was changed from one moment to the next', async () => {
  expect(await signIn()).toBe('ada');
  oidc.rotateKey({ overlap: false });
  // The list of keys is seconds old, and the code of this try is used up.
  await expect(signIn()).rejects.toMatchObject({ kind: 'down' });
  expect(await signIn()).toBe('ada');
});

it('believes no token that a key signed which is not published, also right after a change', async () => {
  const { url, secrets } = await provider.begin(BACK);
  oidc.rotateKey({ overlap: false });
  const back = new URL(oidc.approve(url, person, { forged: true }), BACK);
  await expect(provider.finish(back, secrets)).rejects.toMatchObject({ kind: 'down' });
});
