import {
  addDays,
  caseDeadlines,
  claimantOf,
  dayAtPlace,
  incidentPlace,
  zonesOfPerson,
  type CaseDeadline,
  type ReminderFacts,
} from '@redress/domain';
import { courtDays, lastSafeDay, type CourtDay } from '@redress/domain/jurisdictions';
import type { Trx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCaseOf, lockOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { findState } from '../../shared/reference/tax.ts';
import { readKnown, type Known } from '../../shared/cases/known-case.ts';
import { caseBefore } from '../../shared/cases/further-letter.ts';
import { findReminders } from './case-reminders.ts';

/** Days for which a day in court that has passed is asked about. */
const DAYS_AFTER = 7;

/** Until when a court of the place is asked, as far as it is confirmed, with what says so. */
export function fileByOf({ session: { formData } }: Pick<Known, 'session'>, at: number) {
  const place = incidentPlace(formData);
  return lastSafeDay(formData, findState(place.state), dayAtPlace(at, place));
}

/** The days of a case in court; none while none was typed. */
export const courtDaysOf = ({ claim, session }: Pick<Known, 'claim' | 'session'>): readonly CourtDay[] =>
  claim.court ? courtDays(findState(incidentPlace(session.formData).state)?.code ?? '', claim.court) : [];

/** The days of a case, as its reminders and its calendar have them. */
export function deadlinesOf(known: Known, at: number): CaseDeadline[] {
  const { claim, answerBy, session, letter } = known;
  if (letter?.state !== 'posted') return [];
  const fileBy = fileByOf(known, at)?.day ?? null;
  const place = incidentPlace(session.formData);
  // What nobody can do any more is asked about for a week, not for good.
  const from = addDays(dayAtPlace(at, place), -DAYS_AFTER);
  const court = courtDaysOf(known).map((one) => (one.day && one.day < from ? { ...one, day: null } : one));
  return caseDeadlines(claim, { answerBy, fileBy, place, court });
}

export interface LookedAt {
  known: Known;
  account: { id: string; email: string };
  facts: ReminderFacts;
}

/**
 * A case as its reminders depend on it, locked: two that look at it, or a report, come one after the other.
 * @returns null where the claim or its account is gone
 */
export async function lookAtCase(trx: Trx, { now }: Pick<Platform, 'now'>, letterId: string): Promise<LookedAt | null> {
  const found = await trx
    .selectFrom('letter')
    .innerJoin('account', 'account.id', 'letter.user_id')
    .select(['letter.form_session_id', 'account.id', 'account.email', 'account.reminders_off'])
    .where('letter.id', '=', letterId)
    .executeTakeFirst();
  const owner = { userId: found?.id ?? '', visitorId: null };
  if (found) await lockCaseOf(trx, found.form_session_id);
  const session = found && (await lockOwnedSession(trx, found.form_session_id, owner));
  if (!session) return null;
  const at = now().getTime();
  const own = await readKnown(trx, session);
  // A further letter has days of its own, in the case of the first: what is reported there ends them.
  const first = session.followsLetterId ? await caseBefore(trx, session.followsLetterId) : own;
  if (!first) return null;
  const known = { ...own, session: first.session, claim: { ...first.claim, state: own.claim.state } };
  return {
    known,
    account: found,
    facts: {
      deadlines: deadlinesOf(known, at),
      sent: await findReminders(trx, known.session.id),
      switchedOff: found.reminders_off,
      zones: zonesOfPerson(claimantOf(known.session.formData).place),
      at,
    },
  };
}
