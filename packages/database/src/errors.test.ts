import { describeDatabaseError } from './errors.ts';

it('a database that is closed for a while is no database just now', () => {
  const error = { code: '55000', message: 'database "redress" is not currently accepting connections' };
  expect(describeDatabaseError(error).kind).toBe('unavailable');
  // The same SQLSTATE means many other things.
  expect(describeDatabaseError({ code: '55000', message: 'lastval is not yet defined in this session' }).kind).toBe(
    'other',
  );
});
