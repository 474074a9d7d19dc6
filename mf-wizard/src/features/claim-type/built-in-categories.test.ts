import { CATEGORIES } from '@redress/domain/categories';
import { BUILT_IN_CATEGORIES } from './built-in-categories.ts';

it('draws the same tiles as the server answers', () => {
  const known = CATEGORIES.map(({ value, label, icon, order, hint }) => ({ value, label, icon, order, hint }));
  expect(BUILT_IN_CATEGORIES).toEqual(known);
});
