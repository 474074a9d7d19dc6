import { COMMANDS } from './words.ts';
import { nearestOf } from './nearest.ts';

const names = Object.keys(COMMANDS);

it.each([
  ['rolback', 'rollback'],
  ['Rollback', 'rollback'],
  ['statu', 'status'],
])('takes %s for %s', (typed, meant) => {
  expect(nearestOf(typed, names)).toBe(meant);
});

it.each(['', 'xyzzy', 'x'.repeat(100_000)])('takes a word that is near to none for none', (typed) => {
  expect(nearestOf(typed, names)).toBeNull();
});
