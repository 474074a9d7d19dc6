import { invalidRequest } from './errors.ts';

/** The least that may be charged, in cents, of the currencies that a US shop meets. */
const MINIMUM: Record<string, number> = { usd: 50, cad: 50, eur: 50 };
const MAXIMUM = 99_999_999;

const written = (amount: number) => `$${(amount / 100).toFixed(2)}`;

/** @throws {StripeRefusal} for a currency that is not spoken here. */
export function checkCurrency(currency: string): string {
  const known = currency.toLowerCase();
  if (!Object.hasOwn(MINIMUM, known)) {
    throw invalidRequest(
      `Invalid currency: ${known}. Stripe currently supports these currencies: ${Object.keys(MINIMUM).join(', ')}`,
      { param: 'currency' },
    );
  }
  return known;
}

/** @throws {StripeRefusal} `parameter_invalid_integer`, `amount_too_small`, `amount_too_large` */
export function checkAmount(amount: number, currency: string): void {
  const minimum = MINIMUM[currency]!;
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount < minimum) {
    throw invalidRequest(`Amount must be at least ${written(minimum)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > MAXIMUM) {
    throw invalidRequest(`Amount must be no more than ${written(MAXIMUM)} ${currency}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
}
