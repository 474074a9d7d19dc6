import { CardElement, Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A shop's payment page as its docs tell it to be written: nothing in it knows of a sandbox. */
const { form, clientSecret, publishableKey } = Object.fromEntries(new URLSearchParams(location.search)) as {
  form: 'card' | 'express';
  clientSecret: string;
  publishableKey: string;
};

function describe({ error, paymentIntent }: PaymentIntentResult): string {
  return error
    ? `${error.type} ${error.code ?? ''} ${error.decline_code ?? ''}`.trim()
    : `paid: ${paymentIntent.status}`;
}

function CheckoutForm() {
  const stripe = useStripe();
  const elements = useElements();
  const [result, setResult] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const note = (event: string) => setEvents((all) => [...all, event]);

  async function pay() {
    if (!stripe || !elements) return;
    if (form === 'express') {
      const { error } = await elements.submit();
      if (error) return setResult(`${error.type} ${error.code}`);
      const paid = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { payment_method_data: { billing_details: { name: 'Ana Niño' } } },
        redirect: 'if_required',
      });
      return setResult(describe(paid));
    }
    const card = elements.getElement(CardElement);
    const paid = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card: card!, billing_details: { name: 'Ana Niño' } },
    });
    setResult(describe(paid));
  }

  const onReady = () => note('ready');
  const onChange = ({ complete, ...rest }: { complete: boolean; brand?: string }) =>
    note(`change ${complete ? 'complete' : 'open'} ${rest.brand ?? ''}`.trim());
  return (
    <main>
      {form === 'card' && (
        <CardElement
          onReady={onReady}
          onChange={onChange}
          options={{ style: { base: { color: 'rgb(0, 90, 60)', fontSize: '18px' } } }}
        />
      )}
      {form === 'express' && (
        <ExpressCheckoutElement
          onReady={({ availablePaymentMethods }) =>
            note(`ready googlePay=${String(availablePaymentMethods?.googlePay)}`)
          }
          onClick={({ resolve }) => resolve()}
          onConfirm={() => void pay()}
          onCancel={() => note('cancel')}
        />
      )}
      <button onClick={() => void pay()}>Pay</button>
      <p role="status">{result}</p>
      <pre data-testid="events">{events.join('\n')}</pre>
    </main>
  );
}

const stripe: Promise<Stripe | null> = loadStripe(publishableKey);
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Elements stripe={stripe} options={form === 'express' ? { mode: 'payment', amount: 2999, currency: 'usd' } : {}}>
      <CheckoutForm />
    </Elements>
  </StrictMode>,
);
