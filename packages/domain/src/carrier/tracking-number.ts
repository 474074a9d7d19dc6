/**
 * The bare 20 or 22 digits of a USPS number (data/datasets.md, section 5), without spaces, dashes and the routing prefix of a barcode (420 and a ZIP).
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

/** The number in groups of four, as it is printed. */
export const formatTrackingNumber = (number: string): string =>
  (bareTrackingNumber(number) ?? number).replace(/(\d{4})(?=\d)/g, '$1 ');

/** The carrier's public page about one letter. */
export const trackingUrl = (number: string): string =>
  `https://tools.usps.com/go/TrackConfirmAction?tLabels=${encodeURIComponent(bareTrackingNumber(number) ?? number)}`;
