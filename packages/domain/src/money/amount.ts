/** The amount of a claim, as typed. Specification, sections 5 and 9; R8. */
import { formatCents } from './cents.ts';

/**
 * Reads digits with one optional decimal point and at most two decimals, exactly, to whole cents. The range of an amount
 * is a rule of the contract.
 * @param typed - a text, or a number from the wire
 * @returns `null` when it is not an amount
 */
export function amountCents(typed: string | number | null | undefined): number | null {
  const match = /^([0-9]{1,12})(?:\.([0-9]{0,2}))?$/.exec(String(typed ?? '').trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/**
 * What stays of an amount while it is typed: digits and points, and a comma that does not group thousands. Without it
 * `245,00` would be a hundred times the sum, without a word; with it, it is no amount, and that is said.
 */
export const amountTyped = (typed: string): string => typed.replace(/[^0-9.,]/g, '').replace(/,(?=\d{3}(?!\d))/g, '');

/** US dollars with two decimals, `$0.00` when there is none: the heading of the calculation screen. */
export const formatAmount = (typed: string | number | null | undefined): string => formatCents(amountCents(typed) ?? 0);
