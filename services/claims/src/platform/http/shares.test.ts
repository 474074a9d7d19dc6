import { generateDemandLetter } from '@redress/contracts';
import { signUp, startTestApp, type TestApp } from '../../testing/index.ts';
import { createShares } from './shares.ts';

it('lets one person have so many at once, others as many again, and the same person again afterwards', async () => {
  const shares = createShares(2);
  let release = () => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  const running = ['one', 'one', 'two'].map((person) => shares.within(person, () => slow));
  await expect(shares.within('one', () => slow)).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 1 });
  release();
  await Promise.all(running);
  await expect(shares.within('one', () => Promise.resolve('again'))).resolves.toBe('again');
});

it('releases the slot when the work fails', async () => {
  const shares = createShares(1);
  await expect(shares.within('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(shares.within('one', () => Promise.resolve('again'))).resolves.toBe('again');
});

describe('the slow calls of one account', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.stop());

  it('are refused beyond its share, while another account is served', async () => {
    const [greedy, other] = [await signUp(test), await signUp(test)];
    const ask = async ({ browser }: typeof greedy) =>
      (await browser.call(generateDemandLetter, { form_session_id: '0'.repeat(24) })).refusal.code;
    const many = Array.from({ length: 40 }, () => ask(greedy));
    expect(await ask(other)).toBe('NOT_FOUND');
    expect(new Set(await Promise.all(many))).toEqual(new Set(['NOT_FOUND', 'OVERLOADED']));
    expect(await ask(greedy)).toBe('NOT_FOUND');
  });
});
