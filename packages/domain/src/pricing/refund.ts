/** What of a price is kept, and what of it is tax, when money goes back (R44). All sums are whole cents. */
import { multiplyCents } from '../money/cents.ts';

interface PaidLines {
  readonly packageCents: number;
  readonly discountCents: number;
  readonly papersCents: number;
  /** Copies that are in the mail. */
  readonly copiesCents?: number;
  readonly taxRate: number;
}

/** @returns what opened court papers keep, their share of the discounted package, and what copies do; with the tax on it */
export function keptOfPrice({ packageCents, discountCents, papersCents, copiesCents = 0, taxRate }: PaidLines): number {
  const share = packageCents && Math.min(papersCents, packageCents) / packageCents;
  const kept = Math.round(share * (packageCents - discountCents)) + copiesCents;
  return kept + multiplyCents(kept, taxRate);
}

/**
 * @param paid - lines of the quote that was paid
 * @param refundedCents - sent back so far, tax with it
 * @returns the tax within it; what stays is a sum and the tax on that sum, to the cent
 */
export function refundedTax(
  paid: { readonly totalCents: number; readonly taxCents: number; readonly taxRate: number },
  refundedCents: number,
): number {
  const left = paid.totalCents - refundedCents;
  return paid.taxCents - (left - Math.round(left / (1 + paid.taxRate)));
}
