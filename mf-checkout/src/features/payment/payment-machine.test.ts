import fc from 'fast-check';
import { paymentMachine, startState, type PaymentEvent, type PaymentState } from './payment-machine.ts';

const run = (...events: PaymentEvent[]) => events.reduce<PaymentState>(paymentMachine, startState);
const submitted: PaymentEvent = { type: 'submitted' };
const confirmed: PaymentEvent = { type: 'confirmed', paymentIntentId: 'pi_1' };
const notRecorded: PaymentEvent = { type: 'not-recorded', message: 'Try again' };

it('ignores a second press while the first is under way', () => {
  expect(run(submitted, submitted)).toEqual({ status: 'processing' });
});

it('lets a declined card be tried again', () => {
  expect(run(submitted, { type: 'refused', message: 'Declined', by: 'card' }, submitted)).toEqual({
    status: 'processing',
  });
});

it('never asks for the card again once it was charged: only writing it down is repeated', () => {
  const unrecorded = run(submitted, confirmed, notRecorded);
  expect(unrecorded).toEqual({ status: 'unrecorded', paymentIntentId: 'pi_1', message: 'Try again' });
  expect(paymentMachine(unrecorded, submitted)).toBe(unrecorded);
  expect(run(submitted, confirmed, notRecorded, { type: 'finalize-again' })).toEqual({
    status: 'finalizing',
    paymentIntentId: 'pi_1',
  });
});

const anyEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc.constant(submitted),
  fc.constant(confirmed),
  fc.constant(notRecorded),
  fc.constant<PaymentEvent>({ type: 'recorded' }),
  fc.constant<PaymentEvent>({ type: 'finalize-again' }),
  fc.constant<PaymentEvent>({ type: 'refused', message: 'Declined', by: 'wallet' }),
);

it('stays paid whatever arrives afterwards', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      const state = [submitted, confirmed, ...events].reduce<PaymentState>(paymentMachine, startState);
      expect(['finalizing', 'unrecorded', 'done']).toContain(state.status);
    }),
  );
});
