/** What proves a row, as letter and papers name it. Nothing is enclosed yet: it is named as on paper. */
import { dayText } from './days.ts';
import type { ClaimFact, FactProof } from './rows.ts';

const NAMES: Readonly<Record<FactProof, string>> = {
  none: '',
  message: 'a message',
  invoice: 'an invoice',
  photo: 'a photo',
  witness: 'a witness',
  promise: '',
  other: '',
};

/** `an invoice of March 3, 2026`; empty where there is none to show. */
export function proofOf(fact: ClaimFact): string {
  const name = fact.proofName?.replace(/\s+/gu, ' ').trim() || NAMES[fact.proof || 'none'];
  const day = fact.proof === 'witness' ? '' : dayText(fact);
  return fact.proof && fact.proof !== 'none' && fact.proof !== 'promise' && name
    ? `${name}${day ? ` of ${day}` : ''}`
    : '';
}
