import type { ClaimFormData } from '@redress/contracts';
import { dayAtPlace, incidentPlace, type CalendarDay } from '@redress/domain';
import { answerPeriodOf } from '@redress/domain/jurisdictions';
import { letterDaysOn, type LetterDays } from '@redress/domain/letter';
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
