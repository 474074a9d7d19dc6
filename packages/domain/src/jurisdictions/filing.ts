/** What going to court asks of a claimant before anything is bought: the sum, its fee, and what the rules of a place answer. */
import type { ClaimFormData } from '../claim/form-data.ts';
import { dollarsToCents } from '../money/cents.ts';
import { isConfirmed } from './fact.ts';
import { lawRows, rowCitation, type LawRow } from './law-rows.ts';
import { checkLimit, type SizedClaim } from './limits.ts';
import type { Citation } from './fact.ts';
import type { StateFacts } from './states.ts';

/** Dollars of a fee's step; a missing end is open. */
function isForSum({ value }: LawRow, cents: number): boolean {
  const dollars = (key: string) => (typeof value[key] === 'number' ? value[key] * 100 : null);
  const [from, over, to, below] = [dollars('fromUsd'), dollars('overUsd'), dollars('toUsd'), dollars('belowUsd')];
  return (
    (from === null || cents >= from) &&
    (over === null || cents > over) &&
    (to === null || cents <= to) &&
    (below === null || cents < below)
  );
}

/** The fee of a place for a sum; none where it was not read. */
export const filingFeeRow = (code: string, cents: number): LawRow | undefined =>
  lawRows(code, 'procedure', 'fee').find((row) => isForSum(row, cents));

/**
 * A sum to give up is worked out from a limit that a text confirms (`limitCents`) alone.
 * @returns `askedCents`: what is open, or the limit when the excess is waived
 */
export function courtSum(
  { overLimitChoice }: Pick<ClaimFormData, 'overLimitChoice'>,
  state: StateFacts | null,
  claim: SizedClaim,
) {
  const limit = state ? checkLimit(state, claim) : null;
  const limitCents = limit && isConfirmed(limit.fact) ? limit.limitCents : null;
  const isWaived = overLimitChoice === 'waive' && limit?.status === 'above' && limit.mayGiveUp;
  const hasWaived = isWaived && limitCents !== null;
  return { limit, limitCents, hasWaived, askedCents: hasWaived && limitCents ? limitCents : claim.amountCents };
}

/** What papers of a place can answer, in the order in which a claimant meets it. */
export const DOOR_RULES = ['venue', 'filing', 'copies', 'fee', 'service', 'answer', 'appeal'] as const;
export type DoorRule = (typeof DOOR_RULES)[number];

export interface CourtDoor {
  readonly state: string;
  readonly askedCents: number;
  readonly fee: {
    readonly says: string;
    readonly cents: number | null;
    readonly note: string | null;
    readonly citation: Citation;
  } | null;
  /** Of DOOR_RULES; none in a place whose rules were not read. */
  readonly answers: readonly DoorRule[];
}

/** The way to the court of a state for a sum. */
export function courtDoor(state: StateFacts, askedCents: number): CourtDoor {
  const row = filingFeeRow(state.code, askedCents);
  const { says, usd } = row?.value ?? {};
  const cents = typeof usd === 'number' ? dollarsToCents(usd) : null;
  return {
    state: state.nameInText,
    askedCents,
    fee: row && typeof says === 'string' ? { says, cents, note: row.note ?? null, citation: rowCitation(row) } : null,
    answers: DOOR_RULES.filter((rule) =>
      rule === 'fee' ? row !== undefined : lawRows(state.code, 'procedure', rule).length > 0,
    ),
  };
}
