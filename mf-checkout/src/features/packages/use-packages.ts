import type { PackageOffer } from '@redress/contracts';
import { centsToDollars, DEFAULT_PACKAGES, originalPriceCents } from '@redress/domain';
import { usePackagesQuery } from '../../shared/checkout.api.ts';

const DEFAULTS: PackageOffer[] = DEFAULT_PACKAGES.map(({ priceCents, features, ...offer }) => ({
  ...offer,
  features: [...features],
  price: centsToDollars(priceCents),
  originalPrice: centsToDollars(originalPriceCents(priceCents)),
}));

/** Packages on sale; the built-in ones when the list cannot be had (specification, section 8). */
export function usePackages(): { packages: PackageOffer[] | null; isFallback: boolean } {
  const { data, error } = usePackagesQuery();
  if (data && data.packages.length > 0) return { packages: data.packages, isFallback: false };
  return error || data ? { packages: DEFAULTS, isFallback: true } : { packages: null, isFallback: false };
}
