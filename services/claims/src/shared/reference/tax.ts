import { AppError } from '@redress/contracts';
import { matchState, stateByCode, taxRateOn, type StateFacts } from '@redress/domain/jurisdictions';

/** @param state - code, value, label or name, as typed or chosen; `null` when none can be meant */
export function findState(state: string | null | undefined): StateFacts | null {
  const option = matchState(state);
  return option ? (stateByCode(option.code) ?? null) : null;
}

/**
 * A state's sales tax on a day.
 * @returns the rate as a fraction: 0.08 means 8 %
 * @throws {AppError} STATE_REQUIRED when no state is named, TAX_UNKNOWN when none is meant or its rate is not known
 */
export function stateTaxRate(state: string | null | undefined, at: Date): { rate: number; state: StateFacts } {
  if (!state?.trim()) throw new AppError('STATE_REQUIRED');
  const facts = findState(state);
  const rate = facts && taxRateOn(facts, at.toISOString().slice(0, 10)).value;
  if (!facts || rate === null) throw new AppError('TAX_UNKNOWN');
  return { rate, state: facts };
}

/** The same to show a price by; `null` when no rate is known yet, so that nothing may be charged by it (R16). */
export const knownStateTax = (state: string | null | undefined, at: Date): ReturnType<typeof stateTaxRate> | null =>
  findState(state)?.tax.value == null ? null : stateTaxRate(state, at);
