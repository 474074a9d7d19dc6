import type { ClaimField } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { positionOf } from '@redress/domain';
import { Slot, late, navigateTo, useDocumentTitle, useLate } from '@redress/mf-runtime';
import { orderPaid, selectFollows, useAppDispatch, useAppSelector } from '@redress/session-store';
import { LinkButton, Notice } from '@redress/ui';
import { useEffect, useState } from 'react';
import { ScreenSkeleton } from '../../shared/screen-skeleton.tsx';
import { screenOfAnswer } from '../../shared/screen-of-answer.ts';
import { SlotWaiting } from '../../shared/slot-waiting.tsx';
import { LateLeftOut } from '../../shared/story-gate/late-story-gate.tsx';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import styles from './checkout-screens.module.css';
import { wizard as copy } from '@redress/copy/wizard';

/** Step 5 is drawn by mf-checkout; this page keeps its place, its address and its autosave. */
export function PackageScreen() {
  const { goNext, goBack } = useWizardNavigation();
  useDocumentTitle(checkout.packages.title);
  const check = useLate(addressCheck);
  return (
    <>
      {check.status === 'ready' && <check.value.AskAhead />}
      <Slot name="wizard.package" fallback={<SlotWaiting onBack={goBack} />} onDone={() => goNext()} onBack={goBack} />
    </>
  );
}

const addressCheck = late(() => import(/* webpackChunkName: "claim-screens" */ './address-check.tsx'));
const paymentLetter = late(() => import(/* webpackChunkName: "letter" */ './payment-letter.tsx'));

export function PaymentScreen() {
  const dispatch = useAppDispatch();
  const { goNext, goBack, goTo, layout, position } = useWizardNavigation();
  useDocumentTitle(checkout.payment.title);
  const picture = useLate(paymentLetter);
  const check = useLate(addressCheck);
  const change = (field: ClaimField, row?: string) =>
    goTo(positionOf(layout, screenOfAnswer(field)), { returnTo: position, row });
  const [payBy, setPayBy] = useState<string>();
  const [goesOutAt, setGoesOutAt] = useState<number>();
  const follows = useAppSelector(selectFollows);
  const back = follows ? () => navigateTo(`/case/${follows.caseId}`) : goBack;
  return (
    <Slot
      name="wizard.payment"
      fallback={<SlotWaiting onBack={back} />}
      onDone={() => {
        dispatch(orderPaid());
        // In place of the card form: Back must not lead to a second payment.
        goNext({ replace: true });
      }}
      onBack={back}
      payBy={payBy}
      onGoesOut={setGoesOutAt}
      // A second letter was read in its case; what was left out of the first stays out.
      letter={
        !follows && (
          <div className={styles['letter']}>
            {picture.status === 'ready' && <picture.value.PaymentLetter goesOutAt={goesOutAt} onPayBy={setPayBy} />}
          </div>
        )
      }
      notes={
        <>
          {!follows && <LateLeftOut onChange={change} />}
          {check.status === 'ready' && (
            <check.value.AddressChecks onChange={follows ? back : () => change('defendantAddress')} />
          )}
        </>
      }
    />
  );
}

const RESULT = '/result';

export function OrderScreen() {
  const { goNext, goBack, layout, position } = useWizardNavigation();
  const isLast = position.step === layout.steps.length;
  return (
    <Slot
      name="wizard.order"
      fallback={<SlotWaiting onBack={goBack} />}
      // Reading B ends here; reading A has a sixth step, which opens the letter.
      onDone={() => (isLast ? navigateTo(RESULT) : goNext({ replace: true }))}
      onBack={goBack}
    />
  );
}

/** Step 6 of reading A: one sub-step, which opens the letter. */
export function LetterScreen() {
  useEffect(() => {
    navigateTo(RESULT, { replace: true });
  }, []);
  return (
    <>
      <ScreenSkeleton title={copy.steps.yourLetter} />
      <Notice actions={<LinkButton href={RESULT}>{copy.steps.yourLetter}</LinkButton>}>{common.loadingText}</Notice>
    </>
  );
}
