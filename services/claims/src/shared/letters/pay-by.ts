import type { ClaimFormData } from '@redress/contracts';
import { dayInZone, incidentPlace, payByDay, type CalendarDay } from '@redress/domain';
import { findState } from '../reference/tax.ts';

/** The date a letter of these answers, made then, asks to be paid by. */
export const payByOf = (answers: ClaimFormData, madeAt: Date): CalendarDay =>
  payByDay(
    dayInZone(madeAt.getTime(), 'America/New_York'),
    findState(incidentPlace(answers).state)?.answerPeriod?.value ?? null,
  ).payBy;
