import fc from 'fast-check';
import { multiplyCents } from '../money/cents.ts';
import { offerSecondsLeft } from './offer.ts';
import {
  DEFAULT_PACKAGES,
  findPackage,
  hasCourtPapers,
  isDemandLetterPackage,
  originalPriceCents,
} from './packages.ts';
import { quote } from './quote.ts';
import { keptOfPrice, refundedTax } from './refund.ts';

const letter = { priceCents: 3900 };

describe('quote', () => {
  it('taxes the discounted package and the recipients', () => {
    const result = quote({
      package: letter,
      recipients: 2,
      coupon: { type: 'percentage', discount: 50 },
      taxRate: 0.0625,
    });
    expect(result).toMatchObject({
      packageCents: 3900,
      discountCents: 1950,
      recipientsCents: 1398,
      taxCents: 209,
      totalCents: 3557,
      isTaxEstimated: false,
    });
  });

  it('caps a fixed discount at the package price, so recipients are still paid', () => {
    const result = quote({ package: letter, recipients: 1, coupon: { type: 'fixed', discount: 500 }, taxRate: 0 });
    expect(result.discountCents).toBe(3900);
    expect(result.totalCents).toBe(699);
  });

  it('shows 8 % as an estimate when the state is not known', () => {
    expect(quote({ package: letter, taxRate: null })).toMatchObject({
      taxRate: 0.08,
      taxCents: 312,
      isTaxEstimated: true,
    });
  });

  it('adds up, never below zero, for any order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 20 }),
        fc.option(
          fc.record({
            type: fc.constantFrom('fixed' as const, 'percentage' as const),
            discount: fc.integer({ min: 0, max: 300 }),
          }),
        ),
        fc.integer({ min: 0, max: 10_000 }),
        (priceCents, recipients, coupon, rate) => {
          const result = quote({ package: { priceCents }, recipients, coupon, taxRate: rate / 10_000 });
          const { packageCents, discountCents, recipientsCents, taxCents } = result;
          expect(packageCents - discountCents + recipientsCents + taxCents).toBe(result.totalCents);
          expect(result.discountCents).toBeGreaterThanOrEqual(0);
          expect(result.discountCents).toBeLessThanOrEqual(priceCents);
          expect(result.totalCents).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('refuses what is not a price', () => {
    expect(() => quote({ package: { priceCents: 10.5 }, taxRate: 0 })).toThrow(RangeError);
    expect(() => quote({ package: { priceCents: -1 }, taxRate: 0 })).toThrow(RangeError);
    expect(() => quote({ package: letter, recipients: -1, taxRate: 0 })).toThrow(RangeError);
    expect(() => quote({ package: letter, taxRate: 8 })).toThrow(RangeError);
    expect(() => quote({ package: letter, taxRate: 0, coupon: { type: 'fixed', discount: -1 } })).toThrow(RangeError);
  });
});

describe('a refund', () => {
  it('keeps the part of opened papers with its tax, and returns the rest with its tax, to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat(100_000),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 2_000 }),
        (priceCents, papersCents, discount, rate) => {
          const taxRate = rate / 10_000;
          const paid = quote({ package: { priceCents }, coupon: { type: 'percentage', discount }, taxRate });
          const kept = keptOfPrice({ ...paid, papersCents });
          const back = paid.totalCents - kept;
          expect(back).toBeGreaterThanOrEqual(0);
          const netKept = kept - (paid.taxCents - refundedTax(paid, back));
          expect(kept).toBe(netKept + multiplyCents(netKept, taxRate));
          expect([refundedTax(paid, 0), refundedTax(paid, paid.totalCents)]).toEqual([0, paid.taxCents]);
        },
      ),
    );
  });

  it('shares a discount between letter and papers', () => {
    expect(keptOfPrice({ packageCents: 9_900, discountCents: 0, papersCents: 6_000, taxRate: 0.0625 })).toBe(6_375);
    expect(keptOfPrice({ packageCents: 9_900, discountCents: 4_950, papersCents: 6_000, taxRate: 0 })).toBe(3_000);
  });
});

describe('packages', () => {
  it('has the three packages and prices of the specification', () => {
    expect(
      DEFAULT_PACKAGES.map(({ id, priceCents, popular, frequency }) => [id, priceCents, popular, frequency]),
    ).toEqual([
      ['demand-letter', 3900, false, 'One Time'],
      ['small-claims', 9900, true, 'One Time'],
      ['full-trial', 19900, false, 'One Time'],
    ]);
  });

  it('derives the struck-through price', () => {
    expect([3900, 9900, 19900].map(originalPriceCents)).toEqual([5900, 14900, 29900]);
    expect(originalPriceCents(4000)).toBe(6900);
  });

  it('keeps the struck-through price at or above one and a half times the price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_00 }), (cents) => {
        expect(originalPriceCents(cents)).toBeGreaterThanOrEqual(Math.floor(cents * 1.5) - 50);
        expect(originalPriceCents(cents) % 1000).toBe(900);
      }),
    );
  });

  it('knows the plain letter by id or by title', () => {
    expect(isDemandLetterPackage({ id: 'demand-letter' })).toBe(true);
    expect(isDemandLetterPackage({ id: 'x', title: 'Gold Demand Letter plan' })).toBe(true);
    expect(hasCourtPapers('small-claims')).toBe(true);
    expect(findPackage('toString')).toBeNull();
  });
});

describe('offer countdown', () => {
  it('runs two hours from each even boundary of the server clock', () => {
    expect(offerSecondsLeft(0)).toBe(7200);
    expect(offerSecondsLeft(7_199_999)).toBe(1);
    expect(offerSecondsLeft(7_200_000)).toBe(7200);
  });
});
