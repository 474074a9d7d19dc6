import { createPaymentIntent, getPublishableKey } from '@redress/contracts';
import { fakeAnswer } from '@redress/contracts/fakes';
import { getStore, sessionEnded } from '@redress/session-store';
import { aUser, renderApp } from '@redress/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { slot as PaymentStep } from './payment-step.tsx';

const quote = {
  package_id: 'demand-letter', package_title: 'Demand Letter', base_price: 39, discount: 0, coupon_code: null, recipients_count: 0,
  recipients_price: 0, tax_rate: 0.0625, tax_estimated: false, state_name: 'Texas', tax: 2.44, total: 41.44, currency: 'usd' as const,
}; // prettier-ignore

type Listener = (event: Record<string, unknown>) => void;

/** As much of Stripe.js as its React wrappers ask for: elements whose events the test fires. */
function fakeStripe() {
  const listeners = new Map<string, Map<string, Listener>>();
  const made = new Map<string, object>();
  const focused: string[] = [];
  const element = (type: string) => {
    const own = new Map<string, Listener>();
    listeners.set(type, own);
    const drawn = {
      focus: () => focused.push(type),
      mount: () => undefined,
      destroy: () => undefined,
      unmount: () => undefined,
      update: () => undefined,
      on: (name: string, listener: Listener) => own.set(name, listener),
      once: () => undefined,
      off: () => undefined,
    };
    made.set(type, drawn);
    return drawn;
  };
  const elements = () => ({
    create: element,
    getElement: () => made.get('card') ?? {},
    update: () => undefined,
    submit: () => Promise.resolve({}),
  });
  const stripe = {
    elements,
    createToken: jest.fn(),
    createPaymentMethod: jest.fn(),
    confirmCardPayment: () => Promise.resolve({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }),
    confirmPayment: jest.fn(),
  };
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
  const emit = (type: string, name: string, event: Record<string, unknown> = {}) =>
    act(() => listeners.get(type)?.get(name)?.({ elementType: type, ...event }));
  return { emit, stripe, focused };
}

afterEach(() => jest.restoreAllMocks());

// The loader keeps what it found for the whole page.
const { emit, stripe, focused } = fakeStripe();

const onGoesOut = jest.fn();
async function draw(more: object = {}, payBy?: string, letter?: string) {
  // jsdom has no record of navigations.
  Object.assign(performance, { getEntriesByType: () => [] });
  const page = renderApp(
    <PaymentStep {...{ payBy, letter, onGoesOut }} onDone={() => undefined} onBack={() => undefined} />,
    {
      user: aUser(),
      formData: { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter', incidentState: 'TX' },
      calls: {
        quote: { quote: { ...quote, ...more } },
        getPublishableKey: { ...fakeAnswer(getPublishableKey), publishable_key: 'pk_test_1' },
        createPaymentIntent: {
          ...fakeAnswer(createPaymentIntent),
          payment_intent: { id: 'pi_1', client_secret: 'pi_1_secret' },
          quote,
        },
        finalizePayment: { refuse: 'PROVIDER_DOWN', message: 'Not recorded yet' },
      },
    },
  );
  const form = await screen.findByRole('form', { hidden: true, name: 'Pay for your letter' });
  await screen.findByRole('group', { hidden: true, name: 'Pay with a wallet' });
  emit('card', 'ready');
  emit('expressCheckout', 'ready', { availablePaymentMethods: { googlePay: true } });
  emit('card', 'change', { complete: true, empty: false });
  return { ...page, form };
}

it('keeps the form where it was once the card is charged, inert, shows the status under it with the focus, and goes on by itself', async () => {
  const page = await draw();
  await page.user.type(within(page.form).getByLabelText('Cardholder name'), 'Zoë');
  await page.user.click(within(page.form).getByRole('checkbox'));
  await page.user.click(await within(page.form).findByRole('button', { name: 'Pay $41.44' }));
  const notice = await screen.findByText(/Your card was charged/);
  expect(page.form).toBeInTheDocument();
  expect(page.form.closest('[inert]')).not.toBeNull();
  expect(document.activeElement).toContainElement(notice);
  expect(page.form.compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  page.server.use({ finalizePayment: {} });
  expect(await screen.findByText('Paid. Thank you.', {}, { timeout: 4_000 })).toBeInTheDocument();
});

it('says beside the wallet what it still needs, and opens it when that is there', async () => {
  const page = await draw();
  const click = () => {
    const answer = { resolve: jest.fn(), reject: jest.fn() };
    emit('expressCheckout', 'click', answer);
    return answer;
  };
  const early = click();
  expect(early.reject).toHaveBeenCalled();
  const wallet = screen.getByRole('group', { name: 'Pay with a wallet' });
  expect(within(wallet).getByRole('alert')).toHaveTextContent(
    'Before you pay with a wallet, enter the cardholder name and accept the Terms of Use below.',
  );
  await page.user.type(within(page.form).getByLabelText('Cardholder name'), 'Zoë');
  await page.user.click(within(page.form).getByRole('checkbox'));
  const ready = click();
  await waitFor(() => expect(ready.resolve).toHaveBeenCalled());
  expect(within(wallet).getByRole('alert')).toBeEmptyDOMElement();
});

it('reports a failed payment to the sheet of the wallet, and nothing else', async () => {
  const page = await draw();
  await page.user.type(within(page.form).getByLabelText('Cardholder name'), 'Zoë');
  await page.user.click(within(page.form).getByRole('checkbox'));
  await within(page.form).findByRole('button', { name: 'Pay $41.44' });
  const paymentFailed = jest.fn();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { type: 'card_error', message: 'Declined.' } });
  emit('expressCheckout', 'confirm', { paymentFailed });
  await waitFor(() => expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' }));
  expect(await screen.findByText(/The wallet payment did not go through/)).toBeInTheDocument();

  stripe.confirmPayment.mockRejectedValueOnce(new TypeError('lost'));
  emit('expressCheckout', 'confirm', { paymentFailed });
  expect(await screen.findByText(/We do not know yet whether your card was charged/)).toBeInTheDocument();
  expect(screen.queryByText(/You have not been charged/)).toBeNull();
  paymentFailed.mockClear();

  stripe.confirmPayment.mockResolvedValueOnce({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
  emit('expressCheckout', 'confirm', { paymentFailed });
  expect(await screen.findByText(/Your card was charged/)).toBeInTheDocument();
  expect(paymentFailed).not.toHaveBeenCalled();
});

it('lets recipients be added and removed in the order until it is paid, and asks for the new price', async () => {
  const page = await draw();
  await page.user.click(screen.getByRole('button', { name: 'Add a recipient' }));
  const isKept = () => waitFor(() => expect(screen.getByLabelText('Send it to somebody else too')).toHaveFocus());
  await isKept();
  const form = within(screen.getByRole('form', { name: 'Recipient 1' }));
  await page.user.selectOptions(form.getByLabelText('Why do they get a copy?'), 'insurer');
  await page.user.type(form.getByLabelText('Full name or company'), 'Human Resources');
  await page.user.type(form.getByLabelText('Street address'), '1 Main St');
  await page.user.type(form.getByLabelText(/^Apartment/), 'Suite 4');
  await page.user.type(form.getByLabelText('City'), 'Ames');
  await page.user.selectOptions(form.getByLabelText('State'), 'IA');
  await page.user.type(form.getByLabelText('ZIP code'), '50010');
  await page.user.click(form.getByRole('button', { name: 'Add this recipient' }));
  // Asked about: a copy never goes to an employer.
  const tick = form.getByRole('checkbox', { name: /They have that role/ });
  await waitFor(() => expect(tick).toBeInvalid());
  await page.user.clear(form.getByLabelText('Full name or company'));
  await page.user.type(form.getByLabelText('Full name or company'), 'Safe Co');
  expect(tick).not.toBeInTheDocument();
  await page.user.click(form.getByRole('button', { name: 'Add this recipient' }));
  expect(await screen.findByText('Safe Co, 1 Main St, Suite 4, Ames, IA 50010')).toBeInTheDocument();
  const asked = () => page.server.requests.filter(({ call }) => call === 'quote').at(-1)?.request;
  await waitFor(() => expect(asked()).toMatchObject({ recipients_count: 1 }));
  await isKept();
  await page.user.click(screen.getByRole('button', { name: 'Remove Safe Co' }));
  await isKept();
  expect(page.store.getState().wizard.formData.recipients).toEqual([]);
});

it('says what is missing when Pay is pressed too early, leads there, and sends nothing', async () => {
  const page = await draw();
  emit('card', 'change', { complete: false, empty: true });
  const pay = await within(page.form).findByRole('button', { name: 'Pay $41.44' });
  expect(pay).toHaveAttribute('aria-disabled', 'true');
  await page.user.click(pay);
  const summary = await within(page.form).findByRole('alert', { name: 'There is a problem' });
  expect(summary).toHaveFocus();
  expect(within(summary).getAllByRole('button')).toHaveLength(3);
  await page.user.click(within(summary).getByRole('button', { name: 'Enter the number, date and code of your card.' }));
  expect(focused).toEqual(['card']);
  await page.user.type(within(page.form).getByLabelText('Cardholder name'), 'Zoë');
  await page.user.click(within(page.form).getByRole('checkbox'));
  await page.user.click(pay);
  expect(focused).toEqual(['card', 'card']);
  expect(page.server.requests.filter(({ call }) => call === 'createPaymentIntent')).toEqual([]);
  emit('card', 'change', { complete: true, empty: false });
  await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled'));
});

it('says when the letter is printed, on its way and due, and what opened papers keep', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(new Date(2026, 10, 25, 12, 59).getTime());
  const page = await draw(
    { mailed_after_minutes: 60, package_id: 'small-claims', package_title: 'Small Claims', papers_kept: 63.75 },
    '2026-12-15',
  );
  const steps = within(await screen.findByRole('list', { name: 'What happens next' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Today 1:59 PM .+ goes to the printer$/),
    // Thanksgiving has no mail.
    'Friday on its way',
    'Answer by December 15, 2026',
  ]);
  expect(onGoesOut).toHaveBeenLastCalledWith(new Date(2026, 10, 25, 13, 59).getTime());
  expect(page.form).toHaveTextContent('keep their part of the price: $63.75 of the total, tax included');
});

it('keeps the room of the day to pay by while the letter that names it comes', async () => {
  await draw({ mailed_after_minutes: 60 }, undefined, 'The letter');
  const steps = within(await screen.findByRole('list', { name: 'What happens next' }));
  expect(steps.getAllByRole('listitem', { hidden: true })).toHaveLength(3);
  expect(steps.getAllByRole('listitem')).toHaveLength(2);
});

it('keeps the form, with its card, when the session ends', async () => {
  await draw();
  const name = screen.getByLabelText('Cardholder name');
  act(() => void getStore().dispatch(sessionEnded()));
  expect(name).toBeInTheDocument();
});
