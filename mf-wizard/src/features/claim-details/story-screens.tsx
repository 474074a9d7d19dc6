import { CalculationStep, CLAIM_TEXT_MAX_CHARACTERS, DescriptionStep } from '@redress/contracts';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { formatAmount } from '@redress/domain';
import { TextArea, useFormField } from '@redress/forms';
import { FailurePanel } from '@redress/mf-runtime';
import { appendSpoken, DictationButton, type DictationOptions } from '@redress/forms/dictation';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { ScreenSkeleton } from '../../shared/screen-skeleton.tsx';
import { LateStoryGate, undecided } from '../../shared/story-gate/late-story-gate.tsx';
import { StepForm } from '../../shared/step-form.tsx';
import { keptWith, LateRows, useRowParts } from './late-rows.tsx';
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
export function DescriptionScreen() {
  const data = useAppSelector(selectFormData);
  const hasRows = Boolean(data.facts?.length);
  const rows = useRowParts(hasRows);
  const { heading, hint, label, rows: rowsLabel, objections } = copy.description;
  if (hasRows && rows.status !== 'ready') return <RowsAwaited title={heading} rows={rows} />;
  return (
    <StepForm
      title={heading}
      hint={hint}
      fields={['claimDescription', 'facts', 'objections']}
      schema={DescriptionStep}
      check={(answers) => undecided('claimDescription', answers, data)}
      kept={keptWith('keptStory', data)}
    >
      <StoryField name="claimDescription" label={label} rows={9} screen="description" />
      <LateRows part="FactRows" name="facts" summary={rowsLabel} />
      <LateRows part="ObjectionRows" name="objections" summary={objections} />
    </StepForm>
  );
}

const AUTO_STOP_MS = 10_000;
const START_DELAY_MS = 100;

/** Step 4, sub-step 1. */
export function CalculationScreen() {
  const data = useAppSelector(selectFormData);
  const hasRows = Boolean(data.sumItems?.length);
  const rows = useRowParts(hasRows);
  const title = copy.calculation.heading(formatAmount(data.amount));
  if (hasRows && rows.status !== 'ready') return <RowsAwaited title={title} rows={rows} />;
  return (
    <StepForm
      title={title}
      hint={copy.calculation.hint}
      fields={['claimCalculation', 'sumItems', 'agreedInterest']}
      schema={CalculationStep}
      check={(answers) => undecided('claimCalculation', answers, data)}
      kept={keptWith('keptCalculation', data)}
    >
      <StoryField
        name="claimCalculation"
        label={copy.calculation.label}
        rows={6}
        screen="calculation"
        autoStopMs={AUTO_STOP_MS}
        startDelayMs={START_DELAY_MS}
      />
      <LateRows part="SumRows" name="sumItems" summary={copy.calculation.rows} />
    </StepForm>
  );
}

/** A claim that has rows is shown with them: its text holds their lines too. */
function RowsAwaited({ title, rows }: { title: string; rows: ReturnType<typeof useRowParts> }) {
  return rows.status === 'failed' ? <FailurePanel onRetry={rows.retry} /> : <ScreenSkeleton title={title} />;
}
