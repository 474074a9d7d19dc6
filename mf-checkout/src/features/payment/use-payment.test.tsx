import { createPaymentIntent, orderStatus } from '@redress/contracts';
import { fakeAnswer } from '@redress/contracts/fakes';
import { claimOpened, injectSlice } from '@redress/session-store';
import { aUser, renderApp, type RenderOptions } from '@redress/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { OrderSummary } from '../../shared/order-summary.tsx';
import { couponApplied } from '../../shared/checkout.slice.ts';
import { withCheckout } from '../../shared/with-checkout.tsx';
import type { Confirm } from './pay.ts';
import { paymentSlice } from './payment.slice.ts';
import { usePayment } from './use-payment.ts';

const quote = {
  package_id: 'demand-letter', package_title: 'Demand Letter', base_price: 39, discount: 0, coupon_code: null, recipients_count: 0,
  recipients_price: 0, tax_rate: 0.0625, tax_estimated: false, state_name: 'Texas', tax: 2.44, total: 41.44, currency: 'usd' as const,
}; // prettier-ignore
const opened = (total: number) => ({
  ...fakeAnswer(createPaymentIntent),
  payment_intent: { id: 'pi_1', client_secret: 'pi_1_secret' },
  quote: { ...quote, base_price: total - quote.tax, total },
});
const payer = { email: 'zoe@example.com', cardholderName: 'Zoë', country: 'US' as const, zip: '78702' };

function draw(calls: RenderOptions['calls'], confirm: Confirm = () => Promise.resolve({})) {
  const confirmed = jest.fn(confirm);
  const Till = withCheckout(
    function Till() {
      const { state, pay } = usePayment(() => undefined);
      return (
        <>
          <OrderSummary />
          <button onClick={() => void pay(payer, confirmed, 'card', 4_144)}>Pay</button>
          {state.status === 'failed' && <p role="alert">{`${state.by}: ${state.message}`}</p>}
        </>
      );
    },
    () => injectSlice(paymentSlice),
  );
  const page = renderApp(<Till />, {
    user: aUser(),
    formData: { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter', incidentState: 'TX' },
    calls: { quote: { quote }, ...calls },
  });
  return { ...page, confirmed };
}

afterEach(() => jest.useRealTimers());

it('charges nothing at a price that is not on the screen: it is shown first', async () => {
  const page = draw({ createPaymentIntent: opened(49) });
  expect((await screen.findAllByText('$41.44')).length).toBeGreaterThan(0);
  page.server.use({ quote: { quote: opened(49).quote } });
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The price has changed. The total is now $49.00.');
  expect((await screen.findAllByText('$49.00')).length).toBeGreaterThan(0);
  expect(page.confirmed).not.toHaveBeenCalled();
});

it('asks the card service once when two presses come in one moment', async () => {
  const page = draw({ createPaymentIntent: opened(41.44) }, () => new Promise(() => undefined));
  const button = screen.getByRole('button', { name: 'Pay' });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(page.confirmed).toHaveBeenCalled());
  expect(page.confirmed).toHaveBeenCalledTimes(1);
});

it('charges the price that is on the screen', async () => {
  const page = draw({ createPaymentIntent: opened(41.44) });
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(page.confirmed).toHaveBeenCalledWith('pi_1_secret'));
});

it('takes off a coupon whose last use somebody else is paying with, and says so', async () => {
  const message = 'Invalid coupon code or coupon is not active';
  const page = draw({ createPaymentIntent: { refuse: 'COUPON_NOT_ACTIVE', message } });
  act(() => void page.store.dispatch(couponApplied('ONCE')));
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  await waitFor(() =>
    expect(page.server.requests.filter(({ call }) => call === 'quote').at(-1)?.request).toMatchObject({
      coupon_code: null,
    }),
  );
  expect(page.confirmed).not.toHaveBeenCalled();
});

it('says that a payment which was closed meanwhile charged nothing', async () => {
  const page = draw({ createPaymentIntent: opened(41.44) }, () =>
    Promise.resolve({ error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } as never }),
  );
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/did not finish this payment in time, so we closed it/);
});

it('does not ask for a payment again that came in before: in another tab, or by a try whose answer was lost', async () => {
  const error = { code: 'payment_intent_unexpected_state', payment_intent: { id: 'pi_1', status: 'succeeded' } };
  const page = draw({ createPaymentIntent: opened(41.44) }, () => Promise.resolve({ error: error as never }));
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() =>
    expect(page.server.requests.find(({ call }) => call === 'finalizePayment')?.request).toMatchObject({
      payment_intent_id: 'pi_1',
    }),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [
    'which our server does not know of',
    'none' as const,
    /do not know yet whether your card was charged.*not be charged twice/,
  ],
  ['which our server was told of', 'paid' as const, null],
])('asks our server for a payment whose answer was lost, %s', async (_, state, words) => {
  const asked = () => page.server.requests.filter(({ call }) => call === 'orderStatus');
  const answer = (state: 'none' | 'paid') => ({
    orderStatus: { order: { ...fakeAnswer(orderStatus).order, state, payment_intent: null } },
  });
  const calls = { createPaymentIntent: opened(41.44), ...answer('none') };
  const page = draw(calls, () => Promise.reject(new TypeError()));
  await waitFor(() => expect(asked()).toHaveLength(1));
  page.server.use(answer(state));
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  if (words) expect(await screen.findByRole('alert')).toHaveTextContent(words);
  else await waitFor(() => expect(page.store.getState().payment?.state).toEqual({ status: 'paid' }));
});

it('says that a question of the bank which was failed charged nothing', async () => {
  const error = { type: 'invalid_request_error', message: 'No', payment_intent: { status: 'requires_payment_method' } };
  const page = draw({ createPaymentIntent: opened(41.44) }, () => Promise.resolve({ error: error as never }));
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('card: No');
});

it('says nothing of a charge by a second press without a network, after one whose answer was lost', async () => {
  const page = draw({ createPaymentIntent: opened(41.44) }, () => Promise.reject(new TypeError()));
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('unknown: An unexpected error');
  page.server.use({ createPaymentIntent: { refuse: 'PAYMENT_INTENT_FAILED', message: 'No service' } });
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('unknown: No service'));
  page.server.use({ createPaymentIntent: opened(49) });
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('unknown: The price has changed'));
});

it.each([
  ['goes on when our server hears of the payment', 'paid' as const, 1, 'paid'],
  ['gives up after any bank has', 'none' as const, 60, 'failed'],
])('while the card service says nothing, %s', async (_, state, rounds, status) => {
  const page = draw({ createPaymentIntent: opened(41.44) }, () => new Promise(() => undefined));
  const payment = () => page.store.getState().payment?.state;
  jest.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Pay' }).click());
  await waitFor(() => expect(page.confirmed).toHaveBeenCalled());
  const order = { ...fakeAnswer(orderStatus).order, state, payment_intent: null };
  page.server.use({ orderStatus: { order } });
  await act(() => jest.advanceTimersByTimeAsync(rounds * 15_000 - 1));
  expect(payment()).toEqual({ status: 'processing' });
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(payment()).toMatchObject({ status });
});

it('lets a payment be tried again that the card service worked on and did not take', async () => {
  const refused = { refuse: 'PAYMENT_NOT_SUCCEEDED' as const, message: 'Not confirmed' };
  const page = draw({ createPaymentIntent: opened(41.44), finalizePayment: refused }, () =>
    Promise.resolve({ paymentIntent: { id: 'pi_1', status: 'processing' } as never }),
  );
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not confirmed');
});

it('names the letter that a second one follows', async () => {
  const [id, caseId, demandId] = ['c', 'e', 'd'].map((letter) => letter.repeat(24)) as [string, string, string];
  const page = draw({ createPaymentIntent: opened(41.44) });
  const session = {
    form_session_id: id,
    form_data: { selectedPackage: 'second-letter', packageTitle: 'Second Demand Letter', incidentState: 'TX' },
    revision: 1,
    saved_at: null,
    current_step: '5sub1',
    progress: 90,
    is_completed: false,
    is_paid: false,
    original_session_id: caseId,
    follows_demand_id: demandId,
  };
  act(() => void page.store.dispatch(claimOpened({ session, resume: true })));
  await page.user.click(screen.getByRole('button', { name: 'Pay' }));
  await waitFor(() => expect(page.confirmed).toHaveBeenCalled());
  const asked = page.server.requests.find(({ call }) => call === 'createPaymentIntent')?.request;
  expect(asked).toMatchObject({
    form_session_id: id,
    package_id: 'second-letter',
    follows_demand_id: demandId,
    recipients: [],
  });
});
