import Stripe from 'stripe';
import { CARDS_ONLY, STRIPE_KEYS, startStripe, stopStripes } from '../testing/stripe-sandbox.ts';

afterEach(stopStripes);

const order = { amount: 2999, currency: 'usd', ...CARDS_ONLY };

it('refuses a call without the right key', async () => {
  const sandbox = await startStripe();
  await expect(sandbox.client({ key: 'sk_test_wrongwrongwrong' }).paymentIntents.create(order)).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  });
  expect((await fetch(`${sandbox.address}/v1/payment_intents`)).status).toBe(401);
});

it('gives a publishable key no call that is the secret key’s', async () => {
  const sandbox = await startStripe();
  const browser = sandbox.client({ key: STRIPE_KEYS.publishableKey });
  await expect(browser.paymentIntents.create({ amount: 1, currency: 'usd' })).rejects.toMatchObject({
    statusCode: 403,
    code: 'secret_key_required',
  });
});

it.each([
  [{ currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
  [
    { amount: 12.5, currency: 'usd' },
    { code: 'parameter_invalid_integer', param: 'amount' },
  ],
  [
    { amount: 49, currency: 'usd' },
    { code: 'amount_too_small', param: 'amount' },
  ],
  [
    { amount: 100_000_000, currency: 'usd' },
    { code: 'amount_too_large', param: 'amount' },
  ],
  [{ amount: 2999, currency: 'zzz' }, { param: 'currency' }],
  [
    { amount: 2999, currency: 'usd', coupon: 'SPRING' },
    { code: 'parameter_unknown', param: 'coupon' },
  ],
  [{ amount: 2999, currency: 'usd', metadata: { k: 'x'.repeat(501) } }, { param: 'metadata' }],
  [{ amount: 2999, currency: 'usd', payment_method: 'pm_none' }, { code: 'resource_missing' }],
])('refuses %j with %j', async (params, refusal) => {
  const sandbox = await startStripe();
  const refused = sandbox.client().paymentIntents.create(params as never);
  await expect(refused).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  await expect(refused).rejects.toMatchObject({ ...refusal, requestId: expect.stringMatching(/^req_/) });
});

it('answers an unknown id with 404 resource_missing', async () => {
  const sandbox = await startStripe();
  await expect(sandbox.client().paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
});

it('makes one intent under one idempotency key, and says when it replays', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'order-1' });
  const second = await stripe.paymentIntents.create(order, { idempotencyKey: 'order-1' });
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it('replays under the key after a restart too', async () => {
  const sandbox = await startStripe();
  const params = { amount: 2999, currency: 'usd' };
  const first = await sandbox.client().paymentIntents.create(params, { idempotencyKey: 'order-1' });
  const again = await sandbox.restart();
  expect((await again.client().paymentIntents.create(params, { idempotencyKey: 'order-1' })).id).toBe(first.id);
});

it('refuses other parameters under a used key', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  await stripe.paymentIntents.create({ amount: 2999, currency: 'usd' }, { idempotencyKey: 'order-1' });
  await expect(
    stripe.paymentIntents.create({ amount: 3999, currency: 'usd' }, { idempotencyKey: 'order-1' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
});

it('replays a decline, but keeps nothing of a malformed request', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const pay = (paymentMethod: string, key: string) =>
    stripe.paymentIntents.create(
      { amount: 2999, currency: 'usd', ...CARDS_ONLY, payment_method: paymentMethod, confirm: true },
      { idempotencyKey: key },
    );
  await expect(pay('pm_card_chargeDeclined', 'a')).rejects.toMatchObject({ code: 'card_declined' });
  await expect(pay('pm_card_chargeDeclined', 'a')).rejects.toMatchObject({ code: 'card_declined' });
  expect(sandbox.world.store.collection('stripe.charges').newestFirst()).toHaveLength(1);

  await expect(
    stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, { idempotencyKey: 'b' }),
  ).rejects.toMatchObject({ code: 'amount_too_small' });
  await expect(
    stripe.paymentIntents.create({ amount: 2999, currency: 'usd' }, { idempotencyKey: 'b' }),
  ).resolves.toMatchObject({ amount: 2999 });
});

it('gives the SDK’s own retry the intent whose answer was lost', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client({ maxNetworkRetries: 2 });
  sandbox.world.faults.add({ service: 'stripe', kind: 'drop-after-commit', times: 1, delayMs: 0 });
  const intent = await stripe.paymentIntents.create({ amount: 2999, currency: 'usd' });
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([intent.id]);
});

it('answers 500 once for a passing outage, and again and again for one that spoiled the answer under a key', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const create = (idempotencyKey: string) =>
    stripe.paymentIntents.create({ amount: 2999, currency: 'usd' }, { idempotencyKey });

  sandbox.world.faults.add({ service: 'stripe', kind: '500', times: 1, delayMs: 0 });
  await expect(create('a')).rejects.toMatchObject({ statusCode: 500 });
  await expect(create('a')).resolves.toMatchObject({ amount: 2999 });

  sandbox.world.faults.add({ service: 'stripe', kind: '500-after-commit', times: 1, delayMs: 0 });
  await expect(create('b')).rejects.toMatchObject({ statusCode: 500 });
  await expect(create('b')).rejects.toMatchObject({ statusCode: 500 });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(2);

  sandbox.world.faults.add({ service: 'stripe', kind: '500-kept', times: 1, delayMs: 0 });
  await expect(create('c')).rejects.toMatchObject({ statusCode: 500 });
  await expect(create('c')).rejects.toMatchObject({ statusCode: 500 });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(2);
  await expect(create('d')).resolves.toMatchObject({ amount: 2999 });
});

it('says 429 as Stripe does', async () => {
  const sandbox = await startStripe();
  sandbox.world.faults.add({ service: 'stripe', kind: '429', match: '/v1/payment_intents', times: 1, delayMs: 0 });
  await expect(sandbox.client().paymentIntents.list()).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError);
});
