import * as z from 'zod/mini';
import { dollarsToCents, formatCents, formatDollars } from '@redress/domain/cents';
import { EXTRA_RECIPIENT_CENTS } from '@redress/domain/packages';
import type { PackageOffer } from '../endpoints/reference.ts';

/** Prices as a page says them: words under `prices` for `fillDocument`. Every document has the list, when it is known. */
export const PriceList = z.object({
  packages: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      desc: z.string(),
      price: z.string(),
      cents: z.int(),
      original_cents: z.nullable(z.int()),
      frequency: z.string(),
      popular: z.boolean(),
      features: z.array(z.object({ text: z.string() })),
    }),
  ),
  /** The lowest of them, shortly: `$39`, `$45.50`. */
  lowest: z.string(),
  extra_recipient: z.string(),
});
export type PriceList = z.output<typeof PriceList>;

/** @param packages - what is on sale, at least one, as `/api/packages.php` answers it */
export const priceList = (packages: readonly PackageOffer[]): PriceList => ({
  packages: packages.map(({ id, title, desc, price, originalPrice, frequency, popular, features }) => ({
    id,
    title,
    desc,
    price: formatDollars(price),
    cents: dollarsToCents(price),
    original_cents: originalPrice === null ? null : dollarsToCents(originalPrice),
    frequency,
    popular,
    features: features.map((text) => ({ text })),
  })),
  lowest: formatDollars(Math.min(...packages.map(({ price }) => price))).replace(/\.00$/, ''),
  extra_recipient: formatCents(EXTRA_RECIPIENT_CENTS),
});
