import { execFileSync } from 'node:child_process';
import { TERMS_VERSION } from '@redress/copy/legal';
import {
  checkAccess,
  deleteSession,
  finalizePayment,
  getUserPayments,
  orderStatus,
  quote,
  receipt,
  stripeWebhook,
} from '@redress/contracts';
import {
  aBuyer,
  aClaim,
  aCoupon,
  aDraft,
  aRecipient,
  aSignature,
  askForIntent,
  finalize,
  pay,
  payAt,
  signUp,
  useCaseWorld,
  type Buyer,
} from '../../testing/index.ts';
import { createDesk } from '../../ops/desk.ts';
import { findStuck } from '../../shared/orders/stuck.ts';

const world = useCaseWorld();
afterEach(() => world.control('/webhooks', { service: 'stripe', mode: 'normal' }));

const coupon = (code: string, changes = {}) => aCoupon(world, code, changes);

it('counts wrong coupon codes wherever they are tried, and good ones never', async () => {
  await coupon('RIGHT');
  const browser = world.browser();
  const ask = (coupon_code: string) => browser.call(quote, { package_id: 'demand-letter', coupon_code });
  for (let tried = 0; tried < 30; tried += 1) expect((await ask('RIGHT')).status).toBe(200);
  for (let tried = 0; tried < 10; tried += 1)
    expect((await ask(`GUESS${tried}`)).refusal.code).toBe('COUPON_NOT_ACTIVE');
  expect((await ask('GUESS-AGAIN')).refusal.code).toBe('RATE_LIMITED');
  expect((await ask('RIGHT')).refusal.code).toBe('RATE_LIMITED');
});

describe('quote', () => {
  it('shows an estimated tax until the state is known', async () => {
    const { body } = await world.browser().call(quote, { package_id: 'demand-letter' });
    expect(body.quote).toMatchObject({ base_price: 39, tax_rate: 0.08, tax_estimated: true, total: 42.12 });
  });

  it('taxes package and recipients by the state, in cents', async () => {
    const { body } = await world
      .browser()
      .call(quote, { package_id: 'demand-letter', state_code: 'TX', recipients_count: 2 });
    expect(body.quote).toMatchObject({ recipients_price: 13.98, tax_rate: 0.0625, tax: 3.31, total: 56.29 });
  });

  it('sells more recipients with the plain letter only', async () => {
    const { body } = await world
      .browser()
      .call(quote, { package_id: 'small-claims', state_code: 'TX', recipients_count: 2 });
    expect(body.quote).toMatchObject({ recipients_count: 0, recipients_price: 0 });
  });
});

describe('opening a payment', () => {
  it('charges what the server calculates, whatever the browser says', async () => {
    const buyer = await aBuyer(world);
    const { body } = await askForIntent(buyer, { package_id: 'small-claims', state_code: 'OR' });
    const intent = await world.stripe.paymentIntents.retrieve(body.payment_intent.id);
    // Texas, where it happened; not Oregon, where there is no tax.
    expect(body.quote).toMatchObject({ base_price: 99, tax: 6.19, total: 105.19 });
    expect(intent).toMatchObject({ amount: 10_519, currency: 'usd' });
    expect(intent.metadata).toMatchObject({
      package_title: 'Small Claims',
      base_price: '99.00',
      quote_id: body.quote.quote_id,
    });
  });

  it('sends no text of the claim to Stripe', async () => {
    const buyer = await aBuyer(world);
    const { body } = await askForIntent(buyer);
    const intent = await world.stripe.paymentIntents.retrieve(body.payment_intent.id);
    expect(JSON.stringify(intent)).not.toMatch(/Ivo|Kern|lent/);
    expect(Object.keys(intent.metadata).every((key) => key.length <= 40)).toBe(true);
  });

  it('continues the one payment of a claim when it is asked again', async () => {
    const buyer = await aBuyer(world);
    const [first, second] = [await askForIntent(buyer), await askForIntent(buyer)];
    expect(second.body.payment_intent).toEqual(first.body.payment_intent);
    expect(second.body.quote.quote_id).toBe(first.body.quote.quote_id);
  });

  it('opens one payment when two tabs ask at the same moment', async () => {
    const buyer = await aBuyer(world);
    const answers = await Promise.all(Array.from({ length: 8 }, () => askForIntent(buyer)));
    expect(new Set(answers.map(({ body }) => body.payment_intent?.id))).toEqual(
      new Set([answers[0]!.body.payment_intent.id]),
    );
  });

  it('sends the new price to Stripe when something changes', async () => {
    const buyer = await aBuyer(world);
    const first = await askForIntent(buyer);
    const { body } = await askForIntent(buyer, { recipients: [aRecipient] });
    expect(body.payment_intent.id).toBe(first.body.payment_intent.id);
    const intent = await world.stripe.paymentIntents.retrieve(body.payment_intent.id);
    expect(intent).toMatchObject({
      amount: Math.round(body.quote.total * 100),
      metadata: { quote_id: body.quote.quote_id },
    });
    expect(body.quote.recipients_count).toBe(1);
  });

  it.each([
    ['a claim with a missing answer', { claimDescription: '' }, 'CLAIM_INCOMPLETE'],
    ['a claim nobody signed', { signature: null }, 'CLAIM_INCOMPLETE'],
    [
      'a debt that was bought',
      { userType: '2', businessName: 'Acme LLC', situation: 'debt-collection', debtOwner: 'bought' },
      'DEBT_NOT_OWN',
    ],
  ] as const)('refuses %s', async (_what, answers, code) => {
    const { browser, email } = await signUp(world);
    const formSessionId = await aDraft(browser, aClaim({ signature: aSignature(), ...answers }));
    expect((await askForIntent({ browser, email, formSessionId })).refusal.code).toBe(code);
  });

  it.each([
    ['is to be a letter only', { overLimitChoice: 'letter-only' }],
    ['is out of time', { incidentState: 'NY', incidentZipcode: '10001', limitDate: '2010-01-01', limitDateOf: 'due' }],
  ] as const)('sells no court papers for a claim that %s, and a letter all the same', async (_what, answers) => {
    const { browser, email } = await signUp(world);
    const formSessionId = await aDraft(browser, aClaim({ signature: aSignature(), ...answers }));
    const buyer = { browser, email, formSessionId };
    for (const package_id of ['small-claims', 'full-trial'])
      expect((await askForIntent(buyer, { package_id })).refusal.code).toBe('PACKAGE_NOT_FOR_CLAIM');
    expect((await askForIntent(buyer, { package_id: 'demand-letter' })).body.quote.package_id).toBe('demand-letter');
  });

  it.each([
    [{ amount: '250000' }, 'amount', 'Amount cannot exceed $25,000.00'],
    [{ amount: '249.99' }, 'amount', 'Amount must be at least $250.00'],
    [{ date: '2999-01-01' }, 'date', expect.any(String)],
    [{ zipcode: '787' }, 'zipcode', 'Zip code must be at least 5 digits'],
    [{ defendantAddress: ' ' }, 'defendantAddress', expect.any(String)],
    [{ signature: null }, 'signature', expect.any(String)],
    [{ businessName: 'Pay or I will have you arrested LLC', userType: '2' }, 'businessName', expect.any(String)],
    [{ zelle: '123-45-6789' }, 'zelle', expect.any(String)],
  ] as const)('names the field of %p, with 422', async (answers, field, sentence) => {
    const { browser, email } = await signUp(world);
    const formSessionId = await aDraft(browser, aClaim({ signature: aSignature(), ...answers }));
    const { status, refusal } = await askForIntent({ browser, email, formSessionId });
    expect([status, refusal.errors]).toEqual([422, { [field]: sentence }]);
  });

  it('answers for a claim of somebody else as for none', async () => {
    const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
    const theirs = await askForIntent({ ...other, formSessionId: buyer.formSessionId });
    const none = await askForIntent({ ...other, formSessionId: '0'.repeat(24) });
    expect([theirs.status, theirs.refusal.code, theirs.refusal.message]).toEqual([
      none.status,
      none.refusal.code,
      none.refusal.message,
    ]);
  });

  it('names the recipient whose state is not one', async () => {
    const buyer = await aBuyer(world);
    const { refusal } = await askForIntent(buyer, { recipients: [{ ...aRecipient, state: 'Bavaria' }] });
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', errors: { 'recipients.0.state': expect.any(String) } });
  });

  it('says that nothing was charged when Stripe does not answer, and continues the same payment afterwards', async () => {
    const buyer = await aBuyer(world);
    await world.control('/faults', {
      service: 'stripe',
      kind: 'drop-after-commit',
      match: 'POST /v1/payment_intents',
      times: 2,
    });
    const failed = await askForIntent(buyer);
    expect(failed.refusal).toMatchObject({ code: 'PROVIDER_DOWN', error: expect.any(String) });
    await world.control('/faults/clear');
    const { body } = await askForIntent(buyer);
    const { data } = await world.stripe.paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata['claim_id'] === buyer.formSessionId)).toHaveLength(1);
    expect(body.payment_intent.id).toMatch(/^pi_/);
  });
});

describe('finalizing', () => {
  it('records a payment once, however many concurrent reports arrive', async () => {
    const buyer = await aBuyer(world);
    await coupon('FIFTY');
    const { body } = await askForIntent(buyer, { coupon_code: 'FIFTY' });
    await payAt(world, body.payment_intent.id);
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => finalize(buyer, body.payment_intent.id)),
      world.webhooksDone(),
    ]);
    await world.runJobs();
    expect(answers.slice(0, 50).every((answer) => answer?.body.status === 'succeeded')).toBe(true);
    const paid = await world.claims.platform.db
      .selectFrom('event')
      .select('id')
      .where('kind', '=', 'order.paid')
      .where('subject_id', '=', (await world.orderOf(buyer)).id)
      .execute();
    expect(paid).toHaveLength(1);
    const used = world.claims.platform.db.selectFrom('coupon').select('uses').where('code', '=', 'FIFTY');
    expect(await used.execute()).toEqual([{ uses: 1 }]);
    expect(world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('receipt'))).toHaveLength(1);
  });

  it('does the same when the webhook comes first and the browser never, also of a claim that another tab deleted', async () => {
    const buyer = await aBuyer(world);
    const { body } = await askForIntent(buyer);
    await buyer.browser.call(deleteSession, { session_id: buyer.formSessionId });
    await payAt(world, body.payment_intent.id);
    await world.webhooksDone();
    await world.runJobs();
    expect(await world.statusOf(buyer)).toMatchObject({
      state: 'letter-drafted',
      order_number: expect.stringMatching(/^R-/),
      total: 41.44,
    });
    expect((await buyer.browser.call(checkAccess)).body).toMatchObject({
      hasAccess: true,
      form_session_id: buyer.formSessionId,
    });
  });

  it('asks Stripe when the order is looked at, so that a payment whose answer was lost is seen before its webhook', async () => {
    await world.control('/webhooks', { service: 'stripe', mode: 'drop' });
    const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
    const { body } = await askForIntent(buyer);
    const session = { form_session_id: buyer.formSessionId };
    const look = async ({ browser }: Pick<Buyer, 'browser'> = buyer) => (await browser.call(orderStatus, session)).body;
    const left = async () => {
      const { faults: kept } = (await (await fetch(`${world.sandbox.world().addresses.control}/state`)).json()) as {
        faults: { times: number }[];
      };
      return kept[0]?.times;
    };

    await world.control('/faults', { service: 'stripe', kind: 'timeout', match: 'GET /v1/payment_intents', times: 3 });
    const began = Date.now();
    expect((await look()).order.state).toBe('payment-pending');
    expect(Date.now() - began).toBeLessThan(4_000);
    // Nobody else's look asks, and another tab does not ask again so soon.
    await payAt(world, body.payment_intent.id);
    expect((await look(other)).order).toBeUndefined();
    expect((await look()).order.state).toBe('payment-pending');
    expect(await left()).toBe(2);

    await world.control('/faults/clear');
    world.clock.advance({ seconds: 5 });
    const tabs = await Promise.all([look(), look(), look()]);
    expect(tabs.map(({ order }) => order.state)).toContain('paid');
    expect((await look()).order).toMatchObject({ state: 'paid', total: 41.44 });
  });

  it('refuses an intent of another claim, and one Stripe does not know', async () => {
    const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
    await askForIntent(buyer);
    const theirs = await askForIntent(other);
    expect((await finalize(buyer, theirs.body.payment_intent.id)).refusal.code).toBe('PAYMENT_MISMATCH');
    expect((await finalize(buyer, 'pi_doesnotexist')).refusal.code).toBe('PAYMENT_MISMATCH');
  });

  it('delivers nothing for a payment of another amount', async () => {
    const buyer = await aBuyer(world);
    const { body } = await askForIntent(buyer);
    await world.stripe.paymentIntents.update(body.payment_intent.id, { amount: 100 });
    await payAt(world, body.payment_intent.id);
    expect((await finalize(buyer, body.payment_intent.id)).refusal.code).toBe('PAYMENT_MISMATCH');
    await world.webhooksDone();
    await world.runJobs();
    const { body: access } = await buyer.browser.call(checkAccess, { form_session_id: buyer.formSessionId });
    expect(access.hasAccess).toBe(false);
    expect(await world.statusOf(buyer)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/have your payment/),
    });
    expect((await askForIntent(buyer, { package_id: 'small-claims' })).refusal.code).toBe('PAYMENT_MISMATCH');
  });

  it('says that a declined card was not charged, and takes another', async () => {
    const buyer = await aBuyer(world);
    const { body } = await askForIntent(buyer);
    const { id } = body.payment_intent;
    await expect(
      world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({
      code: 'card_declined',
    });
    expect((await finalize(buyer, id)).refusal.code).toBe('PAYMENT_NOT_SUCCEEDED');
    expect(await world.statusOf(buyer)).toMatchObject({
      state: 'payment-pending',
      payment_intent: { id },
      message: expect.stringMatching(/declined.*not been charged/),
    });
    await payAt(world, id);
    expect((await finalize(buyer, id)).body.status).toBe('succeeded');
  });

  it('refuses to open another payment for a paid claim', async () => {
    const buyer = await aBuyer(world);
    await pay(world, buyer);
    expect((await askForIntent(buyer)).refusal.code).toBe('ALREADY_PAID');
  });

  it('needs no card for a price of nothing', async () => {
    const buyer = await aBuyer(world);
    await coupon('GIFT', { amount: 10_000 });
    await askForIntent(buyer);
    const { body } = await askForIntent(buyer, { coupon_code: 'GIFT' });
    expect(body.quote.total).toBe(0);
    expect((await finalize(buyer, body.payment_intent.id)).body.status).toBe('succeeded');
    await world.runJobs();
    expect(await world.statusOf(buyer)).toMatchObject({ state: 'letter-drafted', total: 0 });
  });
});

describe('webhooks', () => {
  const signed = (payload: string, timestamp: number) => {
    const secret = world.sandbox.world().keys.stripeWebhookSecret;
    return world.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  };
  const send = (payload: string, signature: string) =>
    world.browser().send('POST', stripeWebhook.path, {
      payload,
      headers: { 'stripe-signature': signature, origin: null, 'sec-fetch-site': null },
    });
  const data = { object: { id: 'cus_1', object: 'customer' } };
  const event = (id: string, livemode: unknown = false) =>
    JSON.stringify({ id, object: 'event', livemode, type: 'customer.created', created: 1, data });
  const seconds = () => Math.floor(world.clock.now().getTime() / 1000);
  const sendSigned = (payload: string) => send(payload, signed(payload, seconds()));

  it('takes one that Stripe signed, and the same again', async () => {
    const payload = event('evt_known');
    for (let round = 0; round < 3; round += 1) {
      expect((await sendSigned(payload)).json()).toEqual({ success: true, received: true });
    }
    const events = world.claims.platform.db.selectFrom('provider_event').select('id');
    expect(await events.where('event_id', '=', 'evt_known').execute()).toHaveLength(1);
  });

  it.each([
    ['changed', (payload: string) => send(payload.replace('evt_bad', 'evt_worse'), signed(payload, seconds()))],
    ['unsigned', (payload: string) => send(payload, '')],
    ['old', (payload: string) => send(payload, signed(payload, seconds() - 301))],
    ['from the future', (payload: string) => send(payload, signed(payload, seconds() + 3_600))],
    ['of a live account, as this is a sandbox', () => sendSigned(event('evt_live', true))],
    ['of no mode', () => sendSigned(event('evt_none', null))],
    ['of no shape', () => sendSigned('null')],
    ['named as no column can hold', () => sendSigned(event('evt_\0'))],
  ])('refuses one that is %s', async (_what, ask) => {
    const response = await ask(event('evt_bad'));
    expect(response.statusCode).toBe(400);
  });

  it('reaches the same state when events arrive twice, late and out of order', async () => {
    await world.control('/webhooks', { service: 'stripe', mode: 'duplicate' });
    const buyer = await aBuyer(world);
    const id = await pay(world, buyer);
    await world.stripe.refunds.create({ payment_intent: id });
    await world.webhooksDone();
    await world.runJobs();
    expect((await world.statusOf(buyer)).state).toBe('refunded');
    expect(world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('refund'))).toHaveLength(1);
  });
});

it('says so when a refund does not reach the card, and tries again when a person asks', async () => {
  const buyer = await aBuyer(world);
  const { body } = await askForIntent(buyer);
  const { id } = body.payment_intent;
  await world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_refundFail' });
  await finalize(buyer, id);
  const { order_number: number } = await world.statusOf(buyer);
  const refund = (reason: string) => createDesk(world.claims.platform).refund(number ?? '', reason);
  await refund('asked by telephone');
  await world.runJobs();
  const state = async () => (await world.statusOf(buyer)).state;
  const paid = async () => (await buyer.browser.call(getUserPayments)).body.data.payments[0]?.status;
  expect([await state(), await paid()]).toEqual(['refunded', 'refunded']);
  world.clock.advance({ minutes: 90 });
  await world.control('/clock/advance', { ms: 0 });
  await world.webhooksDone();
  await world.runJobs();
  // Nothing is delivered for it, and the money has not gone: an operator finds another way.
  expect([await state(), await paid()]).toEqual(['refunded', 'succeeded']);
  const news = world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('refund'));
  expect(news.map(({ text }) => /did not reach/.test(text)).toSorted()).toEqual([false, true]);
  const stuck = (await findStuck(world.claims.platform.db, world.clock.now())).filter(({ what }) =>
    what.startsWith('refund'),
  );
  expect(stuck).toMatchObject([{ what: 'refund-failed', job: null }]);
  // Once more, as an operator asks.
  await refund('the card is open again');
  await world.runJobs();
  expect([
    await paid(),
    world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('refund')).length,
  ]).toEqual(['refunded', 3]);
});

describe('orders', () => {
  it('lists payments with totals, and gives a receipt to nobody else', async () => {
    const [buyer, other] = [await aBuyer(world), await aBuyer(world)];
    await pay(world, buyer, { recipients: [aRecipient] });
    const { body } = await buyer.browser.call(getUserPayments);
    expect(body.data.payments).toHaveLength(1);
    expect(body.data.payments[0]).toMatchObject({
      status: 'succeeded',
      formatted_amount: '$48.86',
      description: expect.stringContaining('R-'),
    });
    expect(body.data.statistics).toEqual({ total_payments: 1, total_amount: 48.86, formatted_total_amount: '$48.86' });
    const payment_id = body.data.payments[0]!.id;
    const file = await buyer.browser.call(receipt, { payment_id });
    const words = execFileSync('pdftotext', ['-layout', '-', '-'], {
      input: file.response.rawPayload,
      encoding: 'utf8',
    })
      .normalize('NFC')
      .replaceAll(/ {2,}/g, ' ');
    for (const line of [
      "Billed to Zoë O'Neil-Núñez",
      '78702, United States',
      'Extra recipients (1 x $6.99) $6.99',
      'Subtotal before tax $45.99',
      'Sales tax, Texas, 6.25% $2.87',
      'Total paid $48.86',
    ]) {
      expect(words).toContain(line);
    }
    await world.runJobs();
    const [mail] = world.mailbox.to(buyer.email).filter(({ subject }) => subject.includes('receipt'));
    const lines = [
      'Demand Letter package: $39.00',
      'Extra recipients (1 x $6.99): $6.99',
      'Subtotal before tax: $45.99',
    ];
    const tax = ['Sales tax, Texas, 6.25%: $2.87', 'Total paid: $48.86', 'Paid with: Card (visa) ending in 4242'];
    expect(mail?.text).toContain([...lines, ...tax].join('\n'));
    expect((await other.browser.call(receipt, { payment_id })).refusal.code).toBe('NOT_FOUND');
  });

  it('dates a payment on its receipt and in the list by the clock of the place where it happened', async () => {
    // 11:30 PM in Austin; the next day in UTC.
    const lateEvening = new Date('2026-11-22T05:30:00Z');
    const buyer = await aBuyer(world);
    await pay(world, buyer);
    await world.claims.platform.db
      .updateTable('payment')
      .set({ created_at: lateEvening, succeeded_at: lateEvening })
      .where('id', '=', (await buyer.browser.call(getUserPayments)).body.data.payments[0]!.id)
      .execute();
    const { body } = await buyer.browser.call(getUserPayments);
    expect(body.data.payments[0]?.display_date).toBe('Nov 21, 2026');
  });

  it.each([
    ['2026-11-01', '2026-11-01'],
    [undefined, TERMS_VERSION],
  ])(
    'keeps with the order which terms were accepted, those on show when the call names none: %p',
    async (named, kept) => {
      const buyer = await aBuyer(world);
      await pay(world, buyer, { terms_version: named });
      const order = await world.orderOf(buyer);
      expect([order.terms_version, order.status]).toEqual([kept, 'paid']);
    },
  );

  it('asks for the terms', async () => {
    const { refusal } = await askForIntent(await aBuyer(world), { terms_version: '' });
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', errors: { terms_version: expect.any(String) } });
  });

  it('lets nobody pay, or look, without being signed in', async () => {
    const stranger = world.browser();
    expect(
      (await stranger.call(finalizePayment, { payment_intent_id: 'pi_1', form_session_id: '0'.repeat(24) })).status,
    ).toBe(401);
    expect((await stranger.call(getUserPayments)).status).toBe(401);
  });
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
  expect((await world.orderOf(buyer)).email).toBe(buyer.email);
  const { body } = await buyer.browser.call(getUserPayments);
  const file = await buyer.browser.call(receipt, { payment_id: body.data.payments[0]!.id });
  expect(file.status).toBe(200);
});
