/** Sums in words, as court forms ask for them. */
import { assertCents } from './cents.ts';

const SMALL = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'] as const; // prettier-ignore
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const;
const SCALES = ['', ' thousand', ' million', ' billion'] as const;

function belowThousand(value: number): string {
  const parts: string[] = [];
  if (value >= 100) parts.push(`${SMALL[Math.floor(value / 100)]} hundred`);
  const rest = value % 100;
  if (rest >= 20)
    parts.push([TENS[Math.floor(rest / 10)], rest % 10 ? SMALL[rest % 10] : ''].filter(Boolean).join('-'));
  else if (rest > 0) parts.push(SMALL[rest] ?? '');
  return parts.join(' ');
}

/** Whole numbers below a trillion. */
function numberInWords(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 1e12) throw new RangeError(`cannot write ${value} in words`);
  if (value === 0) return 'zero';
  const groups: string[] = [];
  for (let rest = value, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale += 1)
    if (rest % 1000) groups.unshift(belowThousand(rest % 1000) + (SCALES[scale] ?? ''));
  return groups.join(' ');
}

/** `one thousand two hundred fifty dollars and 50 cents`. @throws {RangeError} below zero or not whole cents */
export function centsInWords(cents: number): string {
  assertCents(cents);
  const dollars = Math.floor(cents / 100);
  const rest = cents % 100;
  return `${numberInWords(dollars)} ${dollars === 1 ? 'dollar' : 'dollars'} and ${rest.toString().padStart(2, '0')} ${rest === 1 ? 'cent' : 'cents'}`;
}
