import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type Stripe from 'stripe';
import { CARDS_ONLY, STRIPE_KEYS, type StripeSandbox, startStripe, stopStripes } from '../testing/stripe-sandbox.ts';

afterEach(stopStripes);

const order = { amount: 3349, currency: 'usd', metadata: { quote_id: 'q_1' }, ...CARDS_ONLY };

/** A card typed in a browser: the number goes to the sandbox with a publishable key, never by the server's SDK. */
async function payInBrowser(
  sandbox: StripeSandbox,
  intent: Stripe.PaymentIntent,
  number: string,
  more: Record<string, string> = {},
) {
  const answer = await fetch(`${sandbox.address}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: STRIPE_KEYS.publishableKey,
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`payment_method_data${name}`, value])),
    }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Stripe.PaymentIntent & { error: Stripe.RawErrorType & Record<string, string> },
  };
}

it('takes a payment from a browser and shows it to the server with its charge and receipt', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const intent = await stripe.paymentIntents.create({ ...order, receipt_email: 'ana@example.com' });
  expect(intent).toMatchObject({ status: 'requires_payment_method', amount: 3349, metadata: { quote_id: 'q_1' } });

  const paid = await payInBrowser(sandbox, intent, '4242 4242 4242 4242');
  expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });

  const seen = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.payment_method'] });
  expect(seen).toMatchObject({
    status: 'succeeded',
    amount_received: 3349,
    latest_charge: {
      paid: true,
      receipt_email: 'ana@example.com',
      payment_method: { card: { last4: '4242', brand: 'visa' } },
    },
  });
});

it.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
])('lets %s pay as %s', async (number, brand) => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const intent = await stripe.paymentIntents.create(order);
  expect((await payInBrowser(sandbox, intent, number)).body.status).toBe('succeeded');
  const seen = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(seen.latest_charge).toMatchObject({ payment_method_details: { card: { brand } } });
});

it.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000000069', 'expired_card', undefined],
  ['4000000000000127', 'incorrect_cvc', undefined],
  ['4000000000000119', 'processing_error', undefined],
  ['4111111111111111', 'card_declined', 'test_mode_live_card'],
])('declines %s as %s / %s, and another card can still pay', async (number, code, declineCode) => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const intent = await stripe.paymentIntents.create(order);
  const refused = await payInBrowser(sandbox, intent, number);
  expect(refused.status).toBe(402);
  expect(refused.body.error).toMatchObject({ type: 'card_error', code });
  expect(refused.body.error.decline_code).toBe(declineCode);

  const seen = await stripe.paymentIntents.retrieve(intent.id);
  expect(seen).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } });
  expect((await payInBrowser(sandbox, intent, '4242424242424242')).body.status).toBe('succeeded');
});

it.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['4242424242424242', { '[card][exp_month]': '13' }, 'invalid_expiry_month'],
  ['4242424242424242', { '[card][exp_year]': '2001' }, 'invalid_expiry_year'],
  ['4242424242424242', { '[card][cvc]': '12' }, 'invalid_cvc'],
  ['378282246310005', { '[card][cvc]': '12345' }, 'invalid_cvc'],
])('refuses the card %s with %j as %s', async (number, rest, code) => {
  const sandbox = await startStripe();
  const refused = await payInBrowser(sandbox, await sandbox.client().paymentIntents.create(order), number, rest);
  expect(refused).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } });
});

it.each([
  ['4000002500003155', true, 'succeeded'],
  ['4000002760003184', true, 'succeeded'],
  ['4000008260003178', true, 'requires_payment_method'],
  ['4000002500003155', false, 'requires_payment_method'],
])('asks the payer of %s, who answers %s: %s', async (number, agrees, status) => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const intent = await stripe.paymentIntents.create(order);
  const asked = await payInBrowser(sandbox, intent, number);
  expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });

  const bankPage = (asked.body.next_action?.use_stripe_sdk as unknown as { stripe_js: string }).stripe_js;
  expect((await fetch(bankPage)).headers.get('content-type')).toMatch('text/html');
  await fetch(bankPage, { method: 'POST', body: new URLSearchParams({ outcome: agrees ? 'complete' : 'fail' }) });
  const seen = await stripe.paymentIntents.retrieve(intent.id);
  expect(seen.status).toBe(status);
  expect(seen.last_payment_error?.code).toBe(
    status === 'succeeded' ? undefined : agrees ? 'card_declined' : 'payment_intent_authentication_failure',
  );
});

it.each([
  ['4000000000000010', { address_line1_check: 'fail', address_postal_code_check: 'fail', cvc_check: 'pass' }],
  ['4000000000000036', { address_line1_check: 'pass', address_postal_code_check: 'fail', cvc_check: 'pass' }],
  ['4000000000000101', { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'fail' }],
])('charges %s although its checks say %j', async (number, checks) => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const intent = await stripe.paymentIntents.create(order);
  const paid = await payInBrowser(sandbox, intent, number, {
    '[billing_details][address][line1]': '1 Main St',
    '[billing_details][address][postal_code]': '78701',
  });
  expect(paid.body.status).toBe('succeeded');
  const seen = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(seen.latest_charge).toMatchObject({ payment_method_details: { card: { checks } } });
});

it('shows a browser neither metadata nor charge, and nothing at all without the client secret', async () => {
  const sandbox = await startStripe();
  const intent = await sandbox.client().paymentIntents.create(order);
  const read = async (secret: string) => {
    const query = new URLSearchParams({ key: STRIPE_KEYS.publishableKey, client_secret: secret });
    return (await fetch(`${sandbox.address}/v1/payment_intents/${intent.id}?${query}`)).json();
  };
  const seen = (await read(intent.client_secret!)) as object;
  expect(seen).toMatchObject({ id: intent.id, amount: 3349 });
  for (const secret of ['metadata', 'latest_charge', 'customer']) expect(seen).not.toHaveProperty(secret);
  expect(await read('pi_x_secret_y')).toMatchObject({ error: { type: 'invalid_request_error' } });
});

it('pays an intent once, however often it is confirmed', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const intent = await stripe.paymentIntents.create(order);
  await payInBrowser(sandbox, intent, '4242424242424242');
  const again = await payInBrowser(sandbox, intent, '4242424242424242');
  expect(again.body.error).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'succeeded' },
  });
  expect(sandbox.world.store.collection('stripe.charges').newestFirst()).toHaveLength(1);
});

it('cancels what is unpaid and refuses to cancel what is paid', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const open = await stripe.paymentIntents.create(order);
  expect(await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
  });
  const paid = await stripe.paymentIntents.create({ ...order, payment_method: 'pm_card_visa', confirm: true });
  await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

it('changes an intent until it is paid, joining metadata', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const { id } = await stripe.paymentIntents.create(order);
  const changed = await stripe.paymentIntents.update(id, {
    amount: 9900,
    metadata: { coupon: 'SPRING', quote_id: '' },
  });
  expect(changed).toMatchObject({ amount: 9900, metadata: { coupon: 'SPRING' } });
  expect(changed.metadata).not.toHaveProperty('quote_id');
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await expect(stripe.paymentIntents.update(id, { amount: 1 })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

it('pages through a list newest first', async () => {
  const sandbox = await startStripe();
  const stripe = sandbox.client();
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.push((await stripe.paymentIntents.create(order)).id);
  const first = await stripe.paymentIntents.list({ limit: 2 });
  expect(first).toMatchObject({ has_more: true });
  const all: string[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 2 })) all.push(intent.id);
  expect(all).toEqual(made.toReversed());
});

it('keeps payments over a restart, and no card number anywhere', async () => {
  const sandbox = await startStripe();
  const intent = await sandbox.client().paymentIntents.create(order);
  await payInBrowser(sandbox, intent, '5555555555554444');
  const again = await sandbox.restart();
  expect((await again.client().paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  const records = new DatabaseSync(path.join(again.dataDir, 'world.sqlite')).prepare('select value from record').all();
  const kept = JSON.stringify(records);
  expect(kept).toContain(intent.id);
  expect(kept).not.toContain('5555555555554444');
});
