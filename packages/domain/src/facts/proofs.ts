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

/**
 * `an invoice of March 3, 2026`; empty where there is none to show. The day is that of the row: what the claimant names in
 * words of their own may be of any other.
 * @param read - turns the claimant's words for the reader
 */
export function proofOf(fact: ClaimFact, read: (words: string) => string): string {
  const [proof, own] = [fact.proof || 'none', fact.proofName?.trim() ?? ''];
  if (proof === 'none' || proof === 'promise') return '';
  if (own) return proof === 'witness' ? `a witness (${read(own)})` : read(own);
  const day = proof === 'witness' || !NAMES[proof] ? '' : dayText(fact);
  return `${NAMES[proof]}${day ? ` of ${day}` : ''}`;
}

const MANY: Partial<Record<FactProof, string>> = {
  message: 'messages',
  invoice: 'invoices',
  photo: 'photos',
  witness: 'witnesses',
};

/** What proves the rows, each once; of more than three of a kind only how many. */
export function proofsOf(facts: readonly ClaimFact[], read: (words: string) => string): readonly string[] {
  const alike = (proof: ClaimFact['proof']) => facts.filter((fact) => hasOwnDay(fact) && fact.proof === proof).length;
  const told = facts.map((fact) => {
    const many = fact.proof && hasOwnDay(fact) && alike(fact.proof) > 3 ? MANY[fact.proof] : undefined;
    return many ? `${alike(fact.proof)} ${many}` : proofOf(fact, read);
  });
  return [...new Set(told)].filter(Boolean);
}

/** Whether the day of the row is that of its proof. */
export const hasOwnDay = ({ proofName }: ClaimFact): boolean => !proofName?.trim();
