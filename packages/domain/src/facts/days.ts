/** The day of a row: exact, about, or not known; about may name a month or a year alone. */
import { calendarDay, formatDay, parseCalendarDay, type CalendarDay } from '../dates/calendar-day.ts';
import type { ClaimFact } from './rows.ts';

type Dated = Pick<ClaimFact, 'day' | 'dayIs' | 'happened'>;

interface KnownDay {
  /** Compares as text: `2019`, `2019-03`, `2019-03-03`. */
  readonly sorts: string;
  readonly isAbout: boolean;
  /** Where the whole day is given. */
  readonly day: CalendarDay | null;
}

export function dayOf({ day, dayIs, happened }: Dated): KnownDay | null {
  if (dayIs === 'unknown' || happened === false) return null;
  const typed = day?.trim() ?? '';
  const whole = parseCalendarDay(typed);
  if (whole) return { sorts: whole, isAbout: dayIs === 'about', day: whole };
  const [, year = '', month] = /^(\d{4})(?:-(\d{2}))?$/.exec(typed) ?? [];
  if (!calendarDay(Number(year), Number(month ?? 1), 1)) return null;
  return { sorts: typed, isAbout: true, day: null };
}

/** Whether a row may mean a day: one that is about right is compared to its month. */
export function isDayOf(row: Dated, day: CalendarDay): boolean {
  const known = dayOf(row);
  return known !== null && day.startsWith(known.isAbout ? known.sorts.slice(0, 7) : known.sorts);
}

/** `March 3, 2026`, `March 2026`, `2026`; with "about" where it is not sure; empty without a day. */
export function dayText(fact: Dated): string {
  const known = dayOf(fact);
  if (!known) return '';
  const [year = '', month] = known.sorts.split('-');
  const plain = known.day ? formatDay(known.day) : month ? formatDay(`${year}-${month}-01`).replace(/ 1,/, '') : year;
  return known.isAbout ? `about ${plain}` : plain;
}

/** How a sentence begins: `On March 3, 2026`, `On or about March 3, 2026`, `In about March 2026`. */
export function dayLead(fact: Dated): string {
  const known = dayOf(fact);
  if (!known) return '';
  return known.day ? `On ${known.isAbout ? 'or ' : ''}${dayText(fact)}` : `In ${dayText(fact)}`;
}

/** Rows by their days; a row without one stays behind the row it stands behind. */
export function inOrderOfDays<Row extends Dated>(rows: readonly Row[]): readonly Row[] {
  let last = '';
  return rows
    .map((row) => ({ row, sorts: (last = dayOf(row)?.sorts ?? last) }))
    .sort((a, b) => (a.sorts < b.sorts ? -1 : a.sorts > b.sorts ? 1 : 0))
    .map(({ row }) => row);
}
