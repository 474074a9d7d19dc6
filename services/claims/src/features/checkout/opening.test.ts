import { checkExistingDemand, refundLetter } from '@redress/contracts';
import {
  aBuyer,
  askForIntent,
  finalize,
  paidCase,
  payAt,
  runJob,
  useCaseWorld,
  type Buyer,
} from '../../testing/index.ts';
import { JOBS } from '../../shared/job-names.ts';
import { findStuck } from '../../shared/orders/stuck.ts';

const world = useCaseWorld();
afterEach(() => world.control('/webhooks', { service: 'stripe', mode: 'normal' }));

const fault = (kind: string, times = 1, match = 'POST /v1/payment_intents') =>
  world.control('/faults', { service: 'stripe', kind, match, times });
const intentsOf = async ({ formSessionId }: Buyer) =>
  (await world.stripe.paymentIntents.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata['claim_id'] === formSessionId,
  );
const paymentsOf = async ({ formSessionId }: Buyer) =>
  world.claims.platform.db
    .selectFrom('payment')
    .innerJoin('claim_order', 'claim_order.id', 'payment.order_id')
    .select(['payment.id', 'payment.intent_id', 'payment.status'])
    .where('claim_order.form_session_id', '=', formSessionId)
    .orderBy('payment.created_at')
    .execute();
async function run(name: string, data = {}, attempt = 0): Promise<void> {
  await runJob(world, name, data, attempt);
  await world.runJobs();
}

it('adopts the intent that Stripe made before it answered 500', async () => {
  const buyer = await aBuyer(world);
  await fault('500-after-commit');
  const { body, status } = await askForIntent(buyer);
  expect(status).toBe(200);
  expect((await intentsOf(buyer)).map(({ id }) => id)).toEqual([body.payment_intent.id]);
  await payAt(world, body.payment_intent.id);
  expect((await finalize(buyer, body.payment_intent.id)).body.status).toBe('succeeded');
});

it('continues under the next key when Stripe keeps a 500 and has made nothing', async () => {
  const buyer = await aBuyer(world);
  await fault('500-kept');
  const { body, status } = await askForIntent(buyer);
  expect(status).toBe(200);
  expect((await intentsOf(buyer)).map(({ id }) => id)).toEqual([body.payment_intent.id]);
});

it('can be paid at once when an outage ends, however many keys it spoiled', async () => {
  const buyer = await aBuyer(world);
  for (let round = 0; round < 3; round += 1) {
    await fault('500-kept', 4); // two keys, each asked for twice
    expect((await askForIntent(buyer)).refusal.code).toBe('PROVIDER_DOWN');
    await world.control('/faults/clear');
  }
  const { body, status } = await askForIntent(buyer);
  expect(status).toBe(200);
  await payAt(world, body.payment_intent.id);
  expect((await finalize(buyer, body.payment_intent.id)).body.status).toBe('succeeded');
});

it('opens one payment for eight tabs at once under an outage', async () => {
  const buyer = await aBuyer(world);
  await fault('500-kept', 3);
  const answers = await Promise.all(Array.from({ length: 8 }, () => askForIntent(buyer)));
  const opened = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.payment_intent.id));
  const { body } = await askForIntent(buyer);
  expect([...opened, body.payment_intent.id].every((id) => id === body.payment_intent.id)).toBe(true);
  expect(await paymentsOf(buyer)).toMatchObject([{ intent_id: body.payment_intent.id, status: 'open' }]);
});

it('changes the price, and closes the payment, after a 500 that Stripe keeps', async () => {
  const buyer = await aBuyer(world);
  const first = await askForIntent(buyer);
  await fault('500-kept', 2);
  expect((await askForIntent(buyer, { package_id: 'small-claims' })).refusal.code).toBe('PROVIDER_DOWN');
  await world.control('/faults/clear');
  const { body } = await askForIntent(buyer, { package_id: 'small-claims' });
  expect(body.payment_intent.id).toBe(first.body.payment_intent.id);
  expect(await world.stripe.paymentIntents.retrieve(body.payment_intent.id)).toMatchObject({ amount: 10_519 });
});

it('continues under the next key when the key stands for other parameters', async () => {
  const buyer = await aBuyer(world);
  await fault('drop', 2);
  expect((await askForIntent(buyer)).refusal.code).toBe('PROVIDER_DOWN');
  const [payment] = await paymentsOf(buyer);
  // What an earlier release would have asked for under the same key.
  await world.stripe.paymentIntents.create(
    { amount: 4_144, currency: 'usd' },
    { idempotencyKey: `open-${payment?.id}-0` },
  );
  const { body } = await askForIntent(buyer);
  expect(await intentsOf(buyer)).toMatchObject([{ id: body.payment_intent.id }]);
});

it('finds a payment that has no intent, adopts what Stripe made for it and closes what it never made', async () => {
  const [made, never] = [await aBuyer(world), await aBuyer(world)];
  await world.control('/webhooks', { service: 'stripe', mode: 'drop' });
  await fault('drop-after-commit', 2);
  await askForIntent(made);
  await fault('drop', 2);
  await askForIntent(never);
  await world.control('/faults/clear');
  expect((await paymentsOf(made))[0]?.intent_id).toBeNull();

  world.clock.advance({ minutes: 3 });
  const stuck = await findStuck(world.claims.platform.db, world.clock.now());
  const ids = [...(await paymentsOf(made)), ...(await paymentsOf(never))].map(({ id }) => ({ paymentId: id }));
  expect(stuck.filter(({ what }) => what === 'payment-unopened').map(({ job }) => job?.data)).toEqual(
    expect.arrayContaining(ids),
  );
  await run('ops.sweep');

  const [intent] = await intentsOf(made);
  expect(await paymentsOf(made)).toMatchObject([{ intent_id: intent?.id, status: 'open' }]);
  expect(await paymentsOf(never)).toMatchObject([{ intent_id: null, status: 'canceled' }]);
  expect((await askForIntent(made)).body.payment_intent.id).toBe(intent?.id);
  const { body } = await askForIntent(never);
  await payAt(world, body.payment_intent.id);
  expect((await finalize(never, body.payment_intent.id)).body.status).toBe('succeeded');
});

it('settles a payment whose webhook is missing within a minute', async () => {
  await world.control('/webhooks', { service: 'stripe', mode: 'drop' });
  const buyer = await aBuyer(world);
  const { body } = await askForIntent(buyer);
  await payAt(world, body.payment_intent.id);
  world.clock.advance({ seconds: 30 });
  await run('ops.sweep-payments');
  expect((await world.statusOf(buyer)).state).toBe('letter-drafted');
});

const refundsOf = async (payment_intent: string) =>
  (await world.stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount);
const stuckRefunds = async () =>
  (await findStuck(world.claims.platform.db, world.clock.now())).filter(({ what }) => what === 'refund-not-done');

it.each(['unreachable', '500-kept', '500-after-commit'])(
  'keeps a refund asked for while Stripe is away, says so, and gives it once when it is back: %s',
  async (kind) => {
    const { browser, formSessionId, intentId, act } = await paidCase(world);
    const claim = { form_session_id: formSessionId };
    const shown = async () => (await browser.call(checkExistingDemand, claim)).body.refund;
    await act('approve_and_send');
    await act('stop');
    if (kind === 'unreachable') await fault('drop', 100, 'GET /v1/payment_intents');
    else await fault(kind, 2, 'POST /v1/refunds');
    expect((await browser.call(refundLetter, claim)).status).toBe(200);
    expect(await shown()).toBe('asked');
    const [payment] = await paymentsOf({ formSessionId } as Buyer);
    const job = { paymentId: payment?.id ?? '', reason: 'asked for' };
    await expect(runJob(world, JOBS.refund, job)).rejects.toMatchObject({ code: 'PROVIDER_DOWN' });
    expect(await shown()).toBe('asked');
    await world.control('/faults/clear');
    world.clock.advance({ minutes: 2 });
    expect((await stuckRefunds()).map(({ job: again }) => again?.data['paymentId'])).toContain(job.paymentId);
    // Two workers at once.
    await Promise.all([runJob(world, JOBS.refund, job), runJob(world, JOBS.refund, job)]);
    await world.runJobs();
    expect(await refundsOf(intentId)).toEqual([4_144]);
    expect(await shown()).toBe('done');
    expect(await stuckRefunds()).toEqual([]);
  },
);

it('gives nothing back beside a bank that takes the payment back, and leaves it to a person', async () => {
  const buyer = await aBuyer(world);
  const { body } = await askForIntent(buyer);
  const intentId = body.payment_intent.id;
  await world.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_createDispute' });
  await finalize(buyer, intentId);
  await world.runJobs();
  const claim = { form_session_id: buyer.formSessionId };
  expect((await buyer.browser.call(refundLetter, claim)).refusal?.code).toBe('PAYMENT_DISPUTED');
  // Asked for before the bank's news came.
  const { db } = world.claims.platform;
  const [payment] = await paymentsOf(buyer);
  const due = { refund_due_cents: 4_144, refund_asked_at: world.clock.now() };
  await db.updateTable('payment').set(due).where('intent_id', '=', intentId).execute();
  await run(JOBS.refund, { paymentId: payment?.id ?? '', reason: 'asked for' });
  world.clock.advance({ minutes: 2 });
  expect(await refundsOf(intentId)).toEqual([]);
  expect(await stuckRefunds()).toMatchObject([{ job: null }]);
});
