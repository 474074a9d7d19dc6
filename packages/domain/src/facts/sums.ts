/** The parts of a sum, in whole cents: what is asked for, less credits and part payments. */
import { amountCents } from '../money/amount.ts';
import { formatCents } from '../money/cents.ts';
import type { ClaimFormData } from '../claim/form-data.ts';
import { dayText } from './days.ts';
import type { ClaimItem } from './rows.ts';

/** Minus for a credit; nothing while the amount is not typed. */
export const signedCents = ({ cents, isCredit }: ClaimItem): number => (cents ? (isCredit ? -cents : cents) : 0);

/** Both parts of the sum are not below zero. */
export function sumOf(items: readonly ClaimItem[] | null | undefined) {
  const of = (isCredit: boolean): number =>
    (items ?? []).reduce((sum, item) => sum + ((item.isCredit ?? false) === isCredit ? (item.cents ?? 0) : 0), 0);
  const [chargedCents, creditCents] = [of(false), of(true)];
  return { chargedCents, creditCents, totalCents: chargedCents - creditCents };
}

/** What is owed behind each item, in its place. */
export function runningTotals(items: readonly ClaimItem[] | null | undefined): readonly number[] {
  let total = 0;
  return (items ?? []).map((item) => (total += signedCents(item)));
}

/** Items that say what they are and how much. */
export const toldItems = (items: readonly ClaimItem[] | null | undefined): readonly ClaimItem[] =>
  (items ?? []).filter((item) => item.label?.trim() && item.cents);

/** Whether the items make the amount that is asked for: only then does a table of them stand in letter and papers. */
export function itemsMakeAmount({ sumItems, amount }: ClaimFormData): boolean {
  const [told, asked] = [toldItems(sumItems), amountCents(amount)];
  return told.length > 0 && [told, sumItems].every((items) => sumOf(items).totalCents === asked);
}

/**
 * `Door (two quotes): $250.00`, `Part payment (May 3, 2026): -$100.00`.
 * @param read - turns the claimant's words for the reader; as they were typed by default
 */
export function itemLine(item: ClaimItem, read: (words: string) => string = String): string {
  const [label, measured] = [item.label, item.measured].map((text) => read(text?.replace(/\s+/gu, ' ').trim() ?? ''));
  const more = [item.isCredit ? dayText({ day: item.day }) : '', measured].filter(Boolean).join('; ');
  return `${label ?? ''}${more ? ` (${more})` : ''}: ${formatCents(signedCents(item))}`;
}
