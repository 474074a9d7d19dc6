import { createPaymentIntent } from '@redress/contracts';
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
          {state.status === 'failed' && <p role="alert">{state.message}</p>}
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

it('names the letter that a second one follows', async () => {
  const [id, caseId, demandId] = ['c', 'e', 'd'].map((letter) => letter.repeat(24)) as [string, string, string];
  const page = draw({ createPaymentIntent: opened(41.44) });
  const session = {
    form_session_id: id, form_data: { selectedPackage: 'second-letter', packageTitle: 'Second Demand Letter', incidentState: 'TX' },
    revision: 1, saved_at: null, current_step: '5sub1', progress: 90, is_completed: false, is_paid: false,
    original_session_id: caseId, follows_demand_id: demandId,
  }; // prettier-ignore
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
