import type Stripe from 'stripe';
import blank from '../../data/stripe-blank.json' with { type: 'json' };
import type { World } from '../world/world.ts';
import { type KnownCard, cardOfToken, readCard } from './cards.ts';
import { noSuch } from './errors.ts';
import { type Params, billingDetailsShape, group, integer, oneOf, required, text } from './params.ts';
import type { StripeRecords } from './records.ts';

const cardShape = { number: text, exp_month: integer, exp_year: integer, cvc: text };

export const paymentMethodShape = {
  type: oneOf('card'),
  card: group(cardShape),
  billing_details: group(billingDetailsShape),
};

export type PaymentMethodParams = Params<typeof paymentMethodShape>;

export function createPaymentMethodService(world: World, records: StripeRecords) {
  const { ids, clock } = world;

  function store(card: KnownCard, billing: PaymentMethodParams['billing_details']) {
    const id = ids.next('pm_');
    const failed = card.behaviour.failedChecks ?? [];
    const address = billing?.address;
    const check = (name: NonNullable<KnownCard['behaviour']['failedChecks']>[number], given: boolean) =>
      given ? (failed.includes(name) ? 'fail' : 'pass') : null;
    const method: Stripe.PaymentMethod = {
      ...blank.payment_method,
      id,
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: {
        address: {
          city: address?.city ?? null,
          country: address?.country ?? null,
          line1: address?.line1 ?? null,
          line2: address?.line2 ?? null,
          postal_code: address?.postal_code ?? null,
          state: address?.state ?? null,
        },
        email: billing?.email ?? null,
        name: billing?.name ?? null,
        phone: billing?.phone ?? null,
        tax_id: billing?.tax_id ?? null,
      },
      card: {
        brand: card.brand,
        checks: {
          address_line1_check: check('address_line1_check', Boolean(address?.line1)),
          address_postal_code_check: check('address_postal_code_check', Boolean(address?.postal_code)),
          cvc_check: check('cvc_check', true),
        },
        country: 'US',
        display_brand: card.brand,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        fingerprint: card.fingerprint,
        funding: 'credit',
        generated_from: null,
        last4: card.last4,
        networks: { available: [card.brand], preferred: null },
        regulated_status: 'unregulated',
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: clock.seconds(),
      type: 'card',
    };
    records.behaviours.put(id, card.behaviour);
    return records.paymentMethods.put(id, method);
  }

  function cardFrom(card: Params<typeof cardShape>): KnownCard {
    return readCard(
      {
        number: required(card.number, 'card[number]'),
        expMonth: required(card.exp_month, 'card[exp_month]'),
        expYear: required(card.exp_year, 'card[exp_year]'),
        ...(card.cvc === undefined ? {} : { cvc: card.cvc }),
      },
      clock,
    );
  }

  return {
    create(params: PaymentMethodParams): Stripe.PaymentMethod {
      required(params.type, 'type');
      return store(cardFrom(required(params.card, 'card')), params.billing_details);
    },
    /** One that is stored, or a fresh one for a token such as `pm_card_visa`. */
    resolve(id: string): Stripe.PaymentMethod {
      const stored = records.paymentMethods.get(id);
      if (stored) return stored;
      const known = cardOfToken(id, clock);
      if (!known) throw noSuch('PaymentMethod', id, 'payment_method');
      return store(known, undefined);
    },
  };
}
export type PaymentMethodService = ReturnType<typeof createPaymentMethodService>;
