import { createHash } from 'node:crypto';
import testCards from '../../data/test-cards.json' with { type: 'json' };
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
  /** The bank takes its approval of a refund back. */
  refundFails?: boolean;
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

/** Stripe's test cards (docs.stripe.com/testing), one for each way in which a payment can go. */
const TEST_CARDS = new Map(testCards.cards.map(({ number, behaviour }) => [number, behaviour as CardBehaviour]));
/** Any other number that passes the Luhn check is declined. */
const OTHER_CARD = testCards.any_other as CardBehaviour;
/** Names a server may use instead of a number, so that none passes through it. */
const CARD_TOKENS: Record<string, string> = testCards.tokens;

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
    behaviour: TEST_CARDS.get(number) ?? OTHER_CARD,
  };
}

/** The card a token such as `pm_card_visa` stands for. */
export function cardOfToken(token: string, clock: WorldClock): KnownCard | undefined {
  const name = /^pm_card_(.+)$/.exec(token)?.[1];
  const number = name && Object.hasOwn(CARD_TOKENS, name) ? CARD_TOKENS[name] : undefined;
  if (!number) return undefined;
  return readCard({ number, expMonth: 12, expYear: new Date(clock.now()).getUTCFullYear() + 2 }, clock);
}
