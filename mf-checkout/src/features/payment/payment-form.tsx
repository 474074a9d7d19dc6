import type { Quote } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { validationText } from '@redress/copy/validation';
import { dollarsToCents, formatDollars, hasCourtPapers } from '@redress/domain';
import { CheckboxField, EmailField, FieldRow, Form, SelectField, TextField } from '@redress/forms';
import { formDataMerged, selectFormData, useAppDispatch, useAppSelector } from '@redress/session-store';
import { Button, Icon, Notice } from '@redress/ui';
import { lock } from '@redress/ui/icons';
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import styles from '../../shared/checkout.module.css';
import own from './payment.module.css';
import { useQuote } from '../../shared/order-summary.tsx';
import { CardEntry } from './card-entry.tsx';
import type { Confirm } from './pay.ts';
import { isWorking, type PaymentState } from './payment.slice.ts';
import type { Payer, usePayment } from './use-payment.ts';
import { Wallet, type Wallets } from './wallet.tsx';

interface PaymentFormProps {
  stripe: Stripe;
  email: string;
  payment: ReturnType<typeof usePayment>;
  /** Card entry and wallets are drawn, or known not to come. */
  onReady: () => void;
}

interface Values {
  email: string;
  cardholderName: string;
  country: 'US' | 'CA';
  zip: string;
  terms: boolean;
  /** Its frame says that it is complete. */
  card: boolean;
}

/** How long the form waits for the last of its pieces. */
const PATIENCE_MS = 4_000;

const COUNTRIES = (['US', 'CA'] as const).map((value) => ({ value, label: checkout.payment.countries[value] }));
const isGiven = ({ email, cardholderName, terms }: Values) => Boolean(email.trim() && cardholderName.trim() && terms);
const payerOf = ({ email, cardholderName, country, zip }: Values): Payer => ({
  email,
  cardholderName: cardholderName.trim(),
  country,
  zip,
});

const checkPayer = ({ cardholderName, terms, country, card }: Values, isFree: boolean): Record<string, string> => ({
  ...(cardholderName.trim() ? {} : { cardholderName: validationText('cardholder.required') }),
  ...(card || isFree ? {} : { card: checkout.payment.cardNeeded }),
  ...(country ? {} : { country: validationText('country.required') }),
  ...(terms ? {} : { terms: validationText('terms.required') }),
});

/** Confirms an intent with the card in Stripe's frame. */
function useConfirmCard(): (payer: Payer) => Confirm {
  const stripe = useStripe();
  const elements = useElements();
  return (payer) => async (clientSecret) => {
    const card = elements?.getElement(CardElement);
    if (!stripe) throw new Error(checkout.payment.stripeNotLoaded);
    if (!card) return { error: { type: 'validation_error', message: checkout.payment.cardMissing } as never }; // only its message is read
    return stripe.confirmCardPayment(clientSecret, {
      payment_method: {
        card,
        billing_details: {
          name: payer.cardholderName,
          email: payer.email,
          address: { country: payer.country, postal_code: payer.zip },
        },
      },
    });
  };
}

function PayerFields({ isFree, onCardDrawn }: { isFree: boolean; onCardDrawn(): void }) {
  return (
    <>
      <EmailField name="email" label={checkout.payment.email} hint={checkout.payment.emailLocked} readOnly />
      <TextField name="cardholderName" label={checkout.payment.cardholder} autoComplete="cc-name" maxLength={200} />
      {!isFree && <CardEntry onDrawn={onCardDrawn} />}
      <FieldRow>
        <SelectField
          name="country"
          label={checkout.payment.country}
          options={COUNTRIES}
          placeholder={checkout.payment.country}
          autoComplete="billing country"
        />
        <TextField name="zip" label={checkout.payment.postalCode} autoComplete="billing postal-code" maxLength={20} />
      </FieldRow>
      <CheckboxField
        name="terms"
        label={
          <>
            {checkout.payment.termsBefore}
            <a href="/terms" target="_blank" rel="noreferrer">
              {checkout.payment.termsLink}
            </a>
          </>
        }
      />
    </>
  );
}

/** Terms beside Pay: what paying does, and until when it can be taken back. */
function Terms({ quote }: { quote: Quote }) {
  if (quote.mailed_after_minutes === undefined) return null;
  const papersKept = checkout.payment.papersKept(quote.papers_kept ? formatDollars(quote.papers_kept) : undefined);
  return (
    <p>
      {checkout.payment.approves(quote.mailed_after_minutes)}
      {hasCourtPapers(quote.package_id) && ` ${papersKept}`}
    </p>
  );
}

/** Who pays, with which card. Until all is given the pay button looks not ready; pressed, it marks what is missing (R49). */
export function PaymentForm({ email, payment, stripe: service, onReady }: PaymentFormProps) {
  const confirmCard = useConfirmCard();
  const dispatch = useAppDispatch();
  const { cardholderName, zipcode } = useAppSelector(selectFormData);
  const { data } = useQuote();
  const latest = useRef<Values>({
    email,
    cardholderName: cardholderName ?? '',
    country: 'US',
    zip: zipcode ?? '',
    terms: false,
    card: false,
  });
  const total = data?.quote.total;
  const isFree = total === 0;
  const isBusy = isWorking(payment.state);
  const [cardIsDrawn, setCardDrawn] = useState(false);
  const [wallets, setWallets] = useState<Wallets>('unknown');
  const isDrawn = isFree || (cardIsDrawn && wallets !== 'unknown');
  useEffect(() => {
    if (isDrawn) return onReady();
    // A piece that never says it is there must not keep the others from being used.
    const timer = setTimeout(onReady, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isDrawn, onReady]);

  return (
    <>
      {total !== undefined && total > 0 && (
        <Wallet
          stripe={service}
          amountCents={dollarsToCents(total)}
          wallets={wallets}
          onWallets={setWallets}
          missing={() => {
            if (isBusy) return checkout.payment.paying;
            const { cardholderName: name, terms } = latest.current;
            return isGiven(latest.current) ? null : checkout.payment.walletNeeds(!name.trim(), !terms);
          }}
          onPay={(confirm) => payment.pay(payerOf(latest.current), confirm, 'wallet', dollarsToCents(total))}
        />
      )}
      <Form<Values>
        label={checkout.payment.heading}
        initialValues={latest.current}
        check={(values) => checkPayer(values, isFree)}
        onChange={(change) => {
          latest.current = { ...latest.current, ...change };
          if (change.cardholderName !== undefined) dispatch(formDataMerged({ cardholderName: change.cardholderName }));
        }}
        onSubmit={async (values) => {
          if (isBusy || total === undefined) return;
          await payment.pay(payerOf(values), confirmCard(payerOf(values)), 'card', dollarsToCents(total));
        }}
      >
        {({ values }) => (
          <>
            <PayerFields isFree={isFree} onCardDrawn={() => setCardDrawn(true)} />
            <p className={`${styles['soft']} ${own['secure']}`}>
              <Icon shape={lock} size={16} /> {checkout.payment.secure}
            </p>
            {!isFree && data && <Terms quote={data.quote} />}
            {/* Beside the button that was pressed: on a phone the top of the page is out of sight. */}
            <PaymentNews state={payment.state} />
            <Button
              type="submit"
              wide
              busy={isBusy}
              busyText={checkout.payment.paying}
              aria-disabled={!isGiven(values) || total === undefined || (!isFree && !values.card) || undefined}
            >
              {checkout.payment.pay(total === undefined ? '' : formatDollars(total))}
            </Button>
          </>
        )}
      </Form>
    </>
  );
}

function PaymentNews({ state }: { state: PaymentState }) {
  return (
    <>
      <div role="status">{state.status === 'processing' && <Notice>{checkout.payment.processing}</Notice>}</div>
      {state.status === 'failed' && (
        <Notice tone="danger" live title={state.by === 'wallet' ? checkout.payment.walletFailed : state.message}>
          {state.by !== 'unknown' && checkout.payment.charged}
        </Notice>
      )}
    </>
  );
}
