/** The price of one order. Specification, section 9 (Discount, Tax); R6. The server alone decides by it. */
import { assertCents, dollarsToCents, multiplyCents, percentOfCents } from '../money/cents.ts';
import { EXTRA_RECIPIENT_CENTS } from './packages.ts';

/** `fixed`: `discount` is US dollars. `percentage`: percent of the package price, 0 to 100. */
export interface CouponTerms {
  readonly type: 'fixed' | 'percentage';
  readonly discount: number;
}

export interface QuoteInput {
  readonly package: { readonly priceCents: number };
  /** How many recipients beside the first. */
  readonly recipients?: number;
  readonly coupon?: CouponTerms | null;
  /** Fraction; `null` when the state is not known: an estimate is shown and nothing may be charged. */
  readonly taxRate: number | null;
}

export interface Quote {
  readonly packageCents: number;
  /** At least 0, at most `packageCents`. */
  readonly discountCents: number;
  readonly recipientCount: number;
  readonly recipientsCents: number;
  readonly taxRate: number;
  readonly taxCents: number;
  /** The sum of a receipt: package - discount + recipients, which is taxed, + tax. */
  readonly totalCents: number;
  /** True when the state's rate is not known. Refuse to charge then (R16). */
  readonly isTaxEstimated: boolean;
}

/** Used to show an estimate when the state is not known. */
const DEFAULT_TAX_RATE = 0.08;

/** @returns the discount in cents: fixed is capped at the price, percentage at the whole */
function discountCents(priceCents: number, coupon: CouponTerms | null | undefined): number {
  assertCents(priceCents, 'priceCents');
  if (!coupon) return 0;
  if (!Number.isFinite(coupon.discount) || coupon.discount < 0) throw new RangeError('a discount is at least 0');
  const selected =
    coupon.type === 'fixed' ? dollarsToCents(coupon.discount) : percentOfCents(priceCents, coupon.discount);
  return Math.min(priceCents, selected);
}

/**
 * Prices an order. Each line is rounded half up to the cent.
 * @throws {RangeError} when a price is not whole cents or is below 0, recipients are not counted in whole numbers,
 *   a discount is below 0, or the tax rate is outside 0 to 1
 */
export function quote({ package: offer, recipients = 0, coupon = null, taxRate }: QuoteInput): Quote {
  assertCents(offer.priceCents, 'package.priceCents');
  if (offer.priceCents < 0) throw new RangeError('package.priceCents must be at least 0');
  if (!Number.isInteger(recipients) || recipients < 0) throw new RangeError('recipients must be a count');
  if (taxRate !== null && !(taxRate >= 0 && taxRate <= 1)) throw new RangeError('taxRate must be within 0 and 1');

  const packageCents = offer.priceCents;
  const discount = discountCents(packageCents, coupon);
  const recipientsCents = recipients * EXTRA_RECIPIENT_CENTS;
  const taxableCents = packageCents - discount + recipientsCents;
  const rate = taxRate ?? DEFAULT_TAX_RATE;
  const taxCents = multiplyCents(taxableCents, rate);

  return {
    packageCents,
    discountCents: discount,
    recipientCount: recipients,
    recipientsCents,
    taxRate: rate,
    taxCents,
    totalCents: taxableCents + taxCents,
    isTaxEstimated: taxRate === null,
  };
}
