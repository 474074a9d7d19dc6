import type { PackageOffer, SlotProps } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { validationText } from '@redress/copy/validation';
import { allowsExtraRecipients, fitsOverLimitChoice, hasCourtPapers } from '@redress/domain';
import { usePageData } from '@redress/mf-runtime';
import { formDataMerged, useAppDispatch } from '@redress/session-store';
import { Button, Notice, PageHeading, VisuallyHidden } from '@redress/ui';
import { CardSlider, Countdown } from '@redress/ui/offer';
import { useEffect, useId, useRef, useState } from 'react';
import { useChosen } from '../../shared/chosen.ts';
import { OrderSummary } from '../../shared/order-summary.tsx';
import { ExtraRecipients } from '../../shared/extra-recipients.tsx';
import shared from '../../shared/checkout.module.css';
import { comparePackages } from './compare-packages.ts';
import styles from './packages.module.css';
import { withCheckout } from '../../shared/with-checkout.tsx';
import { PlanCard } from './plan-card.tsx';
import { useOfferCountdown } from './use-offer-countdown.ts';
import { usePackages } from './use-packages.ts';
import { useTooLate } from './use-too-late.ts';

/** Choosing a package opens the next screen after this time (specification, section 9); the button does it at once. */
const ADVANCE_MS = 1_000;

/** Fills `wizard.package`: step 5, sub-step 0. */
export function PackageStep({ onDone, onBack }: SlotProps['wizard.package']) {
  const dispatch = useAppDispatch();
  const { offer } = usePageData();
  const { data, packageId: kept, packageTitle, recipients, state } = useChosen();
  const { packages, isWaiting: isListOnItsWay, isFallback } = usePackages(state);
  const { isTooLate, isAsking } = useTooLate(data);
  const isWaiting = isListOnItsWay || isAsking;
  const compared = comparePackages(packages);
  /** Why a package does not fit this claim. */
  const unfitOf = (each: { id: string; title: string }) =>
    !fitsOverLimitChoice(each, data.overLimitChoice)
      ? checkout.packages.letterOnly
      : isTooLate && hasCourtPapers(each)
        ? checkout.packages.tooLate
        : undefined;
  // A package kept from before the answers were changed may not fit any more.
  const packageId = unfitOf({ id: kept, title: packageTitle }) ? '' : kept;
  const secondsLeft = useOfferCountdown(offer.enabled);
  /** How often a recipient was asked for on a card: each time the form opens anew. */
  const [asked, setAsked] = useState(0);
  const required = useId();
  const advance = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(advance.current), []);

  const select = (chosen: PackageOffer) => {
    clearTimeout(advance.current);
    dispatch(
      formDataMerged({
        selectedPackage: chosen.id,
        packageTitle: chosen.title,
        packagePrice: chosen.price,
        packageFeatures: chosen.features,
      }),
    );
  };
  const choose = (chosen: PackageOffer) => {
    select(chosen);
    advance.current = setTimeout(onDone, ADVANCE_MS);
  };
  // Recipients are sold with this package only: adding one selects it, without the automatic advance.
  const addRecipient = (chosen: PackageOffer) => {
    select(chosen);
    setAsked(asked + 1);
  };
  const goOn = () => {
    clearTimeout(advance.current);
    onDone();
  };

  return (
    <div className={shared['step']}>
      <PageHeading screen="package" lead={checkout.packages.text}>
        {checkout.packages.heading}
      </PageHeading>
      {isFallback && <Notice tone="warning">{checkout.packages.loadFailed}</Notice>}
      {offer.enabled && (
        // Its place is kept until the server's clock is known: the cards below do not move.
        <div className={styles['offer']}>
          {secondsLeft !== null && <Countdown secondsLeft={secondsLeft} label={checkout.packages.offerEnds} />}
        </div>
      )}
      {isWaiting && <VisuallyHidden>{common.loadingText}</VisuallyHidden>}
      {/* Cards on their way stand there in outline, as large as they will be. */}
      <div className={styles['plans']} aria-busy={isWaiting || undefined} aria-hidden={isWaiting} inert={isWaiting}>
        <CardSlider
          label={checkout.packages.sliderLabel}
          initialIndex={Math.max(
            0,
            packages.findIndex(({ id }) => id === packageId),
          )}
          items={compared.map(({ offer: each, ...lines }) => ({
            key: each.id,
            label: each.title,
            content: (
              <PlanCard
                offer={each}
                lines={lines}
                isSelected={!isWaiting && each.id === packageId}
                showOriginal={offer.enabled}
                unfit={unfitOf(each)}
                onChoose={() => choose(each)}
                recipients={
                  allowsExtraRecipients(each)
                    ? { count: each.id === packageId ? recipients.length : 0, onAdd: () => addRecipient(each) }
                    : undefined
                }
              />
            ),
          }))}
        />
      </div>
      {packageId && (
        // Typing a recipient cancels the automatic advance.
        <div className={styles['two']} onFocusCapture={() => clearTimeout(advance.current)}>
          {allowsExtraRecipients({ id: packageId, title: packageTitle }) && (
            <ExtraRecipients key={asked} startsAdding={asked > 0} />
          )}
          <OrderSummary />
        </div>
      )}
      {!packageId && (
        <p id={required} className={shared['soft']}>
          {validationText('package.required')}
        </p>
      )}
      <div className={shared['buttons']}>
        <Button disabled={!packageId} aria-describedby={packageId ? undefined : required} onClick={goOn}>
          {checkout.packages.continue}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {common.actions.back}
        </Button>
      </div>
      <p className={shared['soft']}>{common.notAttorney}</p>
    </div>
  );
}

export const slot = withCheckout(PackageStep);
