import fc from 'fast-check';
import { STATE_OPTIONS } from '@redress/domain';
import { aBuyer, aCoupon, askForIntent, useCaseWorld, type Buyer } from '../../testing/index.ts';
import { price, priceToWire } from './pricing.ts';

const RUNS = process.env['VERIFY'] === '1' ? 10_000 : 150;
const PAID_RUNS = process.env['VERIFY'] === '1' ? 200 : 12;
const PACKAGES = { 'demand-letter': 3900, 'small-claims': 9900, 'full-trial': 19_900 } as const;

jest.setTimeout(process.env['VERIFY'] === '1' ? 600_000 : 60_000);

const world = useCaseWorld();
let buyer: Buyer;
const COUPONS = [
  { code: 'TEN', type: 'percentage', amount: 1000 },
  { code: 'THIRD', type: 'percentage', amount: 3333 },
  { code: 'FIVE-OFF', type: 'fixed', amount: 500 },
  { code: 'MORE-THAN-ALL', type: 'fixed', amount: 99_999 },
] as const;
beforeAll(async () => {
  buyer = await aBuyer(world);
  for (const { code, ...terms } of COUPONS) await aCoupon(world, code, terms);
});

const anOrder = fc.record({
  packageId: fc.constantFrom(...(Object.keys(PACKAGES) as (keyof typeof PACKAGES)[])),
  state: fc.constantFrom(...STATE_OPTIONS.map(({ code }) => code)),
  recipientsCount: fc.integer({ min: 0, max: 10 }),
  couponCode: fc.option(fc.constantFrom(...COUPONS.map(({ code }) => code))),
});

it('adds up to the cent for every package, state, coupon and number of recipients', async () => {
  await fc.assert(
    fc.asyncProperty(anOrder, async (order) => {
      const priced = await price(world.claims.platform.db, { ...order, userId: null, at: world.clock.now() });
      const wire = priceToWire(priced);
      const cents = (dollars: number) => Math.round(dollars * 100);
      const { quote } = priced;
      expect(quote.packageCents).toBe(PACKAGES[order.packageId]);
      expect(quote.discountCents).toBeLessThanOrEqual(quote.packageCents);
      expect(quote.recipientsCents).toBe(order.packageId === 'demand-letter' ? order.recipientsCount * 699 : 0);
      const taxable = quote.packageCents - quote.discountCents + quote.recipientsCents;
      expect(quote.taxCents).toBe(Math.floor(Math.round(taxable * quote.taxRate * 1e6) / 1e6 + 0.5));
      expect(cents(wire.total)).toBe(
        cents(wire.base_price) - cents(wire.discount) + cents(wire.recipients_price) + cents(wire.tax),
      );
      // What a person reads has no third decimal.
      for (const value of [wire.total, wire.tax, wire.discount]) expect(Number(value.toFixed(2))).toBe(value);
    }),
    { numRuns: RUNS },
  );
});

it('asks Stripe for exactly the total it shows, however often the order is changed', async () => {
  const aRecipient = { name: 'R', address: '1 Pine St', city: 'Waco', state: 'TX', zipcode: '76701' };
  await fc.assert(
    fc.asyncProperty(anOrder, async ({ packageId, recipientsCount, couponCode, state }) => {
      const { body } = await askForIntent(buyer, {
        package_id: packageId,
        coupon_code: couponCode,
        recipients: Array.from({ length: recipientsCount }, () => aRecipient),
        state_code: state,
      });
      const total = Math.round(body.quote.total * 100);
      if (total === 0) {
        expect(body.payment_intent.id).toMatch(/^pi_free_/);
        return;
      }
      const intent = await world.stripe.paymentIntents.retrieve(body.payment_intent.id);
      expect([intent.amount, intent.status, intent.metadata['quote_id']]).toEqual([
        total,
        'requires_payment_method',
        body.quote.quote_id,
      ]);
      const { data } = await world.stripe.paymentIntents.list({ limit: 100 });
      expect(data.filter(({ status }) => status !== 'canceled')).toHaveLength(1);
    }),
    { numRuns: PAID_RUNS },
  );
});
