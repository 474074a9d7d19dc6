import type { PackageOffer } from '@redress/contracts';
import type { PriceList } from '@redress/contracts/releases';
import { centsToDollars, DEFAULT_PACKAGES, originalPriceCents, STATE_OPTIONS } from '@redress/domain';
import { usePageData } from '@redress/mf-runtime';
import { usePackagesQuery } from '../../shared/checkout.api.ts';

/** Packages of the specification, for a document without a list of prices. */
const WRITTEN: PackageOffer[] = DEFAULT_PACKAGES.map(({ priceCents, features, ...offer }) => ({
  ...offer,
  features: [...features],
  price: centsToDollars(priceCents),
  originalPrice: centsToDollars(originalPriceCents(priceCents)),
}));

const listed = ({ packages }: PriceList): PackageOffer[] =>
  packages.map(({ cents, original_cents, features, price: display_price, ...offer }) => ({
    ...offer,
    price: centsToDollars(cents),
    originalPrice: original_cents === null ? null : centsToDollars(original_cents),
    features: features.map(({ text }) => text),
    display_price,
  }));

/** Outlines with a line for the tax where one will come: cards are as tall while they are waited for as they will be. */
const outlinesIn = (state: string, packages: PackageOffer[]): PackageOffer[] => {
  const tax_state_name = STATE_OPTIONS.find(({ code }) => code === state)?.name;
  return tax_state_name ? packages.map((each) => ({ ...each, total_price: each.price, tax_state_name })) : packages;
};

/**
 * Packages on sale, with the tax of a place; those of the document when the list cannot be had (specification, section 8),
 * and for the shape of the cards while it is on its way.
 * @param state - code of the state whose tax applies; empty while it is not known
 */
export function usePackages(state: string) {
  const { prices } = usePageData();
  const { data, error } = usePackagesQuery(state ? { state_code: state } : {});
  if (data && data.packages.length > 0) return { packages: data.packages, isWaiting: false, isFallback: false };
  const isFallback = Boolean(error ?? data);
  const known = prices ? listed(prices) : WRITTEN;
  return { packages: isFallback ? known : outlinesIn(state, known), isWaiting: !isFallback, isFallback };
}
