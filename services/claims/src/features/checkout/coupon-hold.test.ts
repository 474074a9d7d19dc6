import { quote } from '@redress/contracts';
import {
  aBuyer,
  aClaim,
  aCoupon,
  aDraft,
  aSignature,
  askForIntent,
  finalize,
  pay,
  payAt,
  runJob,
  useCaseWorld,
  type Buyer,
} from '../../testing/index.ts';
import { orderRefund } from '../../shared/orders/leaving.ts';
import { findStuck } from '../../shared/orders/stuck.ts';

const world = useCaseWorld();

const coupon = (code: string, changes = {}) => aCoupon(world, code, { max_uses: 1, ...changes });
const usesOf = async (code: string) => {
  const { db } = world.claims.platform;
  const { uses } = await db.selectFrom('coupon').select('uses').where('code', '=', code).executeTakeFirstOrThrow();
  return uses;
};
const buyers = async (count: number): Promise<Buyer[]> => {
  const found: Buyer[] = [];
  while (found.length < count) found.push(await aBuyer(world));
  return found;
};
/** What the worker does when its time has come; the queue itself goes by the database's clock. */
const holdsEnd = async () => {
  world.clock.advance({ minutes: 31 });
  await world.runJobs({ includeDelayed: true });
};

it('gives the last use to one of ten who ask at once, and to another when that one never pays', async () => {
  await coupon('TEN');
  const all = await buyers(10);
  const answers = await Promise.all(all.map((buyer) => askForIntent(buyer, { coupon_code: 'TEN' })));
  const won = answers.findIndex(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ refusal }) => refusal.code === 'COUPON_NOT_ACTIVE')).toHaveLength(9);
  const held = answers[won]!.body.payment_intent.id;

  await holdsEnd();
  await expect(payAt(world, held)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  const others = all.filter((_buyer, index) => index !== won);
  const again = await Promise.all(others.map((buyer) => askForIntent(buyer, { coupon_code: 'TEN' })));
  const second = again.findIndex(({ status }) => status === 200);
  expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
  const { id } = again[second]!.body.payment_intent;
  await payAt(world, id);
  expect((await finalize(others[second]!, id)).body.status).toBe('succeeded');
  expect(await usesOf('TEN')).toBe(1);

  // Who let it lapse pays the whole price, and is shown it first.
  expect((await askForIntent(all[won]!, { coupon_code: 'TEN' })).refusal.code).toBe('COUPON_NOT_ACTIVE');
  const whole = await askForIntent(all[won]!);
  expect(whole.body.payment_intent.id).not.toBe(held);
  expect(whole.body.quote.discount).toBe(0);
});

it('shows nobody else a price with a use that is held', async () => {
  await coupon('SHOWN');
  const [buyer, other] = (await buyers(2)) as [Buyer, Buyer];
  await askForIntent(buyer, { coupon_code: 'SHOWN' });
  const ask = ({ browser }: Buyer) => browser.call(quote, { package_id: 'demand-letter', coupon_code: 'SHOWN' });
  expect((await ask(other)).refusal.code).toBe('COUPON_NOT_ACTIVE');
  expect((await ask(buyer)).status).toBe(200);
});

it('keeps the price of somebody who presses Pay again', async () => {
  await coupon('AGAIN');
  const buyer = await aBuyer(world);
  const first = await askForIntent(buyer, { coupon_code: 'AGAIN' });
  world.clock.advance({ minutes: 20 });
  const second = await askForIntent(buyer, { coupon_code: 'AGAIN' });
  world.clock.advance({ minutes: 20 });
  await world.runJobs({ includeDelayed: true });
  expect(second.body.payment_intent.id).toBe(first.body.payment_intent.id);
  await payAt(world, first.body.payment_intent.id);
  expect((await finalize(buyer, first.body.payment_intent.id)).body.status).toBe('succeeded');
});

it('frees the use when the buyer takes the coupon off', async () => {
  await coupon('OFF');
  const [buyer, other] = (await buyers(2)) as [Buyer, Buyer];
  await askForIntent(buyer, { coupon_code: 'OFF' });
  await askForIntent(buyer);
  expect((await askForIntent(other, { coupon_code: 'OFF' })).status).toBe(200);
});

it('charges who has paid when the hold ends, and counts the use once', async () => {
  await world.control('/webhooks', { service: 'stripe', mode: 'drop' });
  await coupon('LATE');
  const buyer = await aBuyer(world);
  const { body } = await askForIntent(buyer, { coupon_code: 'LATE' });
  await payAt(world, body.payment_intent.id);
  await holdsEnd();
  expect((await finalize(buyer, body.payment_intent.id)).body.status).toBe('succeeded');
  expect(await usesOf('LATE')).toBe(1);
  await world.control('/webhooks', { service: 'stripe', mode: 'normal' });
});

it('frees no use while Stripe cannot say whether it was paid; the sweep asks again', async () => {
  await coupon('DOWN');
  const [buyer, other] = (await buyers(2)) as [Buyer, Buyer];
  await askForIntent(buyer, { coupon_code: 'DOWN' });
  await world.control('/faults', { service: 'stripe', kind: 'drop', match: '/v1/payment_intents', times: 100 });
  world.clock.advance({ minutes: 32 });
  const { db } = world.claims.platform;
  const ended = (await findStuck(db, world.clock.now())).filter(({ what }) => what === 'coupon-still-held');
  expect(ended).toHaveLength(1);
  await expect(run(ended[0]!.job!)).rejects.toMatchObject({ code: 'PROVIDER_DOWN' });
  expect((await askForIntent(other, { coupon_code: 'DOWN' })).refusal.code).toBe('COUPON_NOT_ACTIVE');
  await world.control('/faults/clear');
  await run(ended[0]!.job!);
  expect((await askForIntent(other, { coupon_code: 'DOWN' })).status).toBe(200);
});

it('holds a person to the number of uses each has, over all their claims', async () => {
  await coupon('EACH', { max_uses: null, max_uses_per_person: 1 });
  const first = await aBuyer(world);
  const second = { ...first, formSessionId: await anotherClaim(first) };
  const answers = await Promise.all([first, second].map((buyer) => askForIntent(buyer, { coupon_code: 'EACH' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('holds a use of a coupon that leaves nothing to pay; it comes back when the order is closed before its letter is posted', async () => {
  await coupon('GIFT', { amount: 10_000 });
  const [buyer, other] = (await buyers(2)) as [Buyer, Buyer];
  const { body } = await askForIntent(buyer, { coupon_code: 'GIFT' });
  expect((await askForIntent(other, { coupon_code: 'GIFT' })).refusal.code).toBe('COUPON_NOT_ACTIVE');
  await holdsEnd();
  const { body: theirs } = await askForIntent(other, { coupon_code: 'GIFT' });
  expect((await finalize(buyer, body.payment_intent.id)).refusal.code).toBe('NOT_FOUND');
  expect((await finalize(other, theirs.payment_intent.id)).body.status).toBe('succeeded');
  expect(await usesOf('GIFT')).toBe(1);
  const { platform } = world.claims;
  const { id } = await world.orderOf(other);
  await platform.db.transaction().execute((trx) => orderRefund(trx, platform, id));
  expect(await usesOf('GIFT')).toBe(0);
});

it('opens and finalizes one claim at once without a deadlock', async () => {
  await coupon('BOTH', { max_uses: 50 });
  const all = await buyers(4);
  await Promise.all(
    all.map(async (buyer) => {
      const { body } = await askForIntent(buyer, { coupon_code: 'BOTH' });
      await payAt(world, body.payment_intent.id);
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => finalize(buyer, body.payment_intent.id)),
        ...Array.from({ length: 4 }, () => askForIntent(buyer, { coupon_code: 'BOTH', package_id: 'small-claims' })),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
    }),
  );
  expect(await usesOf('BOTH')).toBe(4);
});

async function anotherClaim({ browser }: Buyer): Promise<string> {
  return aDraft(browser, aClaim({ signature: aSignature() }));
}

const run = ({ name, data }: { name: string; data: Record<string, unknown> }) => runJob(world, name, data);

it('comes back with the whole price, once, and to no use that was given twice', async () => {
  await coupon('BACK');
  const [first, second] = await buyers(2);
  const id = await pay(world, first!, { coupon_code: 'BACK' });
  expect((await askForIntent(second!, { coupon_code: 'BACK' })).refusal.code).toBe('COUPON_NOT_ACTIVE');
  // Half of it leaves the use where it is; the other half is told by two webhooks and a check at once.
  await world.stripe.refunds.create({ payment_intent: id, amount: 100 });
  await world.webhooksDone();
  await world.runJobs();
  expect(await usesOf('BACK')).toBe(1);
  await world.stripe.refunds.create({ payment_intent: id });
  await world.webhooksDone();
  await Promise.all([1, 2, 3].map(() => runJob(world, 'payment.check', { intentId: id })));
  await world.runJobs();
  expect(await usesOf('BACK')).toBe(0);
  await pay(world, second!, { coupon_code: 'BACK' });
  expect(await usesOf('BACK')).toBe(1);
});
