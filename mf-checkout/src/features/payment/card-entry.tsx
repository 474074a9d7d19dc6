import { checkout } from '@redress/copy/checkout';
import { useFormField } from '@redress/forms';
import { CardElement, useElements } from '@stripe/react-stripe-js';
import { useState } from 'react';
import styles from './payment.module.css';

const cssValue = (name: string, fallback: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || fallback;

/** The card fields, in a frame of the card service: no card number is ever in this page. */
export function CardEntry({ onDrawn }: { onDrawn: () => void }) {
  const elements = useElements();
  const card = useFormField<boolean>('card');
  const [isFocused, setFocused] = useState(false);
  const [refused, setRefused] = useState('');
  const error = refused || card.error;
  return (
    // The field "card" of the form: a jump to it is handed on into the frame.
    <fieldset
      name="card"
      className={styles['cardField']}
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => target === currentTarget && elements?.getElement(CardElement)?.focus()}
      {...card.aria}
    >
      <legend className={styles['cardLabel']}>{checkout.payment.card}</legend>
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
            setRefused(event.error?.message ?? '');
            if (event.complete !== card.value) card.setValue(event.complete);
          }}
        />
      </div>
      <p className={styles['brands']}>{checkout.payment.brands}</p>
      <div role="alert" id={card.errorId}>
        {error && <p className={styles['cardError']}>{error}</p>}
      </div>
    </fieldset>
  );
}
