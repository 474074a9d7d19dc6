import type { RemoteStatus } from '@redress/contracts/release-api';
import { ActForm } from './act-form.tsx';
import type { ActProps } from './act-props.ts';
import { actTexts, READY_REASONS } from './act-texts.ts';

const ACTS = {
  off: {
    call: 'switchOff',
    label: actTexts.switchOff,
    lead: 'No tab loads a file of it; its pages say that it is closed. What visitors saved stays.',
    done: (name: string, number: number) => `${name} is off in snapshot ${number}.`,
  },
  on: {
    call: 'switchOn',
    label: actTexts.switchOn,
    lead: 'It is loaded again.',
    done: (name: string, number: number) => `${name} is on in snapshot ${number}.`,
  },
  retire: {
    call: 'retire',
    label: actTexts.retire,
    lead: 'It is taken off the channel for good, with its pages and slots. Its builds stay, and can be promoted again.',
    done: (name: string, number: number) => `${name} is off the channel in snapshot ${number}.`,
  },
} as const;

/** Kill switch, its end, and the end of a remote. */
export function SwitchAct({
  kind,
  remote: { name },
  ...form
}: ActProps & { kind: keyof typeof ACTS; remote: RemoteStatus }) {
  const { call, label, lead, done } = ACTS[kind];
  return (
    <ActForm
      {...form}
      title={`${label} ${name}`}
      action={label}
      isGrave={kind !== 'on'}
      {...(kind === 'off' && { again: actTexts.again(label, name) })}
      request={{ call, remote: name }}
      readyReasons={READY_REASONS[kind]}
      isReasonOptional={kind === 'on'}
      describe={({ number }) => done(name, number)}
    >
      <p>{lead}</p>
    </ActForm>
  );
}
