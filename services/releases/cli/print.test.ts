import { said } from './command.ts';
import { printFreezes, when } from './print.ts';

it('says of which zone a time is: the reader has another clock on the wall', () => {
  expect(when('2026-12-24T17:00:30.250Z')).toBe('2026-12-24 17:00:30 UTC');
  expect(when(null)).toBe('');
});

it('lets no reason write a line of its own, and keeps it as it is for programs', () => {
  const [from, until] = ['2026-12-23T17:00:00Z', '2026-12-27T08:00:00Z'];
  const reason = 'year end\n4   2026-12-28 00:00:00 UTC';
  const { text, json } = said([{ id: 3, from, until, actor: 'ann', reason }], printFreezes);
  expect(text.split('\n')).toHaveLength(2);
  expect(json).toMatchObject([{ reason }]);
});
