import type { CalendarDay } from '@redress/domain';
import type { AfterLetter } from '@redress/domain/papers';
import { documentDay } from '../letters/letter-days.ts';
import type { Known } from './known-case.ts';

/** What papers tell of the time after the letter, and the day of the last report; null where nothing was reported. */
export function afterLetterOf({
  claim,
  answers,
  reports,
}: Pick<Known, 'claim' | 'answers' | 'reports'>): (AfterLetter & { reportedOn: CalendarDay }) | null {
  const last = reports.at(-1);
  if (!last) return null;
  const payments = claim.ledger.flatMap(({ standing, cents, day }) =>
    standing === 'counts' && cents > 0 && day !== null ? [{ day, cents }] : [],
  );
  return {
    reportedOn: documentDay(answers, last.created_at),
    payments: payments.toSorted((a, b) => a.day.localeCompare(b.day)),
    answers: claim.answers.flatMap(({ standing, kind, day, at }) =>
      standing === 'counts' ? [{ kind, day: day ?? documentDay(answers, new Date(at)) }] : [],
    ),
  };
}
