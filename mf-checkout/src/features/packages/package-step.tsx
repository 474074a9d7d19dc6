import type { PackageOffer, SlotProps } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { validationText } from '@redress/copy/validation';
import {
  allowsExtraRecipients,
  amountCents,
  fitsOverLimitChoice,
  formatCents,
  hasCourtPapers,
  STATE_OPTIONS,
} from '@redress/domain';
import type { CourtDoor } from '@redress/domain/jurisdictions';
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
import { useCourt } from './use-court.ts';
import { IsItWorthIt } from './is-it-worth-it.tsx';

/** Choosing a package opens the next screen after this time (specification, section 9); the button does it at once. */
const ADVANCE_MS = 1_000;

/** Lines of a card about court papers in the place of the claim; the general ones until the law has loaded. */
function papersText(door: CourtDoor | null, place: string): string {
  const { papersAsk, papersAnswer } = checkout.packages;
  if (!door || door.answers.length === 0) return papersAsk(door?.state ?? place);
  return papersAnswer(door.state, door.fee?.cents ? formatCents(door.fee.cents) : '');
}

/** Handler of a card: keeps the package, and opens the next screen unless something is typed. */
function useChoice(onDone: () => void) {
  const dispatch = useAppDispatch();
  /** How often a recipient was asked for on a card: each time the form opens anew. */
  const [asked, setAsked] = useState(0);
  const advance = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(advance.current), []);

  const stay = () => clearTimeout(advance.current);
  const select = (chosen: PackageOffer) => {
    stay();
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
    stay();
    onDone();
  };
  return { asked, choose, addRecipient, goOn, stay };
}

/** Fills `wizard.package`: step 5, sub-step 0. */
export function PackageStep({ onDone, onBack }: SlotProps['wizard.package']) {
  const { offer } = usePageData();
  const { data, packageId: kept, packageTitle, recipients, state } = useChosen();
  const { packages, isWaiting: isListOnItsWay, isFallback } = usePackages(state);
  const { unfit, door, isAsking } = useCourt(data);
  const isWaiting = isListOnItsWay || isAsking;
  const compared = comparePackages(packages);
  /** Why a package does not fit this claim. */
  const unfitOf = (each: { id: string; title: string }) =>
    !fitsOverLimitChoice(each, data.overLimitChoice)
      ? checkout.packages.letterOnly
      : unfit && hasCourtPapers(each.id)
        ? checkout.packages[unfit]
        : undefined;
  const place = STATE_OPTIONS.find(({ code }) => code === state)?.name ?? '';
  /** Where and how much is known; where the law cannot be had, nothing is said of it. */
  const isLawHere = door !== null || isAsking;
  const isForCourt =
    isLawHere && place !== '' && amountCents(data.amount) !== null && data.overLimitChoice !== 'letter-only';
  const papersOf = (each: { id: string; title: string }) =>
    isForCourt && hasCourtPapers(each.id) && !unfitOf(each) ? papersText(door, place) : undefined;
  // A package kept from before the answers were changed may not fit any more.
  const packageId = unfitOf({ id: kept, title: packageTitle }) ? '' : kept;
  const secondsLeft = useOfferCountdown(offer.enabled);
  const required = useId();
  const { asked, choose, addRecipient, goOn, stay } = useChoice(onDone);

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
                papers={papersOf(each)}
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
      {isForCourt && <IsItWorthIt door={door} packages={packages} />}
      {packageId && (
        // Typing a recipient cancels the automatic advance.
        <div className={styles['two']} onFocusCapture={stay}>
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
