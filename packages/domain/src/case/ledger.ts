/**
 * Money between the parties, as the claimant reports it (R47). None of it passes through us, nothing is added to it, no
 * interest either, and a report that was wrong stays beside the one in its place.
 */
import type { CalendarDay } from '../dates/calendar-day.ts';
import type { ClaimantReport, ClaimCase, MoneyReport } from './case-file-state.ts';

export type Money = Pick<ClaimCase, 'claimedCents' | 'ledger' | 'court'>;

/** The judgment whose sum takes the place of the letter's; null while there is none, or its sum is not known. */
export const judgedSum = ({ court }: Pick<ClaimCase, 'court'>): { day: CalendarDay; cents: number } | null =>
  court?.judgmentDay && court.awardedCents ? { day: court.judgmentDay, cents: court.awardedCents } : null;

/** Reports that count for what is owed: what came before a judgment is in its sum already. */
export function countedReports({ ledger, court }: Pick<ClaimCase, 'ledger' | 'court'>): readonly MoneyReport[] {
  const judged = judgedSum({ court });
  return ledger.filter(({ standing, day }) => standing === 'counts' && (!judged || day === null || day >= judged.day));
}

/**
 * Sums of the reports that count: `owedCents = receivedCents + balanceCents - overCents`, where owed is what the judgment
 * orders, or else what the letter asks.
 * @param without - a report that is left out of them, to be put in another's place
 */
export function ledgerSums(claim: Money, without: string | null = null) {
  const owedCents = judgedSum(claim)?.cents ?? claim.claimedCents;
  const receivedCents = countedReports(claim)
    .filter(({ id }) => id !== without)
    .reduce((sum, { cents }) => sum + cents, 0);
  const openCents = owedCents - receivedCents;
  return { owedCents, receivedCents, balanceCents: Math.max(0, openCents), overCents: Math.max(0, -openCents) };
}

/** Whether nothing is open any more; a case that the ledger closed is opened when something is. */
export function closedByMoney(claim: Money & Pick<ClaimCase, 'closed'>): ClaimCase['closed'] {
  const { owedCents, balanceCents } = ledgerSums(claim);
  return owedCents > 0 && balanceCents === 0 ? 'paid' : claim.closed === 'paid' ? null : claim.closed;
}

type MoneyEvent = Extract<ClaimantReport, { type: 'money.reported' | 'report.withdrawn' }>;

/** Ledger and answers after a report, and whether the case is closed by it or opened again. */
export function withReport(claim: ClaimCase, event: MoneyEvent): Pick<ClaimCase, 'ledger' | 'answers' | 'closed'> {
  const ledger: MoneyReport[] = claim.ledger.map((report) =>
    report.id === event.replaces
      ? { ...report, standing: event.type === 'money.reported' ? 'corrected' : 'withdrawn' }
      : report,
  );
  if (event.type === 'money.reported') {
    const { id, kind, day, at } = event;
    const cents = { all: ledgerSums({ ...claim, ledger }).balanceCents, part: event.cents, none: 0 }[kind];
    ledger.push({ id, kind, cents, day: kind === 'none' ? null : day, at, standing: 'counts' });
  }
  const answers = claim.answers.map((answer) =>
    event.type === 'report.withdrawn' && answer.id === event.replaces
      ? { ...answer, standing: 'withdrawn' as const }
      : answer,
  );
  return { ledger, answers, closed: closedByMoney({ ...claim, ledger }) };
}
