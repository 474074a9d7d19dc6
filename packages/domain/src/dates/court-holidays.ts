/**
 * Days on which a court of a place is closed, as far as federal and state law name them. A county may close on more days:
 * the clerk knows them. Weekends are among them.
 */
import states from '../../data/court-holidays.json' with { type: 'json' };
import { addDays, calendarDay, weekdayOf, yearOf, type CalendarDay } from './calendar-day.ts';
import { federalHolidayOn, federalHolidays } from './holidays.ts';

interface StateHolidays {
  /** Beside the federal ones: month, day, name. */
  readonly fixed: readonly (readonly [month: number, date: number, name: string])[];
  readonly hasFridayAfterThanksgiving: boolean;
  /** Federal ones that the text does not name: its courts are open, unless a county closes them. */
  readonly notKept: readonly string[];
  /** The official text. The rows `holidays` of the place's law hold the sentence and the days on which it was read. */
  readonly title: string;
  readonly url: string;
}

// The type of the JSON has lists of any length and plain texts; court-days.test.ts holds its rows to days that courts tell.
const STATES = states as unknown as Readonly<Record<string, StateHolidays>>;

export type CourtClosing =
  | { readonly why: 'weekend' }
  /** `title`: of the law that names it. */
  | { readonly why: 'holiday'; readonly name: string; readonly title: string };

const FEDERAL = '5 U.S.C. 6103';

function stateHolidayOn(day: CalendarDay, rules: StateHolidays): string | null {
  const named = rules.fixed.find(([month, date]) => calendarDay(yearOf(day), month, date) === day);
  if (named) return named[2];
  const thanksgiving = federalHolidays(yearOf(day)).find(({ name }) => name === 'Thanksgiving Day')?.day;
  const isAfter = thanksgiving !== undefined && addDays(thanksgiving, 1) === day;
  return rules.hasFridayAfterThanksgiving && isAfter ? 'the Friday after Thanksgiving Day' : null;
}

/** @param state - two letters; of a place whose own days were not read only weekends and federal holidays are known */
export function courtClosingOn(day: CalendarDay, state: string): CourtClosing | null {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6) return { why: 'weekend' };
  const rules = STATES[state];
  const federal = federalHolidayOn(day);
  if (federal && !rules?.notKept.includes(federal.name)) return { why: 'holiday', name: federal.name, title: FEDERAL };
  const name = rules && stateHolidayOn(day, rules);
  return name ? { why: 'holiday', name, title: rules.title } : null;
}

/** The day itself when the court is surely open, else the next such day (`1`) or the one before (`-1`): a county may keep any federal holiday. */
export function openCourtDay(day: CalendarDay, state: string, step: 1 | -1): CalendarDay {
  let result = day;
  while (courtClosingOn(result, state) || federalHolidayOn(result)) result = addDays(result, step);
  return result;
}
