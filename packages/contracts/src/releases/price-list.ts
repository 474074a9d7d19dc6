import * as z from 'zod/mini';
import { EXTRA_RECIPIENT_CENTS, formatCents, formatDollars } from '@redress/domain';
import type { PackageOffer } from '../endpoints/reference.ts';

/** Prices as a page says them: words under `prices` for `fillDocument`. */
export const PriceList = z.object({
  packages: z.array(
    z.object({
      title: z.string(),
      desc: z.string(),
      price: z.string(),
      frequency: z.string(),
      popular: z.boolean(),
      features: z.array(z.object({ text: z.string() })),
    }),
  ),
  extra_recipient: z.string(),
});
export type PriceList = z.output<typeof PriceList>;

/** @param packages - what is on sale, as `/api/packages.php` answers it */
export const priceList = (packages: readonly PackageOffer[]): PriceList => ({
  packages: packages.map(({ title, desc, price, frequency, popular, features }) => ({
    title,
    desc,
    price: formatDollars(price),
    frequency,
    popular,
    features: features.map((text) => ({ text })),
  })),
  extra_recipient: formatCents(EXTRA_RECIPIENT_CENTS),
});
