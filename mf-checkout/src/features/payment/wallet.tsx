import { checkout } from '@redress/copy/checkout';
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import styles from '../../shared/checkout.module.css';
import type { Confirm } from './use-payment.ts';

interface WalletProps {
  stripe: Stripe;
  /** Whole cents; the amount the wallet shows. */
  amountCents: number;
  /** False while e-mail, name or terms are missing: the form says which. */
  mayStart: () => boolean;
  onPay: (confirm: Confirm) => void;
}

/** Wallets the browser has, in a group of elements of their own: they need the amount before there is an intent. */
export function Wallet({ stripe, amountCents, ...rest }: WalletProps) {
  return (
    <Elements key={amountCents} stripe={stripe} options={{ mode: 'payment', amount: amountCents, currency: 'usd' }}>
      <WalletButtons {...rest} />
    </Elements>
  );
}

function WalletButtons({ mayStart, onPay }: Omit<WalletProps, 'stripe' | 'amountCents'>) {
  const stripe = useStripe();
  const elements = useElements();
  const [isOffered, setOffered] = useState(true);
  const confirm: Confirm = async (clientSecret) => {
    if (!stripe || !elements) throw new Error(checkout.payment.stripeNotLoaded);
    const submitted = await elements.submit();
    if (submitted.error) return { error: submitted.error as never }; // a validation error; only its message is read
    return stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    });
  };
  return (
    <div hidden={!isOffered} role="group" aria-label={checkout.payment.wallet}>
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }) => setOffered(Boolean(availablePaymentMethods))}
        onClick={(event) => {
          if (mayStart()) event.resolve();
        }}
        onConfirm={() => onPay(confirm)}
      />
      <p className={styles['or']}>{checkout.payment.or}</p>
    </div>
  );
}
