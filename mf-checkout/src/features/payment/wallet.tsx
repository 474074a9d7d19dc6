import { checkout } from '@redress/copy/checkout';
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import styles from './payment.module.css';
import type { Confirm } from './pay.ts';

/** Whether this browser has a wallet; known once the card service has looked, and kept when the amount changes. */
export type Wallets = 'unknown' | 'some' | 'none';

interface WalletProps {
  stripe: Stripe;
  /** Whole cents; the amount the wallet shows. */
  amountCents: number;
  wallets: Wallets;
  onWallets: (wallets: Wallets) => void;
  /** What is missing before a wallet may open; nothing when it may. */
  missing: () => string | null;
  /** @returns whether the card service took the payment */
  onPay: (confirm: Confirm) => Promise<boolean>;
}

/** Wallets the browser has, in a group of elements of their own: they need the amount before there is an intent. */
export function Wallet({ stripe, amountCents, ...rest }: WalletProps) {
  return (
    <Elements key={amountCents} stripe={stripe} options={{ mode: 'payment', amount: amountCents, currency: 'usd' }}>
      <WalletButtons {...rest} />
    </Elements>
  );
}

function WalletButtons({ wallets, onWallets, missing, onPay }: Omit<WalletProps, 'stripe' | 'amountCents'>) {
  const stripe = useStripe();
  const elements = useElements();
  const [refusal, setRefusal] = useState<string | null>(null);
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
    <div hidden={wallets === 'none'} role="group" aria-label={checkout.payment.wallet}>
      <div className={styles['wallet']}>
        <ExpressCheckoutElement
          onReady={({ availablePaymentMethods }) => onWallets(availablePaymentMethods ? 'some' : 'none')}
          onLoadError={() => onWallets('none')}
          onClick={(event) => {
            const lacks = missing();
            setRefusal(lacks);
            if (lacks === null) event.resolve();
            else event.reject();
          }}
          // The wallet's sheet waits for the result: it shows a reported failure and closes; without a report it spins.
          onConfirm={(event) => {
            void onPay(confirm).then((isPaid) => isPaid || event.paymentFailed({ reason: 'fail' }));
          }}
        />
      </div>
      {/* Beside the button that was pressed: the fields it needs stand below, and may be out of sight. */}
      <div role="alert">{refusal && <p className={styles['cardError']}>{refusal}</p>}</div>
      <p className={styles['or']}>{checkout.payment.or}</p>
    </div>
  );
}
