import { brandOf, passesLuhn } from '../../card-numbers.ts';
import type { FieldError } from '../protocol.ts';

/** Rules for what is typed, in the words and codes of Stripe's fields. */
export type FieldName = 'number' | 'expiry' | 'cvc';

const digitsOf = (text: string) => text.replace(/\D/g, '');

export const lengthOf = (brand: string): number => (brand === 'amex' ? 15 : brand === 'diners' ? 14 : 16);
const cvcLengthOf = (brand: string): number => (brand === 'amex' ? 4 : 3);

/** Digits in groups, as they are printed on the card. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const brand = brandOf(digits);
  const groups = brand === 'amex' || brand === 'diners' ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?$/ : /\d{1,4}/g;
  if (groups.global) return (digits.slice(0, 16).match(groups) ?? []).join(' ');
  return (groups.exec(digits.slice(0, lengthOf(brand))) ?? []).slice(1).filter(Boolean).join(' ');
}

/** `12 / 34`; a first digit above 1 can only be a month with one digit. */
export function formatExpiry(text: string, isDeleting: boolean): string {
  const digits = digitsOf(text);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const month = padded.slice(0, 2);
  const typedYear = padded.slice(2, 6);
  // An autofilled 12 / 2034.
  const year = typedYear.length === 4 && typedYear.startsWith('20') ? typedYear.slice(2) : typedYear.slice(0, 2);
  if (month.length < 2 || (isDeleting && year === '')) return month;
  return `${month} / ${year}`;
}

export const format = (field: FieldName, text: string, isDeleting: boolean, brand: string): string => {
  if (field === 'number') return formatNumber(text);
  if (field === 'expiry') return formatExpiry(text, isDeleting);
  return digitsOf(text).slice(0, cvcLengthOf(brand));
};

const error = (code: string, message: string): FieldError => ({ type: 'validation_error', code, message });

/**
 * What is wrong with a field, if anything. While it is being typed in, `isFinal` is false and what is only
 * unfinished is no error yet.
 */
export function problemOf(
  field: FieldName,
  text: string,
  context: { brand: string; isFinal: boolean; today: Date },
): FieldError | null {
  const digits = digitsOf(text);
  switch (field) {
    case 'number': {
      if (digits.length < lengthOf(context.brand)) {
        return context.isFinal ? error('incomplete_number', 'Your card number is incomplete.') : null;
      }
      return passesLuhn(digits) ? null : error('invalid_number', 'Your card number is invalid.');
    }
    case 'expiry': {
      if (digits.length < 4) {
        return context.isFinal ? error('incomplete_expiry', "Your card's expiration date is incomplete.") : null;
      }
      const month = Number(digits.slice(0, 2));
      if (month < 1 || month > 12) {
        return error('invalid_expiry_month', "Your card's expiration date is invalid.");
      }
      const months = (2000 + Number(digits.slice(2)) - context.today.getFullYear()) * 12 + month - 1;
      if (months < context.today.getMonth()) {
        return Number(digits.slice(2)) + 2000 < context.today.getFullYear()
          ? error('invalid_expiry_year_past', "Your card's expiration year is in the past.")
          : error('invalid_expiry_month_past', "Your card's expiration date is in the past.");
      }
      return months > 50 * 12 ? error('invalid_expiry_year', "Your card's expiration year is invalid.") : null;
    }
    case 'cvc':
      return context.isFinal && digits.length < cvcLengthOf(context.brand)
        ? error('incomplete_cvc', "Your card's security code is incomplete.")
        : null;
  }
}
