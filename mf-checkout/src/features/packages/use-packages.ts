import type { PackageOffer } from '@redress/contracts';
import { centsToDollars, DEFAULT_PACKAGES, originalPriceCents } from '@redress/domain';
import { usePackagesQuery } from '../../shared/checkout.api.ts';

const DEFAULTS: PackageOffer[] = DEFAULT_PACKAGES.map(({ priceCents, features, ...offer }) => ({
  ...offer,
  features: [...features],
  price: centsToDollars(priceCents),
  originalPrice: centsToDollars(originalPriceCents(priceCents)),
}));

export interface PackagesOnSale {
  /** While the list is on its way: the built-in ones, for the shape of the cards alone. */
  packages: PackageOffer[];
  isWaiting: boolean;
  isFallback: boolean;
}

/** Packages on sale; the built-in ones when the list cannot be had (specification, section 8). */
export function usePackages(): PackagesOnSale {
  const { data, error } = usePackagesQuery();
  if (data && data.packages.length > 0) return { packages: data.packages, isWaiting: false, isFallback: false };
  const isFallback = Boolean(error ?? data);
  return { packages: DEFAULTS, isWaiting: !isFallback, isFallback };
}
