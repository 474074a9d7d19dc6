/** Loaded when a claimant has named a kind of claim, a day and a place: it carries the law of every state. */
import type { ClaimFormData } from '@redress/contracts';
import type { CalendarDay } from '@redress/domain';
import { limitationTypesOf, type LimitationType } from '@redress/domain/categories';
import { publicSource, stateByCode, timeLimit, type PublicSource } from '@redress/domain/jurisdictions';

export interface TimeLimitAnswer {
  type: LimitationType;
  years: number;
  hasPassed: boolean;
  endsOn: CalendarDay;
  fact: PublicSource;
}

/** @returns `null` when there is nothing to report: far away, or not known */
export function findTimeLimit(claim: {
  situation: ClaimFormData['situation'];
  disputing: ClaimFormData['disputing'];
  state: string;
  countsFrom: CalendarDay | null;
  today: CalendarDay;
}): TimeLimitAnswer | null {
  const state = stateByCode(claim.state);
  if (!state) return null;
  const { countsFrom, today } = claim;
  const types = limitationTypesOf(claim.situation, claim.disputing);
  const { status, type, years, endsOn, fact } = timeLimit(state, { types, countsFrom, today });
  if ((status !== 'passed' && status !== 'endsSoon') || !type || years === null || !endsOn || !fact) return null;
  return { type, years, hasPassed: status === 'passed', endsOn, fact: publicSource(fact) };
}
