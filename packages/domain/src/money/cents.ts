/** Money is whole US cents; a rate is a decimal fraction. Products are exact and rounded half up, never by floats. */

/** @throws {RangeError} when `cents` is not a whole number a double can hold */
export function assertCents(cents: number, name = 'cents'): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${name} must be whole cents, not ${cents}`);
}

/** A finite number as `digits / 10 ** scale`, from its shortest decimal form: 0.06875 is 6875 / 10^5. */
function asFraction(value: number): { digits: bigint; scale: number } {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`);
  const [mantissa = '0', exponent = '0'] = value.toString().toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** numerator / denominator rounded half up (half away from zero for what is below zero). */
function divideHalfUp(numerator: bigint, denominator: bigint): number {
  const isNegative = numerator < 0n;
  const size = isNegative ? -numerator : numerator;
  const rounded = (size * 2n + denominator) / (denominator * 2n);
  return Number(isNegative ? -rounded : rounded);
}

/**
 * Part of a sum.
 * @param cents - whole cents
 * @param rate - decimal fraction; 0.08 is 8 %
 * @returns whole cents, half up
 * @throws {RangeError} when `cents` is not whole or `rate` not finite
 */
export function multiplyCents(cents: number, rate: number): number {
  assertCents(cents);
  const { digits, scale } = asFraction(rate);
  return divideHalfUp(BigInt(cents) * digits, 10n ** BigInt(scale));
}

/** `percent` of a sum: 12.5 means 12.5 %. Whole cents, half up. */
export function percentOfCents(cents: number, percent: number): number {
  assertCents(cents);
  const { digits, scale } = asFraction(percent);
  return divideHalfUp(BigInt(cents) * digits, 10n ** BigInt(scale + 2));
}

/** Dollars of the wire (at most two decimals are meant) as whole cents, half up. @throws {RangeError} when not finite */
export function dollarsToCents(dollars: number): number {
  const { digits, scale } = asFraction(dollars);
  return divideHalfUp(digits * 100n, 10n ** BigInt(scale));
}

/** Dollars for the wire: 9900 is 99, 699 is 6.99. */
export const centsToDollars = (cents: number): number => cents / 100;

/** `$1,250.00`; minus before the dollar sign. Always two decimals. */
export function formatCents(cents: number): string {
  assertCents(cents);
  const size = Math.abs(cents);
  const dollars = Math.floor(size / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${dollars}.${(size % 100).toString().padStart(2, '0')}`;
}

/** The same of dollars of the wire. */
export const formatDollars = (dollars: number): string => formatCents(dollarsToCents(dollars));

/**
 * Simple interest.
 * @param principalCents - whole cents
 * @param yearlyRate - fraction a year
 * @param days - whole days; a year counts 365
 * @returns whole cents, half up
 */
export function simpleInterestCents(principalCents: number, yearlyRate: number, days: number): number {
  assertCents(principalCents);
  if (!Number.isInteger(days) || days < 0) throw new RangeError(`days must be whole and at least 0, not ${days}`);
  const { digits, scale } = asFraction(yearlyRate);
  return divideHalfUp(BigInt(principalCents) * digits * BigInt(days), 10n ** BigInt(scale) * 365n);
}
