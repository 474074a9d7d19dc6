/** Session, letter and document ids: 24 hex characters. */
export const ID_24 = /^[0-9a-f]{24}$/;
export const isId24 = (value: unknown): value is string => typeof value === 'string' && ID_24.test(value);

/** A ZIP code as a field holds it: five digits, with four more if given. */
export const ZIP_DIGITS = /^[0-9]{5,9}$/;

/**
 * The ZIP code inside a formatted address: five digits with four more if given, else a Canadian or UK code.
 * The last match counts: house numbers come first in an address.
 */
export function zipInAddress(formattedAddress: string): string | null {
  const american = [...formattedAddress.matchAll(/\b(\d{5})(?:-\d{4})?\b/g)].at(-1);
  if (american?.[1]) return american[1];
  const foreign =
    /\b[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d\b/i.exec(formattedAddress) ??
    /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i.exec(formattedAddress);
  return foreign?.[0] ?? null;
}
