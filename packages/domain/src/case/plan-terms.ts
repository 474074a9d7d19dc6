/** A payment in parts, as it is offered. */
import type { CalendarDay } from '../dates/calendar-day.ts';

export const PLAN_PERIODS = ['week', 'two_weeks', 'month'] as const;
export type PlanPeriod = (typeof PLAN_PERIODS)[number];

export interface PlanTerms {
  /** Paid before the parts begin; 0 where nothing is. */
  readonly nowCents: number;
  /** Its day; null where nothing is paid then. */
  readonly nowDay: CalendarDay | null;
  readonly eachCents: number;
  readonly every: PlanPeriod;
  /** Day of the first part. */
  readonly from: CalendarDay;
}
