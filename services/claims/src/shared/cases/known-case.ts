import type { ClaimFormData } from '@redress/contracts';
import { amountCents, NEW_CASE, withReports, type CalendarDay, type ClaimCase } from '@redress/domain';
import { payByIn, type LetterPart } from '@redress/domain/letter';
import type { Db, Trx } from '../../platform/database.ts';
import type { StoredSession } from '../form-sessions/form-session.ts';
import { claimCaseOf } from '../letters/letter-case.ts';
import { findLetterOfSession, findSnapshot, findVersion, type LetterRow } from '../letters/letter.repository.ts';
import { findMailings, type TrackedMailing } from '../mailings/mailing.repository.ts';
import { eventOf, findReports, type CaseReportRow } from './case-report-table.ts';

export interface Known {
  session: StoredSession;
  letter: LetterRow | null;
  /** The last copy to the other side itself. */
  mailing: TrackedMailing | null;
  reports: CaseReportRow[];
  claim: ClaimCase;
  /** Answers of the letter that was mailed, or of the claim before that: they may have been changed since. */
  answers: ClaimFormData;
  /** Day by which the letter asks for an answer; null where it names none. */
  answerBy: CalendarDay | null;
}

/**
 * A claim as the domain's table of transitions reads it, with what was reported of it.
 * @param further - a letter after the first, in its place
 */
export async function readKnown(db: Db | Trx, session: StoredSession, further?: LetterRow): Promise<Known> {
  const letter = further ?? (await findLetterOfSession(db, session.id));
  const mailings = letter ? await findMailings(db, letter.id) : [];
  const mailing = mailings.findLast((one) => one.mailing.recipient_no === 0) ?? null;
  const reports = await findReports(db, session.id);
  const version = letter && (await findVersion(db, letter.id, letter.posted_version ?? letter.version));
  const asked = version && (await findSnapshot(db, version.snapshot_id));
  const answers = asked?.answers ?? session.formData;
  const claim = {
    ...(letter ? claimCaseOf(letter, version?.text_hash ?? '', 0, mailing?.mailing.state) : NEW_CASE),
    claimedCents: amountCents(answers.amount) ?? 0,
  };
  const answerBy = version ? answerDay(version) : null;
  return { session, letter, mailing, reports, answers, answerBy, claim: withReports(claim, reports.map(eventOf)) };
}

/** As the letter says it: the claimant may have chosen another day, or none. Versions of before days were kept name none. */
export const answerDay = ({
  parts,
  letter_day,
  pay_by,
}: Readonly<Record<'letter_day' | 'pay_by', string | null>> & { parts: readonly LetterPart[] | null }):
  string | null => (parts && letter_day && pay_by ? payByIn(parts, { letterDay: letter_day, payBy: pay_by }) : null);
