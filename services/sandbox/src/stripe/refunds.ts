import type Stripe from 'stripe';
import blank from '../../data/stripe-blank.json' with { type: 'json' };
import type { World } from '../world/world.ts';
import { invalidRequest, noSuch } from './errors.ts';
import type { EmitEvent } from './events.ts';
import { type Params, integer, metadata, oneOf, required, text } from './params.ts';
import { type RequestContext, type StripeRecords, idOf } from './records.ts';

export const refundShape = {
  amount: integer,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
};

/** When the bank reverses its approval of a refund (card …5126). */
const LATER_MS = 60 * 60_000;

export function createRefundService(world: World, records: StripeRecords, emit: EmitEvent) {
  const { ids, clock, schedule } = world;
  function chargeOf(params: Params<typeof refundShape>): Stripe.Charge {
    const id = required(params.payment_intent, 'payment_intent');
    const intent = records.intents.get(id);
    if (!intent) throw noSuch('payment_intent', id, 'payment_intent');
    const charge = records.charges.get(idOf(intent.latest_charge) ?? '');
    if (!charge?.paid) throw invalidRequest(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
    return charge;
  }

  schedule.on('stripe-refund', (id, at) => {
    const refund = records.refunds.get(id);
    const charge = refund && records.charges.get(idOf(refund.charge) ?? '');
    if (!refund || !charge) return;
    const atSeconds = Math.floor(at / 1000);
    const changed = records.refunds.put(id, {
      ...refund,
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      failure_balance_transaction: ids.next('txn_'),
    });
    const back = charge.amount_refunded - refund.amount;
    records.charges.put(charge.id, { ...charge, amount_refunded: back, refunded: false });
    emit('refund.failed', changed, { atSeconds });
    const previous = { status: refund.status };
    emit('refund.updated', changed, { atSeconds, previous });
    emit('charge.refund.updated', changed, { atSeconds, previous });
  });

  return {
    create(params: Params<typeof refundShape>, request: RequestContext): Stripe.Refund {
      const charge = chargeOf(params);
      if (charge.disputed) {
        throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        });
      }
      const left = charge.amount_captured - charge.amount_refunded;
      const amount = params.amount ?? left;
      if (left <= 0) {
        throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
      }
      if (amount < 1) {
        throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
      }
      if (amount > left) {
        throw invalidRequest(
          `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
          { param: 'amount' },
        );
      }
      const refund: Stripe.Refund = {
        ...blank.refund,
        id: ids.next('re_'),
        object: 'refund',
        amount,
        balance_transaction: ids.next('txn_'),
        charge: charge.id,
        created: clock.seconds(),
        currency: charge.currency,
        destination_details: {
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
          type: 'card',
        },
        metadata: params.metadata ?? {},
        payment_intent: charge.payment_intent,
        payment_method: charge.payment_method,
        reason: params.reason ?? null,
        status: 'succeeded',
      };
      records.refunds.put(refund.id, refund);
      const refunded = charge.amount_refunded + amount;
      const changed = records.charges.put(charge.id, {
        ...charge,
        amount_refunded: refunded,
        refunded: refunded >= charge.amount_captured,
      });
      emit('refund.created', refund, { request });
      emit('charge.refunded', changed, {
        request,
        previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
      });
      const { refundFails } = records.behaviours.get(charge.payment_method ?? '') ?? {};
      if (refundFails) schedule.add('stripe-refund', clock.now() + LATER_MS, refund.id);
      return refund;
    },
  };
}
