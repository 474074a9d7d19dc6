import fc from 'fast-check';
import {
  confirmed,
  finalizedAgain,
  foundPaid,
  notRecorded,
  opened,
  paymentSlice,
  recorded,
  refused,
  selectPayment,
  submitted,
} from './payment.slice.ts';

type Event = Parameters<typeof paymentSlice.reducer>[1];
const CLAIM = { formSessionId: 'a'.repeat(24) };
const OTHER = { formSessionId: 'b'.repeat(24) };
const after = (...events: Event[]) => [opened(CLAIM), ...events].reduce(paymentSlice.reducer, undefined);
const run = (...events: Event[]) => after(...events)?.state;
const pressed = submitted(CLAIM);
const charged = confirmed({ ...CLAIM, paymentIntentId: 'pi_1' });
const unwritten = notRecorded({ ...CLAIM, message: 'Try again' });
const declined = refused({ ...CLAIM, message: 'Declined', by: 'card' });

it('ignores a second press while the first is under way', () => {
  expect(run(pressed, pressed)).toEqual({ status: 'processing' });
});

it('lets a declined card be tried again', () => {
  expect(run(pressed, declined)).toEqual({ status: 'failed', message: 'Declined', by: 'card' });
  expect(run(pressed, declined, pressed)).toEqual({ status: 'processing' });
});

it('never asks for the card again once it was charged: only writing it down is repeated', () => {
  const unrecorded = { status: 'unrecorded', paymentIntentId: 'pi_1', message: 'Try again' };
  expect(run(pressed, charged, unwritten)).toEqual(unrecorded);
  expect(run(pressed, charged, unwritten, pressed)).toEqual(unrecorded);
  expect(run(pressed, charged, unwritten, finalizedAgain(CLAIM))).toEqual({
    status: 'finalizing',
    paymentIntentId: 'pi_1',
  });
});

it('goes on with what is under way when its screen is shown again, and begins anew otherwise', () => {
  expect(run(pressed, opened(CLAIM))).toEqual({ status: 'processing' });
  expect(run(pressed, charged, opened(CLAIM))).toMatchObject({ status: 'finalizing' });
  expect(run(pressed, declined, opened(CLAIM))).toEqual({ status: 'idle' });
  expect(run(pressed, charged, recorded(CLAIM), opened(CLAIM))).toEqual({ status: 'idle' });
  expect(run(pressed, opened(OTHER))).toEqual({ status: 'idle' });
});

it('hears nothing of the payment of another claim', () => {
  expect(run(pressed, confirmed({ ...OTHER, paymentIntentId: 'pi_2' }), foundPaid(OTHER))).toEqual({
    status: 'processing',
  });
  const payment = after(pressed, charged);
  expect(selectPayment(payment ? { payment } : {}, OTHER.formSessionId)).toEqual({ status: 'idle' });
  expect(selectPayment({}, CLAIM.formSessionId)).toEqual({ status: 'idle' });
});

it('asks for nothing where the order was paid before', () => {
  expect(run(foundPaid(CLAIM), pressed)).toEqual({ status: 'paid' });
  expect(run(pressed, foundPaid(CLAIM), declined)).toEqual({ status: 'paid' });
});

const anyEvent: fc.Arbitrary<Event> = fc.constantFrom(
  pressed,
  charged,
  unwritten,
  declined,
  recorded(CLAIM),
  finalizedAgain(CLAIM),
  foundPaid(CLAIM),
);

it('stays paid whatever arrives afterwards', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      expect(['finalizing', 'unrecorded', 'done']).toContain(run(pressed, charged, ...events)?.status);
    }),
  );
});
