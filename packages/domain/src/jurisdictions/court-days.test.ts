import fc from 'fast-check';
import { hearingConcerns, type CourtDates } from '../case/court-dates.ts';
import { addDays, calendarDay, daysBetween } from '../dates/calendar-day.ts';
import { courtClosingOn } from '../dates/court-holidays.ts';
import { courtDays } from './court-days.ts';
import { lawRows, type LawRow } from './law-rows.ts';

const NONE: CourtDates = { caseNumber: '', hearingDay: null, servedDay: null, judgmentDay: null };
const aRow = (kind: string, days: unknown): LawRow => ({
  id: `XX.procedure.${kind}`,
  cell: 'procedure',
  kind,
  value: { days },
  title: 'Rule 7',
  url: 'https://courts.example/7',
  read: '2026-11-28',
});
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days));

it('counts the answer and the appeal of Texas by the rows that were read', () => {
  const served = courtDays('TX', { ...NONE, servedDay: '2026-12-11' });
  // The 14th day is Christmas: the next day is a holiday of Texas, then comes a weekend.
  expect(served).toEqual([
    { kind: 'answer_by', day: '2026-12-28', says: expect.stringContaining('14th day'), citation: expect.objectContaining({ title: expect.stringContaining('501') }) },
  ]);
  const judged = courtDays('TX', { ...NONE, hearingDay: '2026-12-01', servedDay: '2026-10-01', judgmentDay: '2026-12-05' });
  // 21 days after it is the day after Christmas: the last open day before is December 23.
  expect(judged.map(({ kind, day }) => [kind, day])).toEqual([
    ['hearing', '2026-12-01'],
    ['appeal_by', '2026-12-23'],
    ['collect_from', '2027-01-05'],
  ]);
}); // prettier-ignore

it('names the first open day after the time that the other side has before a judgment can be collected', () => {
  const firstDayToCollect = (state: string, judgmentDay: string) =>
    courtDays(state, { ...NONE, judgmentDay }).find(({ kind }) => kind === 'collect_from')?.day;
  // Thirty days in Texas are over on January 4, in Florida ten on December 15.
  expect([firstDayToCollect('TX', '2026-12-05'), firstDayToCollect('FL', '2026-12-05')]).toEqual([
    '2027-01-05',
    '2026-12-16',
  ]);
  expect(firstDayToCollect('TX', '2026-11-25')).toBe('2026-12-28');
  expect(firstDayToCollect('AL', '2026-12-05')).toBeNull();
});

it('leaves what no row answers to the clerk, and names no rule for it', () => {
  expect(courtDays('WY', { ...NONE, hearingDay: '2026-12-01', servedDay: '2026-11-02' })).toEqual([
    { kind: 'hearing', day: '2026-12-01', says: '', citation: null },
    { kind: 'answer_by', day: null, says: '', citation: null },
    { kind: 'serve_by', day: null, says: '', citation: null },
    { kind: 'proof_by', day: null, says: '', citation: null },
    { kind: 'evidence_by', day: null, says: '', citation: null },
  ]);
  expect(courtDays('FL', NONE)).toEqual([]);
});

it('moves what the claimant does before a closed day and what the other side may do after it, and never further than to an open one', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 60 }), fc.constantFrom('FL', 'TX', 'WY'), (start, days, state) => {
      const rows = (kind: string) => [aRow(kind, days)];
      const dates = { ...NONE, hearingDay: start, servedDay: start };
      for (const { kind, day } of courtDays(state, dates, rows)) {
        if (kind === 'hearing' || day === null) continue;
        expect(courtClosingOn(day, state)).toBeNull();
        const off =
          kind === 'answer_by' ? daysBetween(addDays(start, days), day) : daysBetween(day, addDays(start, -days));
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(6);
      }
    }),
  );
});

it('says of a hearing day that it is over, tomorrow, on a weekend or on a holiday of the place', () => {
  const said = (day: string, state = 'TX') =>
    hearingConcerns(day, { today: '2026-11-26', state }).map((concern) =>
      concern.why === 'holiday' ? concern.name : concern.why,
    );
  expect(said('2026-12-02')).toEqual([]);
  expect(said('2026-11-25')).toEqual(['past']);
  expect([said('9999-12-31'), said('1026-12-02')]).toEqual([['far'], ['far']]);
  expect(said('2026-11-26')).toEqual(['today', 'Thanksgiving Day']);
  expect(said('2026-11-27')).toEqual(['tomorrow', 'the Friday after Thanksgiving Day']);
  expect(said('2026-11-27', 'WY')).toEqual(['tomorrow']);
  expect(said('2026-11-28')).toEqual(['weekend']);
  expect(said('2027-03-02', 'FL')).toEqual([]);
  expect(said('2027-03-02')).toEqual(['Texas Independence Day']);
});

/** Days on which the keys of a row `holidays` can be seen, none of them on a weekend. */
const SEEN: Readonly<Record<string, string>> = {
  columbusDay: '2026-10-12',
  washingtonsBirthday: '2026-02-16',
  juneteenth: '2026-06-19',
  fridayAfterThanksgiving: '2026-11-27',
  saturdayMovesToFriday: '2027-12-24',
};
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

it.each(['FL', 'TX'])(
  'closes the courts of %s on the holidays that were read twice, and on no other federal one',
  (state) => {
    const rows = lawRows(state, 'procedure', 'holidays');
    expect(rows.length).toBeGreaterThan(0);
    for (const { value } of rows)
      for (const [key, said] of Object.entries(value)) {
        const month = MONTHS.findIndex((name) => key.startsWith(name)) + 1;
        const day = SEEN[key] ?? calendarDay(2026, month, Number(said));
        expect([key, day && courtClosingOn(day, state) !== null]).toEqual([key, said !== false]);
      }
  },
);
