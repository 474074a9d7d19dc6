const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^(30|36|38)/, 'diners'],
  [/^35/, 'jcb'],
  [/^62/, 'unionpay'],
];

export const brandOf = (number: string): string => BRANDS.find(([start]) => start.test(number))?.[1] ?? 'unknown';

/** Modulo 10, doubling every second digit from the right. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return number.length >= 12 && sum % 10 === 0;
}
