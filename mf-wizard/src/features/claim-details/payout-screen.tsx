import { PAYMENT_TYPES } from '@redress/contracts';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { CheckboxCards, TextField } from '@redress/forms';
import { StepForm } from '../../shared/step-form.tsx';

/** Step 4, sub-step 2: ways to be paid, all of them optional. */
export const PayoutScreen = () => (
  <StepForm title={copy.payout.heading} hint={copy.payout.hint} fields={['venmo', 'cashapp', 'zelle', 'paymentTypes']}>
    <TextField name="venmo" label={copy.payout.venmo} optional autoComplete="off" maxLength={120} width="half" />
    <TextField name="cashapp" label={copy.payout.cashapp} optional autoComplete="off" maxLength={120} width="half" />
    <TextField name="zelle" label={copy.payout.zelle} optional autoComplete="off" maxLength={254} width="half" />
    <CheckboxCards
      name="paymentTypes"
      label={copy.payout.typesLegend}
      optional
      options={PAYMENT_TYPES.map((value) => ({ value, label: copy.payout.types[value] }))}
    />
  </StepForm>
);
