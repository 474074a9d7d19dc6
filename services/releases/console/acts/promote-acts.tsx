import type { RemoteStatus } from '@redress/contracts/release-api';
import { useId, useState } from 'react';
import { useConsole } from '../console-context.ts';
import { shortId } from '../texts.ts';
import { TimeField } from '../time-field.tsx';
import { ActForm, type Given } from './act-form.tsx';
import type { ActProps } from './act-props.ts';
import styles from './acts.module.css';
import { actTexts, READY_REASONS } from './act-texts.ts';
import { BuildChoice } from './build-choice.tsx';

const CHOOSE_BUILD = 'Choose a build';

/** Another build for everybody, now or at a time. */
export function PromoteAct({ remote: { name, buildId }, ...form }: ActProps & { remote: RemoteStatus }) {
  const { api, channel, times } = useConsole();
  const [build, setBuild] = useState('');
  const [at, setAt] = useState('');
  // Named by a person, it is served although it was rolled back; the choice says so.
  const builds = [{ name, build, evenIfBad: true }];
  const schedule = async (given: Given) => {
    const plan = await api('schedule', { channel, builds, at: times.isoOf(at), ...given });
    const when = times.instant(plan.at ?? at);
    return {
      text: `Promotion ${plan.id} of ${name} ${shortId(build)} is planned for ${when}.`,
      number: null,
      waits: true,
    };
  };
  return (
    <ActForm
      {...form}
      {...(at === '' ? {} : { perform: schedule })}
      title={actTexts.serveTitle(name)}
      action={actTexts.serve}
      request={build === '' ? null : { call: 'promote', builds }}
      readyReasons={READY_REASONS.promote}
      describe={({ number }) => `${name} serves ${shortId(build)} in snapshot ${number}.`}
    >
      <BuildChoice
        name={name}
        current={buildId}
        among="published"
        first={CHOOSE_BUILD}
        chosen={build}
        onChoose={setBuild}
      />
      <TimeField label={actTexts.at} value={at} onChange={setAt} />
    </ActForm>
  );
}

/** A build under another name in its place. */
export function RenameAct({ remote: { name }, ...form }: ActProps & { remote: RemoteStatus }) {
  const [newName, setNewName] = useState('');
  const [build, setBuild] = useState('');
  const id = useId();
  const isName = /^mf-[a-z0-9-]{1,40}$/.test(newName);
  return (
    <ActForm
      {...form}
      title={`${actTexts.rename} ${name}`}
      action={actTexts.rename}
      request={isName && build !== '' ? { call: 'rename', remote: name, to: { name: newName, build } } : null}
      readyReasons={READY_REASONS.rename}
      describe={({ number }) => `${name} is ${newName} in snapshot ${number}.`}
    >
      <div className={styles['field']}>
        <label htmlFor={id}>{actTexts.newName}</label>
        <input
          id={id}
          value={newName}
          maxLength={43}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setNewName(event.target.value.trim());
            setBuild('');
          }}
        />
      </div>
      {isName && (
        <BuildChoice
          name={newName}
          current=""
          among="published"
          first={CHOOSE_BUILD}
          chosen={build}
          onChoose={setBuild}
        />
      )}
    </ActForm>
  );
}
