import { claimDetailsStep } from '@redress/contracts';
import { validationText } from '@redress/copy/validation';
import { wizard as copy } from '@redress/copy/wizard';
import { amountCents, formatCents, limitStartOf } from '@redress/domain';
import { AddressBlock, AmountField, CheckboxField, DateField } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { useMemo } from 'react';
import type { Answers } from '../../shared/answers.ts';
import groupStyles from '../../shared/field-group.module.css';
import { claimantAddressFrom } from '../../shared/same-address.ts';
import { LimitNotice } from '../../shared/limit-notice.tsx';
import { lacksChoice, limitOf } from '../../shared/small-claims-limit.ts';
import { OutsideUsNotice } from '../../shared/outside-us.tsx';
import { StepForm } from '../../shared/step-form.tsx';
import { useStates } from '../../shared/use-states.ts';
import { placeSource } from '../../shared/wizard.api.ts';
import { localToday } from '../../shared/local-today.ts';
import { useWizardSettings } from '../../shared/wizard-settings.ts';
import { LimitDateField } from './limit-date-field.tsx';
import { TimeLimitNotice } from './time-limit-notice.tsx';
import styles from './details-screen.module.css';

const PLACE = {
  address: 'incidentAddress',
  apt: 'incidentApt',
  city: 'incidentCity',
  state: 'incidentState',
  zipcode: 'incidentZipcode',
} as const;
const FIELDS = [
  'amount',
  'date',
  'dateIsAbout',
  'limitDate',
  'limitDateUnknown',
  'overLimitChoice',
  ...Object.values(PLACE),
] as const;

const dollars = (whole: number) => formatCents(whole * 100);

/** Step 1, sub-step 2: how much, when and where. */
export function DetailsScreen() {
  const { range } = useWizardSettings();
  const states = useStates();
  const { userType, sameAddress, situation, disputing } = useAppSelector(selectFormData);
  const today = localToday();
  const schema = useMemo(() => claimDetailsStep(range, today), [range, today]);

  const limitFor = ({ amount, incidentState }: Answers) =>
    limitOf(states.find(incidentState), {
      situation,
      disputing,
      amountCents: amountCents(amount),
      isBusiness: userType === '2',
    });

  return (
    <StepForm
      title={copy.details.heading}
      fields={FIELDS}
      schema={schema}
      messageValues={{ min: dollars(range.min), max: dollars(range.max) }}
      check={(answers) =>
        lacksChoice(limitFor(answers), answers.overLimitChoice)
          ? { overLimitChoice: validationText('overLimit.required') }
          : {}
      }
      settle={(answers) => ({
        // The place decides court, limit and tax (R9).
        stateCode: states.find(answers.incidentState)?.code ?? answers.incidentState ?? '',
        selectedState: states.nameOf(answers.incidentState),
        limitDateOf: answers.limitDate ? limitStartOf({ situation, disputing }) : '',
        ...(limitFor(answers)?.isAbove ? {} : { overLimitChoice: '' as const }),
        // "Same as where it happened" stays true when the place is changed.
        ...(sameAddress ? claimantAddressFrom(answers) : {}),
      })}
      summary
    >
      <div className={styles['pair']}>
        <AmountField
          name="amount"
          label={copy.details.amount}
          hint={copy.details.amountHint(dollars(range.min), dollars(range.max))}
          maxLength={15}
          width="full"
        />
        <div className={groupStyles['group']}>
          <DateField name="date" label={copy.details.date} hint={copy.details.dateHint} max={today} />
          <CheckboxField
            name="dateIsAbout"
            label={copy.details.dateIsAbout}
            hint={copy.details.dateIsAboutHint}
            isUnder
          />
        </div>
      </div>
      <fieldset className={groupStyles['group']}>
        <legend>{copy.details.placeLegend}</legend>
        <p>{copy.details.placeHint}</p>
        <AddressBlock names={PLACE} states={states.options} matchState={states.match} places={placeSource} />
        <OutsideUsNotice field="incidentState" whose="place" />
      </fieldset>
      <LimitDateField today={today} />
      <LimitNotice showsLimitBelow />
      <TimeLimitNotice today={today} />
    </StepForm>
  );
}
