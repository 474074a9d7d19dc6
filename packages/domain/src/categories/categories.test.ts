import { CATEGORIES, evidenceFor, findCategory, limitKindsOf, objectionsTo, subcategoriesOf } from './index.ts';

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

it('lets a subcategory decide the kinds of time limit over its category, and names none where one is not known', () => {
  expect(limitKindsOf('tenant-landlord', [])).toEqual(['written-contract', 'oral-contract']);
  expect(limitKindsOf('tenant-landlord', ['security-deposit'])).toEqual(['deposit']);
  expect(limitKindsOf('product-defect', ['stopped-working', 'unsafe-product'])).toEqual(['goods', 'injury']);
  expect(limitKindsOf('debt-collection', ['unpaid-wages', 'bounced-check'])).toBeNull();
  expect(limitKindsOf('other', [])).toBeNull();
});

it('names what is said to the kind of claim that was ticked, two answers of its own for each, and all where none was', () => {
  const said = (category: string, ...kinds: string[]) => objectionsTo(category, kinds).map(({ says }) => says);
  expect(said('debt-collection', 'unpaid-invoice')).not.toContain('It was a gift.');
  expect(said('tenant-landlord', 'unpaid-rent').join()).not.toMatch(/dirty|rent you still owe/);
  expect(said('debt-collection')).toContain('It was a gift.');
  for (const { value, subcategories, objections } of CATEGORIES) {
    const kinds = subcategories.map((sub) => sub.value);
    for (const kind of kinds) expect([value, kind, said(value, kind).length > 2]).toEqual([value, kind, true]);
    for (const { of = [] } of objections) expect(kinds).toEqual(expect.arrayContaining([...of]));
  }
});

it('ignores subcategories of another category', () => {
  expect(limitKindsOf('auto-repair', ['personal-loan'])).toEqual(['services']);
});

it('adds the evidence of what was ticked', () => {
  expect(evidenceFor('tenant-landlord', ['security-deposit'])).toContain('Forwarding address you gave');
  expect(evidenceFor('tenant-landlord', ['roommate'])).not.toContain('Forwarding address you gave');
});
