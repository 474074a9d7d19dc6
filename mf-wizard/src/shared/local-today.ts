import { dayInZone } from '@redress/domain';

/** Today where the claimant is: a day that has not begun for them is in the future. */
export const localToday = (nowMs = Date.now()): string =>
  dayInZone(nowMs, Intl.DateTimeFormat().resolvedOptions().timeZone);
