import type Stripe from 'stripe';
import blank from '../../data/stripe-blank.json' with { type: 'json' };
import type { World } from '../world/world.ts';
import type { Decline } from './cards.ts';
import type { StripeRecords } from './records.ts';

export interface ChargeDetails {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  decline: Decline | undefined;
  authenticated: boolean;
  /** Where the receipt page is served. */
  baseUrl: string;
}

function cardDetails(ids: World['ids'], { intent, method, authenticated }: ChargeDetails, paid: boolean) {
  const card = method.card!;
  return {
    ...blank.charge_card,
    amount_authorized: paid ? intent.amount : null,
    authorization_code: paid ? ids.digits(6) : null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    last4: card.last4,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: paid ? ids.digits(15) : null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: ids.next('', 20),
          version: '2.2.0',
        }
      : null,
  };
}

/** Writes down what the bank answered: a charge that succeeded, or one that failed and why. */
export function recordCharge({ ids, clock }: World, records: StripeRecords, details: ChargeDetails): Stripe.Charge {
  const { intent, method, decline } = details;
  const id = ids.next('ch_');
  const paid = !decline;
  const charge: Stripe.Charge = {
    ...blank.charge,
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    billing_details: {
      address: method.billing_details.address,
      email: method.billing_details.email,
      name: method.billing_details.name,
      phone: method.billing_details.phone,
      tax_id: null,
    },
    calculated_statement_descriptor: intent.statement_descriptor ?? 'REDRESS SANDBOX',
    captured: paid,
    created: clock.seconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: Boolean(paid && records.behaviours.get(method.id)?.disputed),
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    outcome: {
      advice_code: decline ? adviceOf(decline) : null,
      network_advice_code: null,
      network_decline_code: decline ? '01' : null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline ? (decline.declineCode ?? decline.code) : null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: cardDetails(ids, details, paid),
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_url: paid ? `${details.baseUrl}/receipts/${id}` : null,
    shipping: intent.shipping as Stripe.Charge.Shipping | null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
  };
  return records.charges.put(id, charge);
}

/** What Stripe advises to do about a decline. */
export const adviceOf = (decline: Decline): 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' => {
  if (decline.code === 'incorrect_cvc' || decline.code === 'expired_card') return 'confirm_card_data';
  return decline.declineCode === 'lost_card' || decline.declineCode === 'stolen_card'
    ? 'do_not_try_again'
    : 'try_again_later';
};
