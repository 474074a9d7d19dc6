/** Rows of step 4 in a few words. Loaded with what shows them. */
import { longDay } from '@redress/copy/format';
import { rows as copy } from '@redress/copy/rows';
import { formatCents, type ClaimFact, type ClaimItem } from '@redress/domain';

export const hasNoDay = ({ happened, dayIs, day }: ClaimFact): boolean =>
  happened === false || dayIs === 'unknown' || !day?.trim();

/** Details that the sentence of a fact does not hold: it did not happen, it has no day, its proof. */
export function factDetail(fact: ClaimFact): string {
  const { happened, proof, proofName } = fact;
  const named = proof === 'other' ? proofName?.trim() : proof && proof !== 'none' ? copy.facts.proofOf[proof] : '';
  return [
    happened === false ? copy.facts.didNot : hasNoDay(fact) && copy.facts.noDay,
    named && copy.facts.proofIs(named),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A minus and its sum stay on one line: a browser may break between them otherwise. */
export const itemTitle = ({ label, cents, isCredit }: ClaimItem): string =>
  `${label?.trim() || (isCredit ? copy.sum.unnamedCredit : copy.sum.unnamed)}: ${isCredit ? '−\u2060' : ''}${formatCents(cents ?? 0)}`;

export const itemDetail = ({ day, measured }: ClaimItem): string =>
  [day && longDay(day), measured?.trim()].filter(Boolean).join(' · ');
