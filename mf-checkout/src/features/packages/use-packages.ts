import type { PackageOffer } from '@redress/contracts';
import { centsToDollars, DEFAULT_PACKAGES, originalPriceCents, STATE_OPTIONS } from '@redress/domain';
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

/** With a line for the tax where one will come: cards are as tall while they are waited for as they will be. */
const outlinesIn = (state: string): PackageOffer[] => {
  const tax_state_name = STATE_OPTIONS.find(({ code }) => code === state)?.name;
  return tax_state_name ? DEFAULTS.map((each) => ({ ...each, total_price: each.price, tax_state_name })) : DEFAULTS;
};

/**
 * Packages on sale, with the tax of a place; the built-in ones when the list cannot be had (specification, section 8).
 * @param state - code of the state whose tax applies; empty while it is not known
 */
export function usePackages(state: string): PackagesOnSale {
  const { data, error } = usePackagesQuery(state ? { state_code: state } : {});
  if (data && data.packages.length > 0) return { packages: data.packages, isWaiting: false, isFallback: false };
  const isFallback = Boolean(error ?? data);
  return { packages: isFallback ? DEFAULTS : outlinesIn(state), isWaiting: !isFallback, isFallback };
}
