import { formatExpiry, formatNumber, problemOf } from './card-rules.ts';

const today = new Date(2026, 10, 21);
const problem = (field: Parameters<typeof problemOf>[0], text: string, brand = 'visa', isFinal = true) =>
  problemOf(field, text, { brand, isFinal, today })?.code;

it.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['3782822', '3782 822'],
  ['4242 42x42', '4242 4242'],
  ['', ''],
])('writes %s as %s', (typed, shown) => {
  expect(formatNumber(typed)).toBe(shown);
});

it.each([
  ['1', false, '1'],
  ['12', false, '12 / '],
  ['3', false, '03 / '],
  ['12 / 3', false, '12 / 3'],
  ['12/2034', false, '12 / 34'],
  ['12 / ', true, '12'],
])('writes the date %s (deleting: %s) as %s', (typed, isDeleting, shown) => {
  expect(formatExpiry(typed, isDeleting)).toBe(shown);
});

it.each([
  ['number', '4242 4242 4242 4241', 'invalid_number'],
  ['number', '4242 42', 'incomplete_number'],
  ['expiry', '10 / 26', 'invalid_expiry_month_past'],
  ['expiry', '12 / 25', 'invalid_expiry_year_past'],
  ['expiry', '13 / 30', 'invalid_expiry_month'],
  ['expiry', '12 / 99', 'invalid_expiry_year'],
  ['expiry', '1', 'incomplete_expiry'],
  ['expiry', '11 / 26', undefined],
  ['cvc', '12', 'incomplete_cvc'],
] as const)('finds in %s "%s": %s', (field, text, code) => {
  expect(problem(field, text)).toBe(code);
});

it('calls nothing wrong that is only unfinished while it is typed', () => {
  for (const field of ['number', 'expiry', 'cvc'] as const) {
    expect(problem(field, '1', 'visa', false)).toBeUndefined();
  }
});

it('asks an American Express card for its four digits', () => {
  expect(problem('cvc', '123', 'amex')).toBe('incomplete_cvc');
  expect(problem('cvc', '1234', 'amex')).toBeUndefined();
});
