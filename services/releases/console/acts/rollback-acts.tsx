import type { RemoteStatus } from '@redress/contracts/release-api';
import { useState } from 'react';
import { shortId } from '../texts.ts';
import { ActForm } from './act-form.tsx';
import styles from './acts.module.css';
import { actTexts, READY_REASONS } from './act-texts.ts';
import { BuildChoice } from './build-choice.tsx';
import type { ActProps } from './act-props.ts';

function UrgentField({ isUrgent, onChange }: { isUrgent: boolean; onChange: (isUrgent: boolean) => void }) {
  return (
    <label className={styles['check']}>
      <input type="checkbox" checked={isUrgent} onChange={(event) => onChange(event.target.checked)} />
      {actTexts.urgent}
    </label>
  );
}

export function RollBackAct({ remote, ...form }: ActProps & { remote: RemoteStatus }) {
  const [to, setTo] = useState('');
  const [isUrgent, setUrgent] = useState(false);
  const { name, buildId, lastGood, rollout } = remote;
  // What rolls out is taken back first: everybody's build stays.
  const first = rollout ? `Only take back the rollout of ${shortId(rollout.buildId)}` : actTexts.lastGood(lastGood);
  return (
    <ActForm
      {...form}
      title={`${actTexts.rollBack} ${name}`}
      action={actTexts.rollBack}
      isGrave
      request={{ call: 'rollBack', remote: name, to: to || undefined, urgent: isUrgent || undefined }}
      readyReasons={READY_REASONS.rollBack}
      describe={({ number }) => `${name} is rolled back in snapshot ${number}.`}
    >
      <BuildChoice
        name={name}
        current={buildId}
        among="served"
        first={first}
        label={actTexts.rollBackTo}
        chosen={to}
        onChoose={setTo}
      />
      <UrgentField isUrgent={isUrgent} onChange={setUrgent} />
    </ActForm>
  );
}

/** Each to a build of its own, all in one snapshot. */
export function RollBackSeveralAct({ remotes, ...form }: ActProps & { remotes: readonly RemoteStatus[] }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [isUrgent, setUrgent] = useState(false);
  const choose = (name: string, to: string | null) => {
    const next = new Map(chosen);
    if (to === null) next.delete(name);
    else next.set(name, to);
    setChosen(next);
  };
  const named = [...chosen].map(([remote, to]) => ({ remote, to: to || undefined }));
  return (
    <ActForm
      {...form}
      title={actTexts.rollBackSeveral}
      action={actTexts.rollBack}
      isGrave
      request={named.length === 0 ? null : { call: 'rollBack', remotes: named, urgent: isUrgent || undefined }}
      readyReasons={READY_REASONS.rollBack}
      describe={({ number }) => `${[...chosen.keys()].join(', ')}: rolled back in snapshot ${number}.`}
    >
      <fieldset className={styles['choices']}>
        <legend>Which</legend>
        {remotes.map(({ name, buildId, lastGood }) => (
          <div key={name} className={styles['field']}>
            <label className={styles['check']}>
              <input
                type="checkbox"
                checked={chosen.has(name)}
                onChange={(event) => choose(name, event.target.checked ? '' : null)}
              />
              {name}
            </label>
            {chosen.has(name) && (
              <BuildChoice
                name={name}
                current={buildId}
                among="served"
                first={actTexts.lastGood(lastGood)}
                label={`${name}: ${actTexts.rollBackTo.toLowerCase()}`}
                chosen={chosen.get(name) ?? ''}
                onChoose={(to) => choose(name, to)}
              />
            )}
          </div>
        ))}
      </fieldset>
      <UrgentField isUrgent={isUrgent} onChange={setUrgent} />
    </ActForm>
  );
}

export function BackToAct({ snapshot, ...form }: ActProps & { snapshot: number }) {
  const [isUrgent, setUrgent] = useState(false);
  return (
    <ActForm
      {...form}
      title={actTexts.backTo(snapshot)}
      action={actTexts.rollBack}
      isGrave
      request={{ call: 'rollBack', snapshot, urgent: isUrgent || undefined }}
      readyReasons={READY_REASONS.rollBack}
      describe={({ number }) => `The channel serves what snapshot ${snapshot} had, in snapshot ${number}.`}
    >
      <p>{actTexts.backToLead}</p>
      <UrgentField isUrgent={isUrgent} onChange={setUrgent} />
    </ActForm>
  );
}
