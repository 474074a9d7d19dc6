import type { SlotProps } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { usePageData, useUnsavedChanges } from '@redress/mf-runtime';
import { selectUser, useAppSelector } from '@redress/session-store';
import { Button, LoadError, Notice, PageHeading, Skeleton } from '@redress/ui';
import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import styles from '../../shared/checkout.module.css';
import { OrderSummary } from '../../shared/order-summary.tsx';
import { withCheckout } from '../../shared/with-checkout.tsx';
import { CouponField } from './coupon-field.tsx';
import { isDocumentOfAnotherPage, openStripe } from './load-stripe.ts';
import { PaymentForm } from './payment-form.tsx';
import { isWorking } from './payment-machine.ts';
import { usePayment } from './use-payment.ts';

function useStripeScript(address: string) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [turn, setTurn] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    // The draft is on the server and its id in this tab: the same step stands there again.
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
export function PaymentStep({ onDone, onBack }: SlotProps['wizard.payment']) {
  const { stripeScript } = usePageData();
  const user = useAppSelector(selectUser);
  const { stripe, hasFailed, retry } = useStripeScript(stripeScript);
  const payment = usePayment(onDone);
  const { state } = payment;
  useUnsavedChanges(isWorking(state)); // this remote is not replaced in the middle of a payment

  return (
    <div className={styles['step']}>
      <PageHeading screen="payment">{checkout.payment.heading}</PageHeading>
      <div role="status">
        {state.status === 'processing' && <Notice>{checkout.payment.processing}</Notice>}
        {state.status === 'finalizing' && <Notice tone="success">{checkout.payment.finalizing}</Notice>}
        {state.status === 'done' && <Notice tone="success">{checkout.payment.done}</Notice>}
      </div>
      {state.status === 'failed' && (
        <Notice tone="danger" live title={state.by === 'wallet' ? checkout.payment.walletFailed : state.message}>
          {checkout.payment.charged}
        </Notice>
      )}
      {state.status === 'unrecorded' && (
        <Notice
          tone="danger"
          live
          title={state.message}
          actions={<Button onClick={payment.finalizeAgain}>{common.actions.tryAgain}</Button>}
        >
          {checkout.payment.chargedNotRecorded}
        </Notice>
      )}
      <div className={styles['two']}>
        <div className={styles['step']}>
          {hasFailed && <LoadError title={checkout.payment.stripeNotLoaded} onRetry={retry} />}
          {!stripe && !hasFailed && <Skeleton shape="block" />}
          {stripe && user && (
            <Elements stripe={stripe}>
              <PaymentForm stripe={stripe} email={user.email} payment={payment} />
            </Elements>
          )}
        </div>
        <div className={styles['step']}>
          <OrderSummary />
          <CouponField />
        </div>
      </div>
      <div className={styles['buttons']}>
        <Button variant="secondary" disabled={isWorking(state)} onClick={onBack}>
          {common.actions.back}
        </Button>
      </div>
      <p className={styles['soft']}>{common.notAttorney}</p>
    </div>
  );
}

export const slot = withCheckout(PaymentStep);
