import { COMMANDS } from './words.ts';
import { nearestOf } from './nearest.ts';

it.each<[string, string | null]>([
  ['rolback', 'rollback'],
  ['Rollback', 'rollback'],
  ['statu', 'status'],
  ['xyzzy', null],
  ['', null],
])('takes "%s" for %s', (typed, meant) => {
  expect(nearestOf(typed, Object.keys(COMMANDS))).toBe(meant);
});

it('compares nothing that is far longer than a command', () => {
  expect(nearestOf('x'.repeat(100_000), ['x'])).toBeNull();
});
