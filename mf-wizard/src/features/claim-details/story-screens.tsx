import { CalculationStep, CLAIM_TEXT_MAX_CHARACTERS, DescriptionStep } from '@redress/contracts';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { formatAmount } from '@redress/domain';
import { TextArea, useFormField } from '@redress/forms';
import { appendSpoken, DictationButton, type DictationOptions } from '@redress/forms/dictation';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { LateStoryGate } from '../../shared/story-gate/late-story-gate.tsx';
import { StepForm } from '../../shared/step-form.tsx';
import styles from './story-screens.module.css';

interface StoryFieldProps extends Omit<DictationOptions, 'onText'> {
  name: 'claimDescription' | 'claimCalculation';
  label: string;
  rows: number;
}

/** Long text, typed or spoken; what is spoken goes behind what is there. */
function StoryField({ name, label, rows, ...dictation }: StoryFieldProps) {
  const { value, setValue } = useFormField<string>(name);
  return (
    <div className={styles['story']}>
      <TextArea name={name} label={label} rows={rows} maxLength={CLAIM_TEXT_MAX_CHARACTERS} />
      <LateStoryGate field={name} text={value ?? ''} />
      <DictationButton {...dictation} onText={(spoken) => setValue(appendSpoken(value, spoken))} />
    </div>
  );
}

/** Step 4, sub-step 0. */
export const DescriptionScreen = () => (
  <StepForm
    title={copy.description.heading}
    hint={copy.description.hint}
    fields={['claimDescription']}
    schema={DescriptionStep}
  >
    <StoryField name="claimDescription" label={copy.description.label} rows={9} screen="description" />
  </StepForm>
);

const AUTO_STOP_MS = 10_000;
const START_DELAY_MS = 100;

/** Step 4, sub-step 1. */
export function CalculationScreen() {
  const { amount } = useAppSelector(selectFormData);
  return (
    <StepForm
      title={copy.calculation.heading(formatAmount(amount))}
      hint={copy.calculation.hint}
      fields={['claimCalculation']}
      schema={CalculationStep}
    >
      <StoryField
        name="claimCalculation"
        label={copy.calculation.label}
        rows={6}
        screen="calculation"
        autoStopMs={AUTO_STOP_MS}
        startDelayMs={START_DELAY_MS}
      />
    </StepForm>
  );
}
