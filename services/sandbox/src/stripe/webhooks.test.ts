import { CARDS_ONLY, type StripeSandbox, WEBHOOK_SECRET, startStripe, stopStripes } from '../testing/stripe-sandbox.ts';
import { type WebhookReceiver, startWebhookReceiver } from '../testing/webhook-receiver.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await stopStripes();
  await receiver.close();
});

const pay = (sandbox: StripeSandbox, paymentMethod = 'pm_card_visa') =>
  sandbox.client().paymentIntents.create({
    amount: 2999,
    currency: 'usd',
    ...CARDS_ONLY,
    payment_method: paymentMethod,
    confirm: true,
  });
const chargeOf = async (sandbox: StripeSandbox, intent: string) =>
  (await sandbox.client().paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).latest_charge;
const types = () => receiver.received.map(({ event }) => event.type);

it('signs events so that the SDK’s constructEvent accepts them, and a changed one not', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  await pay(sandbox);
  const [first] = await receiver.waitFor(3);
  const { webhooks } = sandbox.client();
  const event = await webhooks.constructEventAsync(first!.body, first!.signature, WEBHOOK_SECRET);
  expect(event).toMatchObject({ object: 'event', api_version: '2026-10-28.endive', livemode: false });
  expect(() =>
    webhooks.constructEvent(first!.body.replace('2999', '2900'), first!.signature, WEBHOOK_SECRET),
  ).toThrow();
});

it('signs with the receiver’s own time, however far the sandbox clock has moved', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  await sandbox.world.advance(30 * DAY_MS);
  await pay(sandbox);
  const [first] = await receiver.waitFor(1);
  const signedAt = Number(/t=(\d+)/.exec(first!.signature)?.[1]);
  expect(Math.abs(signedAt - Date.now() / 1000)).toBeLessThan(30);
  expect(first!.event.created).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
});

it('sends the events of a payment in order', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  await pay(sandbox);
  await receiver.waitFor(3);
  expect(types()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
});

it('sends a decline, a question to the payer and a cancellation', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  await pay(sandbox, 'pm_card_chargeDeclined').catch(() => undefined);
  const asked = await pay(sandbox, 'pm_card_authenticationRequired');
  expect(asked.status).toBe('requires_action');
  await sandbox.client().paymentIntents.cancel(asked.id);
  await receiver.waitFor(6);
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'payment_intent.created',
    'payment_intent.requires_action',
    'payment_intent.canceled',
  ]);
});

it('tries again, later each time, until it is answered 2xx', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  receiver.answerNext(500, 503);
  await sandbox.client().paymentIntents.create({ amount: 2999, currency: 'usd' });
  await receiver.waitFor(1);
  await sandbox.world.webhooks.idle();
  await sandbox.world.advance(2500);
  await sandbox.world.advance(15_000);
  await sandbox.world.advance(3 * DAY_MS);
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  expect(sandbox.world.webhooks.deliveries()).toMatchObject([{ state: 'delivered', attempts: 3 }]);
});

it('sends after a restart what had not arrived before it', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  receiver.answerNext(500);
  await sandbox.client().paymentIntents.create({ amount: 2999, currency: 'usd' });
  await receiver.waitFor(1);
  await sandbox.world.webhooks.idle();
  const again = await sandbox.restart();
  await again.world.advance(2500);
  expect(receiver.received).toHaveLength(2);
});

it('sends every event twice on demand', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  sandbox.world.webhooks.setMode('stripe', { mode: 'duplicate', delayMs: 0 });
  await sandbox.client().paymentIntents.create({ amount: 2999, currency: 'usd' });
  const [first, second] = await receiver.waitFor(2);
  expect(second!.body).toBe(first!.body);
});

it('sends events in the wrong order on demand', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  sandbox.world.webhooks.setMode('stripe', { mode: 'reorder', delayMs: 0 });
  await pay(sandbox);
  await sandbox.world.advance(1000);
  expect(types()).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']);
});

it('holds events back on demand until their time has come', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  sandbox.world.webhooks.setMode('stripe', { mode: 'delay', delayMs: HOUR_MS });
  await pay(sandbox);
  await sandbox.world.advance(HOUR_MS / 2);
  expect(types()).toEqual([]);
  await sandbox.world.advance(HOUR_MS / 2 + 1000);
  expect(types()).toHaveLength(3);
});

it('drops events on demand, which can still be sent once more', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  sandbox.world.webhooks.setMode('stripe', { mode: 'drop', delayMs: 0 });
  await sandbox.client().paymentIntents.create({ amount: 2999, currency: 'usd' });
  await sandbox.world.advance(3 * DAY_MS);
  expect(receiver.received).toHaveLength(0);
  const [dropped] = sandbox.world.webhooks.deliveries();
  expect(sandbox.world.webhooks.resend('stripe', dropped!.eventId)).toBe(true);
  await sandbox.world.webhooks.idle();
  expect(receiver.received).toHaveLength(1);
});

it('gives money back once, in parts, and no more than was taken', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  const stripe = sandbox.client();
  const intent = await pay(sandbox);
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 999, reason: 'requested_by_customer' });
  expect(part).toMatchObject({ status: 'succeeded', amount: 999 });
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 2001 })).rejects.toMatchObject({
    param: 'amount',
  });
  expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 2000 });
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect(await chargeOf(sandbox, intent.id)).toMatchObject({ refunded: true, amount_refunded: 2999 });
  await receiver.waitFor(7);
  expect(types().slice(3)).toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded']);
});

it('takes a refund back an hour later for the card whose bank refuses it', async () => {
  const sandbox = await startStripe({ webhookUrl: receiver.url });
  const stripe = sandbox.client();
  const intent = await pay(sandbox, 'pm_card_refundFail');
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(refund.status).toBe('succeeded');
  await sandbox.world.advance(HOUR_MS);
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toMatchObject([
    { status: 'failed', failure_reason: 'lost_or_stolen_card' },
  ]);
  expect(types().slice(-3)).toEqual(['refund.failed', 'refund.updated', 'charge.refund.updated']);
  expect(await chargeOf(sandbox, intent.id)).toMatchObject({ refunded: false });
});
