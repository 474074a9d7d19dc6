import { addDays } from '@redress/domain';
import { lawRows } from '@redress/domain/jurisdictions';
import { staleLaw } from './stale-law.ts';

it('lists a text from the 181st day after it was read, with its place and address', () => {
  const [row] = lawRows('FL', 'procedure', 'venue');
  const read = row?.read ?? '';
  const said = (days: number) => staleLaw(addDays(read, days)).join('\n');
  expect(said(180)).not.toContain('FL.procedure.venue');
  expect(said(181)).toMatch(/^FL: \d+ texts to read again$/m);
  expect(said(181)).toContain(
    `FL.procedure.venue\tread ${read}\tFlorida Statutes, section 47.011\thttps://www.leg.state.fl.us/`,
  );
});

it('says so where nothing is due', () => {
  expect(staleLaw('2026-01-01')).toEqual(['Every text was read within 180 days of January 1, 2026.']);
});
