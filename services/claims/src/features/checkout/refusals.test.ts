import { createPaymentIntent, getUserPayments, receipt, stripeWebhook } from '@redress/contracts';
import { TERMS_VERSION } from '@redress/copy/legal';
import { aBuyer, askForIntent, pay, useCaseWorld } from '../../testing/index.ts';

const world = useCaseWorld();

it('refuses an event of the other mode: test events move nothing on a live site, live ones nothing in a sandbox', async () => {
  const send = async (livemode: unknown) => {
    const payload = JSON.stringify({
      id: `evt_${String(livemode)}`,
      object: 'event',
      livemode,
      type: 'customer.created',
      created: 1,
      data: { object: { id: 'cus_1', object: 'customer' } },
    });
    const signature = world.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: world.sandbox.world().keys.stripeWebhookSecret,
      timestamp: Math.floor(world.clock.now().getTime() / 1000),
    });
    const headers = {
      'stripe-signature': signature,
      'content-type': 'application/json',
      origin: null,
      'sec-fetch-site': null,
    };
    return (await world.browser().send('POST', stripeWebhook.path, { payload, headers })).statusCode;
  };
  expect([await send(true), await send(undefined), await send(false)]).toEqual([400, 400, 200]);
});

it.each(['eur', 'USDT', ''])('refuses to pay in %p', async (currency) => {
  const buyer = await aBuyer(world);
  const { status, refusal } = await askForIntent(buyer, { currency });
  expect([status, refusal.code, Object.keys(refusal.errors ?? {})]).toEqual([422, 'VALIDATION_FAILED', ['currency']]);
});

it.each([undefined, 'usd', 'USD'])('pays in US dollars when asked with %p', async (currency) => {
  const buyer = await aBuyer(world);
  expect((await askForIntent(buyer, { currency })).status).toBe(200);
});

it('sends receipts to the address of the account, whatever address the browser names', async () => {
  const buyer = await aBuyer(world);
  const intentId = await pay(world, { ...buyer, email: 'somebody.else@example.org' });
  await world.runJobs();
  expect(await world.stripe.paymentIntents.retrieve(intentId)).toMatchObject({ receipt_email: buyer.email });
  expect(world.mailbox.to('somebody.else@example.org')).toEqual([]);
  expect(world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('receipt'))).toHaveLength(1);
  const order = await world.claims.platform.db.selectFrom('claim_order').select('email').executeTakeFirstOrThrow();
  expect(order.email).not.toBe('somebody.else@example.org');
  const { body } = await buyer.browser.call(getUserPayments);
  const file = await buyer.browser.call(receipt, { payment_id: body.data.payments[0]!.id });
  expect(file.status).toBe(200);
});

it('keeps the version of the terms on show when the call names none', async () => {
  const buyer = await aBuyer(world);
  const { status } = await buyer.browser.call(createPaymentIntent, {
    form_session_id: buyer.formSessionId, email: buyer.email, package_id: 'demand-letter', cardholder_name: 'Z', billing_country: 'US',
  }); // prettier-ignore
  expect(status).toBe(200);
  const order = await world.claims.platform.db
    .selectFrom('claim_order')
    .select('terms_version')
    .where('form_session_id', '=', buyer.formSessionId)
    .executeTakeFirstOrThrow();
  expect(order.terms_version).toBe(TERMS_VERSION);
});
