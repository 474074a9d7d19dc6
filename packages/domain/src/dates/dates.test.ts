import fc from 'fast-check';
import {
  addDays,
  addYears,
  calendarDay,
  dayInZone,
  daysBetween,
  formatDay,
  shortDayOf,
  parseCalendarDay,
  weekdayOf,
} from './calendar-day.ts';
import { addBusinessDays, federalHolidayOn, federalHolidays, isBusinessDay, nextBusinessDay } from './holidays.ts';
import { payByDay } from './pay-by.ts';

const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));

describe('calendar days', () => {
  it('reads real days only', () => {
    expect(parseCalendarDay('2026-03-03')).toBe('2026-03-03');
    expect(parseCalendarDay('3/3/2026')).toBe('2026-03-03');
    expect(parseCalendarDay('2024-02-29')).toBe('2024-02-29');
    expect(parseCalendarDay('2026-02-29')).toBeNull();
    expect(parseCalendarDay('2026-13-01')).toBeNull();
    expect(parseCalendarDay('2026-3-3')).toBeNull();
    expect(parseCalendarDay('13/40/2026')).toBeNull();
    expect(parseCalendarDay(null)).toBeNull();
  });

  it('does not shift by time zone', () => {
    const evening = Date.UTC(2026, 2, 4, 2, 30);
    expect(dayInZone(evening, 'America/Los_Angeles')).toBe('2026-03-03');
    expect(dayInZone(evening, 'UTC')).toBe('2026-03-04');
    expect(formatDay('2026-03-03')).toBe('March 3, 2026');
    expect(shortDayOf('2026-03-03')).toBe('Mar 3, 2026');
  });

  it('adds years to February 29 without leaving the month', () => {
    expect(addYears('2024-02-29', 1)).toBe('2025-02-28');
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
    expect(addYears('2023-03-01', 1)).toBe('2024-03-01');
  });

  it('counts days both ways', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
        expect(weekdayOf(addDays(day, count * 7))).toBe(weekdayOf(day));
      }),
    );
  });

  it('makes no day of parts that are not whole', () => {
    expect(calendarDay(2026, 1.5, 1)).toBeNull();
  });
});

describe('federal holidays', () => {
  it('knows the eleven of 2026', () => {
    expect(federalHolidays(2026).map(({ observed }) => observed)).toEqual([
      '2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03',
      '2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25',
    ]); // prettier-ignore
  });

  it('moves a Saturday holiday to Friday, even into the year before', () => {
    expect(federalHolidayOn('2021-12-31')?.name).toBe("New Year's Day");
    expect(isBusinessDay('2021-12-31')).toBe(false);
  });

  it('moves a Sunday holiday to Monday', () => {
    expect(federalHolidayOn('2023-01-02')?.name).toBe("New Year's Day");
    expect(federalHolidayOn('2022-12-26')?.name).toBe('Christmas Day');
  });

  it('has no Juneteenth before 2021', () => {
    expect(federalHolidayOn('2020-06-19')).toBeNull();
    expect(federalHolidayOn('2021-06-18')?.name).toContain('Juneteenth');
  });

  it('counts business days past a long weekend', () => {
    expect(addBusinessDays('2026-07-02', 1)).toBe('2026-07-06');
    expect(nextBusinessDay('2026-11-26')).toBe('2026-11-27');
    expect(nextBusinessDay('2026-11-27')).toBe('2026-11-27');
  });
});

describe('pay-by date', () => {
  it('is 14 days after the expected delivery', () => {
    expect(payByDay('2026-03-02')).toEqual({ expectedDelivery: '2026-03-09', payBy: '2026-03-23' });
  });

  it('follows a rule before the default', () => {
    expect(payByDay('2026-03-02', { days: 9, counts: 'business' }).payBy).toBe('2026-03-20');
    expect(payByDay('2026-03-02', { days: 30, counts: 'calendar' }).payBy).toBe('2026-04-08');
  });

  it('never falls on a weekend or a federal holiday and never before the answer period ends', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (day, days) => {
        const { payBy, expectedDelivery } = payByDay(day, { days, counts: 'calendar' });
        expect(isBusinessDay(payBy)).toBe(true);
        expect(daysBetween(expectedDelivery, payBy)).toBeGreaterThanOrEqual(days);
        expect(daysBetween(expectedDelivery, payBy)).toBeLessThanOrEqual(days + 5);
      }),
    );
  });
});
