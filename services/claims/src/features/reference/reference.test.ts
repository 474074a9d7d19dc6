import { categories, checkCoupon, packages, serverTime, states, stateTax, subcategories } from '@redress/contracts';
import { originalPriceCents } from '@redress/domain';
import { redeemCoupon } from '../../shared/reference/coupons.ts';
import { useTestApp } from '../../testing/index.ts';

const test = useTestApp({ config: { addressLimitFactor: 1000 } });

const aCoupon = (coupon: Record<string, unknown>) => {
  const row = { code: 'SPRING', type: 'fixed', amount: 1_000, created_at: test.clock.now(), ...coupon };
  const names = Object.keys(row);
  return test.sql(
    `insert into claims.coupon (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
};
const check = (code: string) => test.browser().call(checkCoupon, { code });

it('lists the twelve categories in their order, and may be kept by a browser', async () => {
  const { body, headers } = await test.browser().call(categories);
  expect(body.data).toHaveLength(12);
  expect(body.data.map(({ order }) => order)).toEqual(body.data.map(({ order }) => order).sort((a, b) => a - b));
  expect(headers['cache-control']).toBe('public, max-age=300');
});

it('lists subcategories of a category, none for Other, and refuses what is no category', async () => {
  const browser = test.browser();
  expect((await browser.call(subcategories, { parent_id: 'debt-collection' })).body.data.length).toBeGreaterThan(3);
  expect((await browser.call(subcategories, { parent_id: 'other' })).body.data).toEqual([]);
  for (const parent_id of ['constructor', '__proto__', 'nonsense']) {
    expect((await browser.call(subcategories, { parent_id })).refusal.code).toBe('NOT_FOUND');
  }
});

it('gives every state its court limit, with its official text or none', async () => {
  const { data } = (await test.browser().call(states)).body;
  expect(data).toHaveLength(51);
  for (const { limit, limit_fact } of data) {
    expect(limit).toBeGreaterThan(0);
    expect(limit_fact.source !== '').toBe(limit_fact.source_url?.startsWith('https://') ?? false);
  }
  expect(data.find(({ code }) => code === 'CA')).toMatchObject({ limit: 12_500, limit_business: 6_250 });
  expect(data.find(({ code }) => code === 'HI')?.limit_not_for).toEqual(['security-deposit']);
});

it('sells the packages of the table', async () => {
  const { body } = await test.browser().call(packages, {});
  expect(body.packages.map(({ id, price }) => [id, price])).toEqual([
    ['demand-letter', 39],
    ['small-claims', 99],
    ['full-trial', 199],
  ]);
  expect(body.packages[1]).toMatchObject({
    title: 'Small Claims',
    popular: true,
    originalPrice: originalPriceCents(99_00) / 100,
  });
});

it('gives what each package costs with the tax of the place, and nothing where the place or its rate is not known', async () => {
  const [, , fullTrial] = (await test.browser().call(packages, { state_code: 'tx' })).body.packages;
  expect(fullTrial).toMatchObject({ price: 199, tax_rate: 0.0625, total_price: 211.44, tax_state_name: 'Texas' });
  for (const request of [{}, { state_code: '' }, { state_code: 'Bavaria' }])
    for (const offer of (await test.browser().call(packages, request)).body.packages)
      expect(offer).not.toHaveProperty('total_price');
});

it('keeps a price an operator set in the table over a restart', async () => {
  const setPrice = (cents: number) =>
    test.sql('update claims.package set price_cents = $1 where id = $2', [cents, 'demand-letter']);
  await setPrice(4500);
  await test.claims.platform
    .features()
    .find(({ name }) => name === 'reference')
    ?.start?.();
  expect((await test.browser().call(packages, {})).body.packages[0]?.price).toBe(45);
  await setPrice(3900);
});

it.each(['TX', 'tx', 'Texas', ' texas '])('taxes the state written as %s', async (state) => {
  expect((await test.browser().call(stateTax, { state })).body.data).toEqual({ tax_rate: 0.0625, state_name: 'Texas' });
});

it('asks for another state where none is meant, never taking Texas', async () => {
  expect((await test.browser().call(stateTax, { state: 'Bavaria' })).refusal.code).toBe('TAX_UNKNOWN');
});

it('answers the time of the service', async () => {
  expect((await test.browser().call(serverTime)).body.server_time).toBe(Math.floor(test.clock.now().getTime() / 1000));
});

describe('coupons', () => {
  it('answer in dollars or percent, however the code is written', async () => {
    await aCoupon({ code: 'TEN', amount: 1_050, description: 'Ten and a half off' });
    await aCoupon({ code: 'HALF', type: 'percentage', amount: 5_000 });
    expect((await check(' ten ')).body).toMatchObject({
      type: 'fixed',
      discount: 10.5,
      description: 'Ten and a half off',
    });
    expect((await check('half')).body).toMatchObject({ type: 'percentage', discount: 50 });
  });

  it('are refused from the moment they end, before they begin, and when switched off', async () => {
    const at = test.clock.now();
    await aCoupon({ code: 'ENDED', ends_at: at });
    await aCoupon({ code: 'LATER', starts_at: new Date(at.getTime() + 1000) });
    await aCoupon({ code: 'OFF', active: false });
    for (const code of ['ENDED', 'LATER', 'OFF', 'NONE']) {
      expect((await check(code)).refusal).toMatchObject({
        code: 'COUPON_NOT_ACTIVE',
        message: 'Invalid coupon code or coupon is not active',
      });
    }
    test.clock.advance({ seconds: 1 });
    expect((await check('LATER')).status).toBe(200);
  });

  it('have as many uses as they were given, however many pay at once; one payment uses one', async () => {
    await aCoupon({ code: 'THREE', max_uses: 3 });
    const { db } = test.claims.platform;
    const redeem = (orderKey: string) =>
      db
        .transaction()
        .execute((trx) => redeemCoupon(trx, { code: 'THREE', orderKey, userId: '0'.repeat(24), at: test.clock.now() }))
        .then(
          () => 'redeemed',
          ({ code }: { code: string }) => code,
        );
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => redeem(`order-${index}`)));
    expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'COUPON_NOT_ACTIVE')).toHaveLength(5);
    expect(await redeem(`order-${outcomes.indexOf('redeemed')}`)).toBe('redeemed');
    expect((await check('THREE')).refusal.code).toBe('COUPON_NOT_ACTIVE');
  });

  it('cannot be guessed one after the other', async () => {
    const browser = test.browser();
    const answers = [];
    for (let guess = 0; guess < 21; guess += 1)
      answers.push(await browser.call(checkCoupon, { code: `GUESS${guess}` }));
    expect(answers.at(-1)?.refusal.code).toBe('RATE_LIMITED');
    // Other tests are other visitors, at the same address.
    test.clock.advance({ minutes: 16 });
  });
});
