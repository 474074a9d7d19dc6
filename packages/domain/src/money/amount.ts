/** The amount of a claim, as typed. Specification, sections 5 and 9; R8. */
import { formatCents } from './cents.ts';

export interface AmountRangeCents {
  minCents: number;
  maxCents: number;
}

/** 250.00 to 25,000.00 dollars. */
const DEFAULT_AMOUNT_RANGE_CENTS: AmountRangeCents = { minCents: 250_00, maxCents: 25_000_00 };
/** The specification's other reading: up to 250,000 dollars. A site setting. */
export const WIDE_AMOUNT_RANGE_CENTS: AmountRangeCents = { minCents: 250_00, maxCents: 250_000_00 };

export type AmountProblem = 'field.required' | 'amount.format' | 'amount.min' | 'amount.max';
export type ParsedAmount = { ok: true; cents: number } | { ok: false; code: AmountProblem };

/**
 * Reads digits with one optional decimal point and at most two decimals, exactly, to whole cents.
 * @param typed - a text, or a number from the wire
 * @param range - in cents; both ends are allowed
 */
export function parseAmount(
  typed: string | number | null | undefined,
  range: AmountRangeCents = DEFAULT_AMOUNT_RANGE_CENTS,
): ParsedAmount {
  const cents = amountCents(typed);
  if (cents === null) {
    const isEmpty = typed === null || typed === undefined || String(typed).trim() === '';
    return { ok: false, code: isEmpty ? 'field.required' : 'amount.format' };
  }
  if (cents < range.minCents) return { ok: false, code: 'amount.min' };
  if (cents > range.maxCents) return { ok: false, code: 'amount.max' };
  return { ok: true, cents };
}

/** The same without a range. @returns `null` when it is not an amount */
export function amountCents(typed: string | number | null | undefined): number | null {
  const match = /^([0-9]{1,12})(?:\.([0-9]{0,2}))?$/.exec(String(typed ?? '').trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** What an amount field keeps while typing: digits and the first decimal point. */
export function keepAmountCharacters(typed: string): string {
  const kept = typed.replace(/[^0-9.]/g, '');
  const point = kept.indexOf('.');
  return point < 0 ? kept : kept.slice(0, point + 1) + kept.slice(point + 1).replaceAll('.', '');
}

/** US dollars with two decimals, `$0.00` when there is none: the heading of the calculation screen. */
export const formatAmount = (typed: string | number | null | undefined): string => formatCents(amountCents(typed) ?? 0);
