import { CATEGORIES } from '@redress/domain/categories';
import { DEFAULT_PACKAGES } from '@redress/domain';
import { WRITTEN_LOWEST_PRICE } from '../../shared/lowest-price.ts';
import { BUILT_IN_CATEGORIES } from './built-in-categories.ts';

it('draws the same tiles as the server answers', () => {
  const known = CATEGORIES.map(({ value, label, icon, order, hint }) => ({ value, label, icon, order, hint }));
  expect(BUILT_IN_CATEGORIES).toEqual(known);
});

it('names the lowest price of the delivered packages', () => {
  const lowest = Math.min(...DEFAULT_PACKAGES.map(({ priceCents }) => priceCents));
  expect(WRITTEN_LOWEST_PRICE).toBe(`$${lowest / 100}`);
});
