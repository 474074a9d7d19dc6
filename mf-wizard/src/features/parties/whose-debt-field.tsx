import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { claimStop } from '@redress/domain';
import { RadioCards } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Notice } from '@redress/ui';

/** Debts that were bought or are collected for others fall under rules of their own: they stop here, with where to go. */
export function WhoseDebtField() {
  const stop = claimStop(useAppSelector(selectFormData));
  const texts = copy.whoseDebt;
  return (
    <>
      <RadioCards
        name="debtOwner"
        label={texts.heading}
        options={[
          { value: 'own', label: texts.own, text: texts.ownHint },
          { value: 'bought', label: texts.bought },
          { value: 'placed', label: texts.placed },
        ]}
      />
      {stop === 'debt-not-own' && (
        <Notice tone="warning" live title={texts.stopHeading}>
          <p>{texts.stopText}</p>
          <p>
            <a
              href="https://www.consumerfinance.gov/rules-policy/regulations/1006/"
              target="_blank"
              rel="noopener noreferrer"
            >
              {texts.stopLink}
            </a>
          </p>
        </Notice>
      )}
    </>
  );
}
