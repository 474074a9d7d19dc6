import { ClaimantTypeStep, DefendantTypeStep } from '@redress/contracts';
import { validationText } from '@redress/copy/validation';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { amountCents, asksWhoseDebt, incidentPlace } from '@redress/domain';
import { RadioCards } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { building2, user } from '@redress/ui/icons';
import { LimitNotice } from '../../shared/limit-notice.tsx';
import { lacksChoice, limitOf } from '../../shared/small-claims-limit.ts';
import { StepForm } from '../../shared/step-form.tsx';
import { useStates } from '../../shared/use-states.ts';
import { WhoseDebtField } from './whose-debt-field.tsx';

interface PartyTexts {
  heading: string;
  person: string;
  personHint: string;
  business: string;
  businessHint: string;
}

const PartyCards = ({ name, texts }: { name: 'userType' | 'whoUser'; texts: PartyTexts }) => (
  <RadioCards
    name={name}
    label={texts.heading}
    hideLegend
    options={[
      { value: '1', label: texts.person, text: texts.personHint, icon: user },
      { value: '2', label: texts.business, text: texts.businessHint, icon: building2 },
    ]}
  />
);

/**
 * Step 2, sub-step 0. Some states hear smaller claims of businesses: when that limit is the one that is passed, the
 * choice about it is asked here, where the claimant is known to be a business.
 */
export function ClaimantTypeScreen() {
  const data = useAppSelector(selectFormData);
  const states = useStates();
  const state = states.find(incidentPlace(data).state);
  const cents = amountCents(data.amount);
  const limitFor = (isBusiness: boolean) => limitOf(state, { ...data, amountCents: cents, isBusiness });
  const isNewlyAbove = limitFor(true)?.isAbove === true && limitFor(false)?.isAbove !== true;

  return (
    <StepForm
      title={copy.claimantType.heading}
      fields={['userType', 'overLimitChoice', 'debtOwner']}
      schema={ClaimantTypeStep}
      check={({ userType, overLimitChoice, debtOwner }): Record<string, string> => ({
        ...(isNewlyAbove && userType === '2' && lacksChoice(limitFor(true), overLimitChoice)
          ? { overLimitChoice: validationText('overLimit.required') }
          : {}),
        ...(asksWhoseDebt({ ...data, userType }) && debtOwner !== 'own'
          ? { debtOwner: debtOwner ? copy.whoseDebt.stopped : copy.whoseDebt.required }
          : {}),
      })}
      settle={({ userType }) => ({
        ...(isNewlyAbove && userType !== '2' ? { overLimitChoice: '' as const } : {}),
        ...(asksWhoseDebt({ ...data, userType }) ? {} : { debtOwner: '' as const }),
      })}
    >
      <PartyCards name="userType" texts={copy.claimantType} />
      {isNewlyAbove && data.userType === '2' && <LimitNotice />}
      {asksWhoseDebt(data) && <WhoseDebtField />}
    </StepForm>
  );
}

/** Step 3, sub-step 0. */
export const DefendantTypeScreen = () => (
  <StepForm title={copy.defendantType.heading} fields={['whoUser']} schema={DefendantTypeStep}>
    <PartyCards name="whoUser" texts={copy.defendantType} />
  </StepForm>
);
