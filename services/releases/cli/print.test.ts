import { when } from './print.ts';

it('says of which zone a time is: the reader has another clock on the wall', () => {
  expect(when('2026-12-24T17:00:30.250Z')).toBe('2026-12-24 17:00:30 UTC');
  expect(when(null)).toBe('');
});
