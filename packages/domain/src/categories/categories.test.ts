import { CATEGORIES, evidenceFor, findCategory, limitationTypesOf, subcategoriesOf } from './index.ts';

it('has the twelve categories in the order of their tiles', () => {
  expect(CATEGORIES.map(({ label }) => label)).toEqual([
    'Debt collection', 'Broken contract', 'Personal injury', 'Tenant-landlord dispute', 'Stolen property', 'Poor construction',
    'Product defect', 'Auto repair', 'Damaged property', 'Broken verbal promise', 'Chargeback', 'Other',
  ]); // prettier-ignore
  expect(CATEGORIES.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

it('offers no subcategories for Other, and none for what is not a category', () => {
  expect(subcategoriesOf('other')).toEqual([]);
  expect(subcategoriesOf('constructor')).toEqual([]);
  expect(findCategory(null)).toBeNull();
});

it('lets a subcategory decide the time limit over its category', () => {
  expect(limitationTypesOf('debt-collection', [])).toEqual(['written_contract']);
  expect(limitationTypesOf('debt-collection', ['personal-loan'])).toEqual(['oral_contract']);
  expect(limitationTypesOf('debt-collection', ['personal-loan', 'unpaid-invoice'])).toEqual([
    'oral_contract',
    'written_contract',
  ]);
  expect(limitationTypesOf('other', [])).toEqual([]);
});

it('ignores subcategories of another category', () => {
  expect(limitationTypesOf('auto-repair', ['personal-loan'])).toEqual(['written_contract']);
});

it('adds the evidence of what was ticked', () => {
  expect(evidenceFor('tenant-landlord', ['security-deposit'])).toContain('Forwarding address you gave');
  expect(evidenceFor('tenant-landlord', ['roommate'])).not.toContain('Forwarding address you gave');
});
