/**
 * USPS tracking numbers of 20 and 22 digits and their check digit (modulo 10, weights 3 and 1 from the right).
 * Sources: data/datasets.md, section 5.
 */

/** @param digits - everything before the check digit */
export function trackingCheckDigit(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new RangeError('a tracking number is made of digits');
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    sum += Number(digit) * (index % 2 === 0 ? 3 : 1);
  });
  return (10 - (sum % 10)) % 10;
}

const checks = (digits: string): boolean => trackingCheckDigit(digits.slice(0, -1)) === Number(digits.at(-1));

/**
 * The bare 20 or 22 digits, without spaces, dashes and the routing prefix of a barcode (420 and a ZIP).
 * @returns `null` when it has another form; the check digit is not looked at
 */
export function bareTrackingNumber(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits)) return null;
  if (digits.length === 20 || digits.length === 22) return digits;
  const isRouted = digits.startsWith('420');
  if (isRouted && digits.length === 30) return digits.slice(8);
  if (isRouted && digits.length === 34) return digits.slice(12);
  return null;
}

/**
 * Whether the check digit is right. Some numbers of 20 digits check as they stand, others only with 91 in front: both count.
 */
export function isTrackingNumber(typed: string): boolean {
  const digits = bareTrackingNumber(typed);
  if (!digits) return false;
  if (digits.length === 22) return /^9[1-5]/.test(digits) && checks(digits);
  return checks(digits) || checks(`91${digits}`);
}

/**
 * A number of 22 digits of the Certified Mail form.
 * @param serial - 0 to 10^16 - 1; the same serial gives the same number
 */
export function certifiedTrackingNumber(serial: number | bigint): string {
  const text = BigInt(serial).toString();
  if (text.startsWith('-') || text.length > 16) throw new RangeError(`no tracking number for serial ${text}`);
  const digits = `94071${text.padStart(16, '0')}`;
  return digits + trackingCheckDigit(digits);
}

/** In groups of four, as it is printed. */
export const formatTrackingNumber = (number: string): string =>
  (bareTrackingNumber(number) ?? number).replace(/(\d{4})(?=\d)/g, '$1 ');

/** The carrier's public page about one letter. */
export const trackingUrl = (number: string): string =>
  `https://tools.usps.com/go/TrackConfirmAction?tLabels=${encodeURIComponent(bareTrackingNumber(number) ?? number)}`;
