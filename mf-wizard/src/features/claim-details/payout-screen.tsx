import { PAYMENT_TYPES, PayoutStep } from '@redress/contracts';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { CheckboxCards, TextField } from '@redress/forms';
import { CHOICE_FIELDS, LetterChoices } from './letter-choices.tsx';
import { StepForm } from '../../shared/step-form.tsx';

/** Step 4, sub-step 2: ways to be paid and what the letter says, all of it optional. */
export const PayoutScreen = () => (
  <StepForm
    title={copy.payout.heading}
    hint={copy.payout.hint}
    fields={['venmo', 'cashapp', 'zelle', 'paymentTypes', ...CHOICE_FIELDS]}
    schema={PayoutStep}
    summary
  >
    <TextField name="venmo" label={copy.payout.venmo} optional autoComplete="off" maxLength={120} width="half" />
    <TextField name="cashapp" label={copy.payout.cashapp} optional autoComplete="off" maxLength={120} width="half" />
    <TextField name="zelle" label={copy.payout.zelle} optional autoComplete="off" maxLength={254} width="half" />
    <CheckboxCards
      name="paymentTypes"
      label={copy.payout.typesLegend}
      optional
      options={PAYMENT_TYPES.map((value) => ({ value, label: copy.payout.types[value] }))}
    />
    <LetterChoices />
  </StepForm>
);
