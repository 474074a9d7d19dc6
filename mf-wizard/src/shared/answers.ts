import type { ClaimFormData } from '@redress/contracts';

export type Answers = Partial<ClaimFormData>;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether two answers say the same. An answer never given and one emptied again say the same. */
export const sameAnswer = (a: unknown, b: unknown): boolean =>
  a === b || (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/** Answers of `now` that differ from `before`. One that `now` lost is given as `null`, so that it can be laid over. */
export function changedAnswers(before: ClaimFormData, now: ClaimFormData): Answers {
  const fields = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof ClaimFormData>;
  const changed: Record<string, unknown> = {};
  for (const field of fields) {
    if (!sameAnswer(before[field], now[field])) changed[field] = now[field] ?? null;
  }
  return changed as Answers; // every field comes from a claim, with that claim's value
}

export const hasAnswers = (answers: Answers): boolean => Object.values(answers).some((value) => !isEmpty(value));

/** Whether `data` already says everything that `answers` say. */
export const containsAnswers = (data: ClaimFormData, answers: Answers): boolean =>
  Object.entries(answers).every(([field, value]) => sameAnswer(data[field as keyof ClaimFormData], value));
