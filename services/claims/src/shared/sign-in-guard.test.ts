import { AppError } from '@redress/contracts';
import { newAddress, startTestApp, type TestApp } from '../testing/index.ts';
import { createSignInGuard } from './sign-in-guard.ts';

let test: TestApp;
let isOverloaded = false;
beforeAll(async () => {
  test = await startTestApp({ config: { addressLimitFactor: 1 } });
});
afterAll(() => test.stop());
beforeEach(() => {
  isOverloaded = false;
});

const guard = () =>
  createSignInGuard(test.claims.platform, {
    hash: (password) => Promise.resolve(password),
    verify: (stored, password) =>
      isOverloaded ? Promise.reject(new AppError('OVERLOADED')) : Promise.resolve(stored === password),
  });
const account = (email: string) => ({
  id: 'a'.repeat(24),
  email,
  passwordHash: 'right',
  isVerified: true,
  pendingEmail: null,
  firstName: '',
  lastName: '',
  phoneNumber: '',
  createdAt: new Date(),
});
const attempt = (password: string, ip: string, email = newAddress()) => ({
  email,
  account: account(email),
  password,
  visitorId: null,
  ip,
});

it('counts no wrong try when the check of the password was overloaded', async () => {
  const email = newAddress();
  isOverloaded = true;
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = guard().isRightPassword(attempt('right', '10.1.0.1', email));
    await expect(answer).rejects.toMatchObject({ code: 'OVERLOADED' });
  }
  const owner = { password: 'right', signedInAt: test.clock.now(), field: 'password' };
  for (let tries = 0; tries < 20; tries += 1) {
    await expect(guard().assertOwner(account(email), owner)).rejects.toMatchObject({ code: 'OVERLOADED' });
  }
  isOverloaded = false;
  expect(await guard().isRightPassword(attempt('right', '10.1.0.1', email))).toBe(true);
  await expect(guard().assertOwner(account(email), owner)).resolves.toBeUndefined();
});

it('lets one network try fewer than fifty accounts an hour, and says when to go on', async () => {
  const answers = new Map<string, number>();
  let retryAfterSeconds = 0;
  for (let tried = 0; tried < 60; tried += 1) {
    // Slowly, as somebody does who knows the limit of a quarter of an hour.
    if (tried % 20 === 19) test.clock.advance({ minutes: 15, seconds: 1 });
    const answer = await guard()
      .isRightPassword(attempt('a guess', '10.2.0.1'))
      .then(
        () => 'tried',
        (error: AppError) => {
          retryAfterSeconds = error.retryAfterSeconds ?? 0;
          return error.code;
        },
      );
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  expect(answers.get('tried')).toBe(45);
  expect(answers.get('RATE_LIMITED')).toBe(15);
  expect(retryAfterSeconds).toBeGreaterThan(0);
});

it('counts an account once, and nobody who knows the password', async () => {
  const email = newAddress();
  for (let tries = 0; tries < 5; tries += 1) await guard().isRightPassword(attempt('a guess', '10.3.0.1', email));
  for (let people = 0; people < 100; people += 1) {
    expect(await guard().isRightPassword(attempt('right', '10.3.0.1'))).toBe(true);
  }
});
