import type { RemoteStatus, RolloutSteps } from '@redress/contracts/release-api';
import { useCallback, useState } from 'react';
import { audienceOf } from '../../src/rollouts/audience.ts';
import { useConsole } from '../console-context.ts';
import { shortId } from '../texts.ts';
import { useLoaded } from '../use-loaded.ts';
import { ActForm } from './act-form.tsx';
import type { ActProps } from './act-props.ts';
import { actTexts, READY_REASONS } from './act-texts.ts';
import { BuildChoice } from './build-choice.tsx';
import { CohortFields, cohortsOf, typedOf } from './cohort-fields.tsx';
import { TextField } from './text-field.tsx';

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
  const [cohorts, setCohorts] = useState(() => typedOf(rollout?.cohorts ?? {}));
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
      request={
        isWhole
          ? {
              call: 'rollOut',
              remote: name,
              build: chosen,
              percent: share,
              next,
              cohorts: cohortsOf(cohorts),
              evenIfBad: true,
            }
          : null
      }
      readyReasons={READY_REASONS.rollOut}
      isReasonOptional
      describe={({ number }) =>
        `${name} ${shortId(chosen)} since snapshot ${number}: ${audienceOf({ percent: share, cohorts: cohortsOf(cohorts) })}.`
      }
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
      <TextField label={actTexts.percent} value={percent} onChange={setPercent} isNumeric />
      {isShare(share) && <JudgedAfter remote={name} share={share} />}
      <TextField
        label={actTexts.steps}
        value={steps}
        onChange={setSteps}
        error={wanted === null ? actTexts.stepsWrong : null}
      />
      {steps.trim() !== '' && (
        <TextField label={actTexts.everyMinutes} value={minutes} onChange={setMinutes} isNumeric />
      )}
      <CohortFields value={cohorts} onChange={setCohorts} />
    </ActForm>
  );
}

/** How long so large a share needs until the health gate can tell a bad build from a good one. */
function JudgedAfter({ remote, share }: { remote: string; share: number }) {
  const { api, channel } = useConsole();
  const { data } = useLoaded(useCallback(() => api('overview', {}), [api]));
  const remotes = data?.channels.find((each) => each.channel === channel)?.remotes;
  const figures = remotes?.find((each) => each.name === remote)?.figures;
  if (!figures) return null;
  const anHour = figures.lastHour.reduce((total, { loaded }) => total + loaded, 0);
  return <p>{actTexts.judgedAfter((anHour * share) / 100)}</p>;
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
