import type { ClaimFormData } from '@redress/contracts';
import { dayAtPlace, dayInZone, incidentPlace, type CalendarDay } from '@redress/domain';
import { answerPeriodOf } from '@redress/domain/jurisdictions';
import { letterDaysOn, type LetterDays } from '@redress/domain/letter';
import type { Db, Trx } from '../../platform/database.ts';
import { findState } from '../reference/tax.ts';
import type { SnapshotRow, VersionRow } from './letter.repository.ts';

/** The day a document of this claim carries when it is made then: that of the place where it happened (R35). */
export const documentDay = (answers: ClaimFormData, at: Date): CalendarDay =>
  dayAtPlace(at.getTime(), incidentPlace(answers));

/** Day and date to pay by of a letter that goes out on a day. */
export const letterDaysFor = (answers: ClaimFormData, day: CalendarDay): LetterDays =>
  letterDaysOn(day, answerPeriodOf(answers, findState(incidentPlace(answers).state)));

/** Letters written before their day was stored carried that of the east coast. */
const FORMER_ZONE = 'America/New_York';

/** The day a version carries and the date it was written to be paid by. */
export async function daysOf(
  db: Db | Trx,
  version: VersionRow,
  { answers }: Pick<SnapshotRow, 'answers'>,
): Promise<LetterDays> {
  if (version.letter_day && version.pay_by) return { letterDay: version.letter_day, payBy: version.pay_by };
  const composed = await db
    .selectFrom('letter_version')
    .select('created_at')
    .where('letter_id', '=', version.letter_id)
    .where('version', '<=', version.version)
    .where('origin', 'in', ['composed', 'updated'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return letterDaysFor(answers, dayInZone((composed?.created_at ?? version.created_at).getTime(), FORMER_ZONE));
}
