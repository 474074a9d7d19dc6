/** Time limits. A file that is loaded when a claimant has named a kind of claim, a day and a place: it carries the law of every state. */
import type { ClaimFormData } from '@redress/contracts';
import type { CalendarDay } from '@redress/domain';
import type { LimitKind } from '@redress/domain/categories';
import {
  publicSource,
  stateByCode,
  timedClaimOf,
  timeLimit,
  type LimitRule,
  type Perhaps,
  type PublicSource,
} from '@redress/domain/jurisdictions';

export interface TimeLimitAnswer {
  /** Every rule that may hold, each with the day it ends by, the earliest first. */
  rules: readonly {
    kind: LimitKind;
    period: LimitRule['period'];
    endsOn: CalendarDay;
    hasPassed: boolean;
    fact: PublicSource;
  }[];
  perhaps: readonly Perhaps[];
}

/** @returns `null` when there is nothing to report: far away, or not known of each kind the claim may fall under */
export function findTimeLimit(data: ClaimFormData, place: string, today: CalendarDay): TimeLimitAnswer | null {
  const state = stateByCode(place);
  if (!state) return null;
  const { status, limits, perhaps } = timeLimit(state, timedClaimOf(data, today));
  if (status !== 'passed' && status !== 'endsSoon') return null;
  const rules = limits.flatMap(({ kind, rule, endsOn }) =>
    rule && endsOn ? [{ kind, period: rule.period, endsOn, hasPassed: endsOn < today, fact: publicSource(rule) }] : [],
  );
  return { rules: rules.sort((a, b) => (a.endsOn < b.endsOn ? -1 : 1)), perhaps };
}
