import { createHash } from 'node:crypto';
import type { WorldClock } from '../world/clock.ts';
import { brandOf, passesLuhn } from './card-numbers.ts';
import { StripeRefusal } from './errors.ts';

/** What a bank says to a charge. */
export interface Decline {
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  declineCode?: string;
  message: string;
}

/** How a card behaves; all that is kept of its number, beside the last four digits. */
export interface CardBehaviour {
  decline?: Decline;
  /** Asks the payer first; what happens afterwards is in `decline`. */
  needsAuthentication?: boolean;
  failedChecks?: readonly ('address_line1_check' | 'address_postal_code_check' | 'cvc_check')[];
  refund?: 'fails-later' | 'pending-first';
  /** The payer's bank takes the charge back at once. */
  disputed?: boolean;
}

export interface KnownCard {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
  behaviour: CardBehaviour;
}

const DECLINED: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' };
const NO_FUNDS: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

/** Stripe's test cards (docs.stripe.com/testing). Any other number that passes the Luhn check is declined. */
const TEST_CARDS: Record<string, CardBehaviour> = {
  '4242424242424242': {},
  '4000056655665556': {},
  '5555555555554444': {},
  '2223003122003222': {},
  '5200828282828210': {},
  '5105105105105100': {},
  '378282246310005': {},
  '371449635398431': {},
  '6011111111111117': {},
  '6011000990139424': {},
  '3056930009020004': {},
  '36227206271667': {},
  '3566002020360505': {},
  '6200000000000005': {},
  '4000000000000002': { decline: DECLINED },
  '4000000000009995': { decline: NO_FUNDS },
  '4000000000009987': { decline: { ...DECLINED, declineCode: 'lost_card' } },
  '4000000000009979': { decline: { ...DECLINED, declineCode: 'stolen_card' } },
  '4000000000000069': { decline: { code: 'expired_card', message: 'Your card has expired.' } },
  '4000000000000127': { decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." } },
  '4000000000000119': {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000002500003155': { needsAuthentication: true },
  '4000002760003184': { needsAuthentication: true },
  '4000003800000446': { needsAuthentication: true },
  '4000000000003220': { needsAuthentication: true },
  '4000008260003178': { needsAuthentication: true, decline: NO_FUNDS },
  '4000008400001629': { needsAuthentication: true, decline: DECLINED },
  '4000000000000010': { failedChecks: ['address_line1_check', 'address_postal_code_check'] },
  '4000000000000036': { failedChecks: ['address_postal_code_check'] },
  '4000000000000101': { failedChecks: ['cvc_check'] },
  '4000000000005126': { refund: 'fails-later' },
  '4000000000007726': { refund: 'pending-first' },
  '4000000000000259': { disputed: true },
};

/** Names a server may use instead of a number, so that none passes through it. */
const CARD_TOKENS: Record<string, string> = {
  visa: '4242424242424242',
  chargeDeclined: '4000000000000002',
  authenticationRequired: '4000002500003155',
  createDispute: '4000000000000259',
  refundFail: '4000000000005126',
};

const cardRefusal = (code: string, message: string, param: string) =>
  new StripeRefusal(402, { type: 'card_error', code, message, param }, true);

export interface TypedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string;
}

/**
 * The card behind what was typed.
 * @throws {StripeRefusal} `incorrect_number`, `invalid_expiry_month`, `invalid_expiry_year`, `invalid_cvc`
 */
export function readCard(typed: TypedCard, clock: WorldClock): KnownCard {
  const number = typed.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) throw cardRefusal('invalid_number', 'Your card number is invalid.', 'number');
  if (!passesLuhn(number)) throw cardRefusal('incorrect_number', 'Your card number is incorrect.', 'number');
  const today = new Date(clock.now());
  const expYear = typed.expYear < 100 ? 2000 + typed.expYear : typed.expYear;
  if (!(typed.expMonth >= 1 && typed.expMonth <= 12)) {
    throw cardRefusal('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const monthsAhead = (expYear - today.getUTCFullYear()) * 12 + typed.expMonth - 1 - today.getUTCMonth();
  if (!Number.isInteger(expYear) || monthsAhead < 0 || expYear > today.getUTCFullYear() + 50) {
    throw cardRefusal('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  const brand = brandOf(number);
  if (typed.cvc !== undefined && !new RegExp(brand === 'amex' ? '^\\d{3,4}$' : '^\\d{3}$').test(typed.cvc)) {
    throw cardRefusal('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return {
    brand,
    last4: number.slice(-4),
    expMonth: typed.expMonth,
    expYear,
    fingerprint: createHash('sha256').update(`fingerprint of ${number}`).digest('base64url').slice(0, 16),
    behaviour: TEST_CARDS[number] ?? {
      decline: {
        ...DECLINED,
        declineCode: 'test_mode_live_card',
        message:
          'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      },
    },
  };
}

/** The card a token such as `pm_card_visa` stands for. */
export function cardOfToken(token: string, clock: WorldClock): KnownCard | undefined {
  const name = /^pm_card_(.+)$/.exec(token)?.[1];
  const number = name && Object.hasOwn(CARD_TOKENS, name) ? CARD_TOKENS[name] : undefined;
  if (!number) return undefined;
  return readCard({ number, expMonth: 12, expYear: new Date(clock.now()).getUTCFullYear() + 2 }, clock);
}
