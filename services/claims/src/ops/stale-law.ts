import { formatDay, type CalendarDay } from '@redress/domain';
import { STALE_AFTER_DAYS, staleRows } from '@redress/domain/jurisdictions';
import type { Printed } from './operator.ts';

/** What of the law is due to be read again: by place, each with the day it was read and where. */
export function staleLaw(today: CalendarDay): Printed {
  const places = staleRows(today);
  if (places.length === 0) return [`Every text was read within ${STALE_AFTER_DAYS} days of ${formatDay(today)}.`];
  return places.flatMap(({ code, rows }) => [
    `${code}: ${rows.length} ${rows.length === 1 ? 'text' : 'texts'} to read again`,
    ...rows.map(({ id, read, title, url }) => `  ${id}\tread ${read}\t${title}\t${url}`),
  ]);
}
