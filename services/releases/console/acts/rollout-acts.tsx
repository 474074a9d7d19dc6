import type { RemoteStatus, RolloutSteps } from '@redress/contracts/release-api';
import { useId, useState } from 'react';
import { audienceOf } from '../../src/rollouts/audience.ts';
import { shortId } from '../texts.ts';
import { ActForm } from './act-form.tsx';
import type { ActProps } from './act-props.ts';
import styles from './acts.module.css';
import { actTexts, READY_REASONS } from './act-texts.ts';
import { BuildChoice } from './build-choice.tsx';

/** `25, 50, 100`, each larger than the one before and than the share it begins with. @returns `null` for anything else */
function stepsOf(text: string, percent: number): number[] | null {
  const steps = text.split(',').map((part) => Number(part.trim() || NaN));
  const all = [percent, ...steps];
  const isGrowing = steps.every((step, index) => step > (all[index] as number) && step <= 100);
  return isGrowing ? steps : null;
}

const isShare = (percent: number) => percent >= 0 && percent <= 100;

/** A build for a share of the visitors, or another share of the one that rolls out. */
export function RollOutAct({ remote: { name, buildId, rollout }, ...form }: ActProps & { remote: RemoteStatus }) {
  const [chosen, setChosen] = useState(rollout?.buildId ?? '');
  const [percent, setPercent] = useState(String(rollout?.percent ?? 10));
  const [steps, setSteps] = useState(rollout?.next?.steps.join(', ') ?? '');
  const [minutes, setMinutes] = useState(String(rollout?.next?.everyMinutes ?? 30));
  const share = Number(percent || NaN);
  const wanted = steps.trim() === '' ? [] : stepsOf(steps, share);
  const everyMinutes = Number(minutes);
  const next: RolloutSteps | undefined = wanted && wanted.length > 0 ? { steps: wanted, everyMinutes } : undefined;
  const isWhole = chosen !== '' && isShare(share) && wanted !== null && (!next || Number.isInteger(everyMinutes));
  return (
    <ActForm
      {...form}
      title={rollout ? `Change the share of ${name}` : `${actTexts.rollOut} ${name}`}
      action={actTexts.rollOut}
      request={isWhole ? { call: 'rollOut', remote: name, build: chosen, percent: share, next, evenIfBad: true } : null}
      readyReasons={READY_REASONS.rollOut}
      isReasonOptional
      describe={({ number }) => `${share} % of the visitors get ${name} ${shortId(chosen)} since snapshot ${number}.`}
    >
      {rollout ? (
        <p>
          {rollout.version} <code>{shortId(rollout.buildId)}</code>, now for {audienceOf(rollout)}.
        </p>
      ) : (
        <BuildChoice
          name={name}
          current={buildId}
          among="published"
          first="Choose a build"
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <NumberField label={actTexts.percent} value={percent} onChange={setPercent} />
      <NumberField
        label={actTexts.steps}
        value={steps}
        onChange={setSteps}
        error={wanted === null ? actTexts.stepsWrong : null}
      />
      {steps.trim() !== '' && <NumberField label={actTexts.everyMinutes} value={minutes} onChange={setMinutes} />}
    </ActForm>
  );
}

/** Of one number, or of several with commas: a field of the browser's own for numbers has no place for these. */
function NumberField({
  label,
  value,
  onChange,
  error = null,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
}) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        maxLength={80}
        value={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== null && (
        <p id={`${id}-error`} role="status" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

type RolloutAct = keyof typeof actTexts.rollouts;

const DONE: Record<RolloutAct, (name: string) => string> = {
  pause: (name) => `The rollout of ${name} stays at its share until somebody lets it go on.`,
  resume: (name) => `The steps of ${name} go on.`,
  finish: (name) => `Everybody gets the build of ${name} that rolled out.`,
  abort: (name) => `Everybody has the build of ${name} of before.`,
};

/** Pauses, resumes, finishes or takes back what rolls out. */
export function ChangeRolloutAct({
  kind,
  remote: { name, rollout },
  onDone,
  ...form
}: ActProps & { kind: RolloutAct; remote: RemoteStatus }) {
  const label = actTexts.rollouts[kind];
  return (
    <ActForm
      {...form}
      title={`${label}: ${name}`}
      action={label}
      isGrave={kind === 'abort'}
      request={{ call: 'changeRollout', remote: name, act: kind }}
      readyReasons={READY_REASONS[kind]}
      isReasonOptional={kind !== 'abort'}
      describe={() => DONE[kind](name)}
      // Pausing makes no snapshot that could be followed.
      onDone={(done) => onDone(kind === 'pause' || kind === 'resume' ? { ...done, number: null } : done)}
    >
      {rollout && (
        <p>
          {rollout.version} <code>{shortId(rollout.buildId)}</code> for {audienceOf(rollout)}.
        </p>
      )}
    </ActForm>
  );
}
