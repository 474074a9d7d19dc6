/** What of a price is kept, and what of it is tax, when money goes back (R44). All sums are whole cents. */
import { multiplyCents } from '../money/cents.ts';

interface PaidLines {
  readonly packageCents: number;
  readonly discountCents: number;
  readonly papersCents: number;
  readonly taxRate: number;
}

/** @returns what opened court papers keep: their share of the discounted package, and the tax on it */
export function keptForPapers({ packageCents, discountCents, papersCents, taxRate }: PaidLines): number {
  if (packageCents === 0) return 0;
  const kept = Math.round((Math.min(papersCents, packageCents) * (packageCents - discountCents)) / packageCents);
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
