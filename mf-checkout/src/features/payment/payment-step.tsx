import type { SlotProps } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { allowsExtraRecipients } from '@redress/domain';
import { usePageData, useUnsavedChanges } from '@redress/mf-runtime';
import { injectSlice, selectUser, useAppSelector } from '@redress/session-store';
import { Button, LoadError, Notice, PageHeading, Skeleton, VisuallyHidden } from '@redress/ui';
import { useFocusKept } from '@redress/ui/use-focus-kept';
import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import shared from '../../shared/checkout.module.css';
import styles from './payment.module.css';
import { useChosen } from '../../shared/chosen.ts';
import { ExtraRecipients } from '../../shared/extra-recipients.tsx';
import { OrderSummary } from '../../shared/order-summary.tsx';
import { withCheckout } from '../../shared/with-checkout.tsx';
import { CouponField } from './coupon-field.tsx';
import { isDocumentOfAnotherPage, openStripe } from './load-stripe.ts';
import { NextSteps } from './next-steps.tsx';
import { PaymentForm } from './payment-form.tsx';
import { isCharged, isWorking, paymentSlice, type PaymentState } from './payment.slice.ts';
import { usePayment } from './use-payment.ts';

function useStripeScript(address: string) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [turn, setTurn] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    // The draft is on the server and its id in this tab: the same step is shown again.
    if (isDocumentOfAnotherPage()) return location.reload();
    openStripe(address).then(
      (opened) => isCurrent && setStripe(opened),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [address, turn]);
  const retry = () => {
    setFailed(false);
    setTurn(turn + 1);
  };
  return { stripe, hasFailed, retry };
}

/** Fills `wizard.payment`: step 5, sub-step 1. */
export function PaymentStep({ onDone, onBack, notes, letter, payBy, onGoesOut }: SlotProps['wizard.payment']) {
  const { stripeScript } = usePageData();
  const user = useAppSelector(selectUser);
  // A session that ends here is signed in again over the form: taking the form down would lose the card.
  const [email, setEmail] = useState(user?.email);
  if (user && user.email !== email) setEmail(user.email);
  const { stripe, hasFailed, retry } = useStripeScript(stripeScript);
  const { packageId, packageTitle } = useChosen();
  const payment = usePayment(onDone);
  const { state } = payment;
  const [isReady, setReady] = useState(false);
  const ready = useCallback(() => setReady(true), []);
  useUnsavedChanges(isWorking(state)); // this remote is not replaced in the middle of a payment

  return (
    <div className={shared['step']}>
      <PageHeading screen="payment">{checkout.payment.heading}</PageHeading>
      {notes as ReactNode /* what the contract says it is */}
      <div className={styles['till']}>
        <div className={styles['order']} {...useFocusKept()}>
          {letter as ReactNode}
          <OrderSummary />
          <NextSteps {...{ payBy, onGoesOut }} isDated={Boolean(letter)} />
          {/* The order cannot be changed while it is being paid. */}
          <div className={styles['orderChanges']} inert={isWorking(state) || isCharged(state)}>
            <CouponField />
            {allowsExtraRecipients({ id: packageId, title: packageTitle }) && <ExtraRecipients />}
          </div>
        </div>
        <div className={styles['payer']}>
          {!isCharged(state) && hasFailed && <LoadError title={checkout.payment.stripeNotLoaded} onRetry={retry} />}
          {!isCharged(state) && !hasFailed && !isReady && <FormShape />}
          {stripe && email !== undefined && (isReady || !isCharged(state)) && (
            // The elements of the card service load one by one: the form is shown when all are ready. Once the card was
            // charged it stays in place and is inert: removing it would move the page under the pressed button.
            <div className={styles['form']} data-waiting={isReady ? undefined : ''} inert={isCharged(state)}>
              <Elements stripe={stripe}>
                <PaymentForm stripe={stripe} email={email} payment={payment} onReady={ready} />
              </Elements>
            </div>
          )}
          {isCharged(state) && <AfterCharge state={state} onAgain={payment.finalizeAgain} />}
        </div>
      </div>
      <div className={shared['buttons']}>
        <Button variant="secondary" disabled={isWorking(state) || isCharged(state)} onClick={onBack}>
          {common.actions.back}
        </Button>
      </div>
      <p className={shared['soft']}>{common.notAttorney}</p>
    </div>
  );
}

/** Status after the charge: shown under the pressed button, focused because the inert form loses the focus. */
function AfterCharge({ state, onAgain }: { state: PaymentState; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [state.status]);
  return (
    <div ref={box} tabIndex={-1}>
      {state.status === 'unrecorded' ? (
        <Notice
          tone={state.message === null ? 'warning' : 'danger'}
          live
          title={state.message}
          actions={state.message !== null && <Button onClick={onAgain}>{common.actions.tryAgain}</Button>}
        >
          {checkout.payment.chargedNotRecorded}
        </Notice>
      ) : (
        <Notice tone="success" live>
          {state.status === 'done' ? checkout.payment.done : checkout.payment.finalizing}
        </Notice>
      )}
    </div>
  );
}

const FIELDS = ['email', 'cardholder', 'card', 'address'];

/** The form on its way, as high as it will be. */
function FormShape() {
  return (
    <div className={styles['shape']} aria-busy="true">
      <p role="status">
        <VisuallyHidden>{checkout.payment.stripeLoading}</VisuallyHidden>
      </p>
      {FIELDS.map((field) => (
        <div key={field} className={styles['shapeField']}>
          <Skeleton />
          <Skeleton className={styles['shapeControl']} />
        </div>
      ))}
    </div>
  );
}

export const slot = withCheckout(PaymentStep, () => injectSlice(paymentSlice));
