import type { ClaimFormData } from '@redress/contracts';
import { dayAtPlace, incidentPlace, type CalendarDay } from '@redress/domain';
import { answerPeriodOf } from '@redress/domain/jurisdictions';
import { alignParts, earliestPayBy, letterDaysOn, payByIn } from '@redress/domain/letter';
import type { LetterDays, LetterPart } from '@redress/domain/letter';
import { findState } from '../reference/tax.ts';
import type { VersionRow } from './letter.repository.ts';

/** The day a document of this claim carries when it is made then: that of the place where it happened (R35). */
export const documentDay = (answers: ClaimFormData, at: Date): CalendarDay =>
  dayAtPlace(at.getTime(), incidentPlace(answers));

/** Day and date to pay by of a letter that goes out on a day. */
export const letterDaysFor = (answers: ClaimFormData, day: CalendarDay): LetterDays =>
  letterDaysOn(day, answerPeriodOf(answers, findState(incidentPlace(answers).state)));

/** The day a version carries and the date it was written to be paid by. */
export const daysOf = ({ letter_day: letterDay, pay_by: payBy }: VersionRow): LetterDays => ({ letterDay, payBy });

/** The parts of a version, aligned with its text: rules of now may part a line otherwise than those that wrote it. */
export const partsOf = ({ parts, text }: VersionRow): readonly LetterPart[] => alignParts(parts, text);

/**
 * Whether the words leave the reader time: expected delivery and seven days, up to the date they ask to be paid by.
 * @param day - on which they go out
 * @returns the earliest date they could name, or `null` when they leave it
 */
export function tooSoon(version: VersionRow, day: CalendarDay): CalendarDay | null {
  const payBy = payByIn(partsOf(version), daysOf(version));
  const earliest = earliestPayBy(day);
  return payBy !== null && payBy < earliest ? earliest : null;
}
