import { checkout } from '@redress/copy/checkout';
import { CardElement } from '@stripe/react-stripe-js';
import { useId, useState } from 'react';
import styles from './payment.module.css';

const cssValue = (name: string, fallback: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || fallback;

interface CardEntryProps {
  onDrawn: () => void;
  onComplete: (isComplete: boolean) => void;
}

/** The card fields, in a frame of the card service: no card number is ever in this page. */
export function CardEntry({ onDrawn, onComplete }: CardEntryProps) {
  const label = useId();
  const [isFocused, setFocused] = useState(false);
  const [error, setError] = useState('');
  return (
    <div role="group" aria-labelledby={label}>
      <span className={styles['cardLabel']} id={label}>
        {checkout.payment.card}
      </span>
      <div className={styles['card']} data-focused={isFocused ? '' : undefined} data-invalid={error ? '' : undefined}>
        <CardElement
          options={{
            // The ZIP of the card is a field of ours: free text, for Canadian cards too.
            hidePostalCode: true,
            style: {
              base: {
                fontSize: '16px',
                color: cssValue('--ink', '#1b2333'),
                '::placeholder': { color: cssValue('--ink-soft', '#414b5c') },
              },
              invalid: { color: cssValue('--danger', '#9b1c12') },
            },
          }}
          onReady={onDrawn}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            setError(event.error?.message ?? '');
            onComplete(event.complete);
          }}
        />
      </div>
      <div role="alert">{error && <p className={styles['cardError']}>{error}</p>}</div>
    </div>
  );
}
