import { AppError, isAppError, type ClaimFormData } from '@redress/contracts';
import { incidentPlace, type CalendarDay } from '@redress/domain';
import type { EarlierLetter, Letter } from '@redress/domain/letter';
import { findState } from '../reference/tax.ts';
import type { LetterThreads } from './letter-threads.ts';
import type { ClaimRulings } from './letter-work.ts';

/**
 * The letter of some answers, by rule.
 * @param earlier - of a second letter: what it says of the first
 * @param rulings - `null`: what the claimant decided in the answers themselves
 * @throws {AppError} LETTER_GENERATION_FAILED; OVERLOADED when the threads are busy: the answers are not at fault
 */
export async function composeIn(
  threads: LetterThreads,
  {
    answers,
    day,
    rulings,
    earlier = null,
  }: { answers: ClaimFormData; day: CalendarDay; rulings: ClaimRulings | null; earlier?: EarlierLetter | null },
): Promise<Letter> {
  try {
    return await threads.run('compose', {
      input: { data: answers, state: findState(incidentPlace(answers).state), dates: { letterDay: day }, earlier },
      rulings,
    });
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    throw new AppError('LETTER_GENERATION_FAILED', { cause });
  }
}
