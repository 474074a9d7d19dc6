import { COMMANDS } from './words.ts';
import { nearestOf } from './nearest.ts';

it.each([
  ['rolback', 'rollback'],
  ['Rollback', 'rollback'],
  ['statu', 'status'],
  ...['', 'xyzzy', 'x'.repeat(100_000)].map((typed) => [typed, null] as const),
])('takes %.20s for %s', (typed, meant) => {
  expect(nearestOf(typed, Object.keys(COMMANDS))).toBe(meant);
});
