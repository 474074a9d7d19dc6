/** Rules of single fields. They answer `null` or a message key of the copy catalogue. Specification, section 5. */

export const ZIP_MIN_DIGITS = 5;
export const EMAIL_MAX_CHARACTERS = 254;

export type FieldProblem =
  'field.required' | 'zip.short' | 'phone.digits' | 'email.format' | 'email.tooLong' | 'website.invalid';

export const requiredProblem = (value: string | null | undefined): 'field.required' | null =>
  value?.trim() ? null : 'field.required';

/** Digits only, at least five: a ZIP stays text, so its leading zeros stay too. */
export function zipProblem(value: string | null | undefined): 'field.required' | 'zip.short' | null {
  const typed = value?.trim() ?? '';
  if (!typed) return 'field.required';
  return /^[0-9]{5,9}$/.test(typed) ? null : 'zip.short';
}

/** Optional; digits only. */
export const phoneProblem = (value: string | null | undefined): 'phone.digits' | null =>
  /^[0-9]*$/.test(value?.trim() ?? '') ? null : 'phone.digits';

/** Optional; must look like an address and be at most 254 characters. */
export function emailProblem(value: string | null | undefined): 'email.format' | 'email.tooLong' | null {
  const typed = value?.trim() ?? '';
  if (!typed) return null;
  if (typed.length > EMAIL_MAX_CHARACTERS) return 'email.tooLong';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(typed) ? null : 'email.format';
}

/** Optional, for a business defendant; begins with http://, https:// or www. */
export function websiteProblem(value: string | null | undefined): 'website.invalid' | null {
  const typed = value?.trim() ?? '';
  return !typed || /^(https?:\/\/|www\.)[^\s.]+(\.[^\s.]+)+$/i.test(typed) ? null : 'website.invalid';
}

/** What phone and ZIP inputs keep while typing. */
export const keepDigits = (typed: string): string => typed.replace(/[^0-9]/g, '');

/** Session, letter and document ids: 24 hex characters. */
export const isId24 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);

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
