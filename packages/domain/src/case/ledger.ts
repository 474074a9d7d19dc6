/**
 * Money between the parties, as the claimant reports it (R47). None of it passes through us, nothing is added to it, no
 * interest either, and a report that was wrong stays beside the one in its place.
 */
import type { ClaimantReport, ClaimCase, MoneyReport } from './case-file-state.ts';

export interface LedgerSums {
  readonly claimedCents: number;
  readonly receivedCents: number;
  /** Still owed of what the letter asks: `claimedCents = receivedCents + balanceCents - overCents`. */
  readonly balanceCents: number;
  /** Received above what the letter asks. */
  readonly overCents: number;
}

/** Sums of the reports that count. @param without - a report that is left out of them, to be put in another's place */
export function ledgerSums(
  { claimedCents, ledger }: Pick<ClaimCase, 'claimedCents' | 'ledger'>,
  without: string | null = null,
): LedgerSums {
  const receivedCents = ledger
    .filter(({ id, standing }) => standing === 'counts' && id !== without)
    .reduce((sum, { cents }) => sum + cents, 0);
  const openCents = claimedCents - receivedCents;
  return { claimedCents, receivedCents, balanceCents: Math.max(0, openCents), overCents: Math.max(0, -openCents) };
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
  const isPaid = claim.claimedCents > 0 && ledgerSums({ ...claim, ledger }).balanceCents === 0;
  return { ledger, answers, closed: isPaid ? 'paid' : claim.closed === 'paid' ? null : claim.closed };
}
