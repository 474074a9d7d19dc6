import { aClaim } from '../testing/claims.ts';
import { CATEGORIES } from './index.ts';
import { limitCountsFrom, limitStartOf } from './limit-start.ts';

it('knows for every category from which day its time counts', () => {
  for (const { value } of CATEGORIES) expect(limitStartOf({ situation: value, disputing: [] })).toMatch(/^[a-zA-Z]+$/);
  expect(limitStartOf({ situation: 'tenant-landlord', disputing: ['security-deposit'] })).toBe('moveOut');
  expect(limitStartOf({ situation: 'tenant-landlord', disputing: ['security-deposit', 'roommate'] })).toBe('happened');
});

it('counts from the day it happened only where the category does', () => {
  const injury = aClaim({ situation: 'personal-injury', disputing: [], date: '2026-03-03' });
  expect(limitCountsFrom(injury)).toBe('2026-03-03');
  expect(limitCountsFrom(aClaim({ date: '2026-03-03' }))).toBeNull();
  expect(limitCountsFrom(aClaim({ limitDate: '2026-04-01' }))).toBe('2026-04-01');
  expect(limitCountsFrom(aClaim({ limitDate: '2026-04-01', limitDateUnknown: true }))).toBeNull();
});

it('counts from no day that was asked for as another one', () => {
  const goods = { situation: 'product-defect', disputing: ['stopped-working'], limitDate: '2026-04-01' };
  expect(limitCountsFrom(aClaim({ ...goods, limitDateOf: 'delivery' }))).toBe('2026-04-01');
  expect(limitCountsFrom(aClaim({ ...goods, limitDateOf: 'due' }))).toBeNull();
  // Answered when loans were asked for the last payment.
  const loan = { disputing: ['personal-loan'], limitDate: '2026-04-01' };
  expect(limitCountsFrom(aClaim(loan))).toBeNull();
  expect(limitCountsFrom(aClaim({ ...loan, limitDateOf: 'due' }))).toBe('2026-04-01');
});
