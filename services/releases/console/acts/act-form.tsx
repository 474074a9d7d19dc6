import { Button, Dialog, Notice } from '@redress/ui';
import { isReleaseRefusal, type ReleaseRefusal, type ReleaseRequest } from '@redress/release-client';
import { useState, type FormEvent } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { areTimesWhole } from '../fields.tsx';
import { ActFields } from './act-fields.tsx';
import { takes, type Act, type ActRequest, type DoneAct, type Typed } from './act.ts';
import { DryRunReport } from './dry-run-report.tsx';
import { ReasonField } from './reason-field.tsx';
import { useDryRun, type Tried } from './use-dry-run.ts';

/** Refusals of an act that was done already, when it is asked again after a lost answer. */
const DONE_BEFORE: readonly string[] = ['CHANGED_MEANWHILE', 'ALREADY_CURRENT'];
const LOOKED_BACK = 20;

interface ActFormProps {
  act: Act;
  onDone: (done: DoneAct) => void;
  onClose: () => void;
}

/** What an act is told: fields, reason, and whether it goes on in spite of what is in its way. */
function useAct({ act, onDone }: ActFormProps) {
  const { api, channel, person, times } = useConsole();
  const [values, setValues] = useState(act.values ?? {});
  const [reason, setReason] = useState('');
  const [isOverridden, setOverridden] = useState(false);
  /** It was pressed before it could be done. */
  const [lacks, setLacks] = useState<'choice' | 'reason' | null>(null);
  const [isPressed, setPressed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  /** An answer was lost, so the act may be done. */
  const [isUncertain, setUncertain] = useState(false);
  const of = (key: string) => values[key] ?? '';
  const typed: Typed = { of, is: (key) => of(key) !== '', times };
  const chosen = act.request(typed);
  // A call that knows no `override` leaves it out.
  const override = isOverridden ? { override: true } : {};
  const asked = chosen && { ...(act.tries ?? { call: act.call, ...chosen }), channel, ...override };
  // A row that is tried is one of those that the dry run knows.
  const tried = useDryRun(act.seen === undefined ? null : (asked as ActRequest | null), act.seen);

  /** The snapshot that this very act made before its answer was lost. */
  const findDone = async (seen: number) => {
    const rows = await api('history', { channel, limit: LOOKED_BACK });
    return rows.find((row) => row.number > seen && row.actor === person.name && (row.reason ?? '') === reason.trim());
  };
  const finish = (row: Act, answer: unknown) => {
    const done = row.done(answer, typed);
    onDone(typeof done === 'string' ? { text: done } : done);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !areTimesWhole(event.currentTarget)) return;
    const row = act.instead?.(typed) ?? act;
    const request = row.request(typed);
    if (request === null) return setLacks('choice');
    const why = reason.trim();
    if (takes(row.call, 'reason') && why === '' && (!act.needsNoReason || isOverridden)) return setLacks('reason');
    if (act.again !== undefined && !isPressed) return setPressed(true);
    setBusy(true);
    setRefusal(null);
    const added = { channel, reason: why === '' ? undefined : why, seen: tried.seen, ...override };
    const taken = Object.entries(added).filter(([key]) => takes(row.call, key as keyof typeof added));
    try {
      // The row was checked with its call; here neither is known by its type.
      finish(row, await api(row.call, { ...request, ...Object.fromEntries(taken) } as ReleaseRequest<typeof row.call>));
    } catch (error) {
      const refused = error as ReleaseRefusal;
      if (refused.code === 'CONFIRMATION_NEEDED') return onDone({ text: refused.message, waits: true });
      if (isUncertain && tried.seen !== undefined && DONE_BEFORE.includes(refused.code)) {
        const made = await findDone(tried.seen).catch(() => undefined);
        if (made) return finish(row, made);
      }
      setUncertain((before) => before || !isReleaseRefusal(error) || refused.code === 'UNREACHABLE');
      setRefusal(refused);
      setBusy(false);
    }
  };
  return {
    fields: act.fields?.(typed) ?? [],
    of,
    type: (changed: Readonly<Record<string, string>>) => setValues({ ...values, ...changed }),
    reason,
    giveReason: (given: string) => {
      setReason(given);
      setLacks(null);
    },
    isOverridden,
    setOverridden,
    lacks: lacks === 'choice' && chosen !== null ? null : lacks,
    isChosen: chosen !== null,
    isPressed,
    isBusy,
    refusal,
    tried,
    submit,
  };
}

/**
 * The dialog of an act: what is asked for it, why it is done, what it would come to, and what the service says. What was
 * typed stays over every refusal; what can be tried is decided on the snapshot that was seen, so that whoever acted in
 * between is shown first. Choice, reason and button come first: on a phone they stand in one screen.
 */
export function ActForm(props: ActFormProps) {
  const { act, onClose } = props;
  const { tried, isBusy, refusal, lacks, isPressed, ...form } = useAct(props);
  const isTried = act.seen !== undefined;
  return (
    <Dialog
      open
      size={isTried ? 'wide' : 'normal'}
      title={act.title ?? act.action}
      onClose={onClose}
      dismissible={!isBusy}
    >
      <form className={styles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        {act.lead && <p>{act.lead}</p>}
        <ActFields fields={form.fields} of={form.of} onChange={form.type} />
        <Override tried={tried} isOverridden={form.isOverridden} onChange={form.setOverridden} />
        {takes(act.call, 'reason') && (
          <ReasonField
            value={form.reason}
            onChange={form.giveReason}
            ready={act.ready ?? []}
            isMissing={lacks === 'reason'}
          />
        )}
        {lacks === 'choice' && (
          <p role="alert" className={styles['error']}>
            Something above is still to be chosen.
          </p>
        )}
        {refusal && <Refused refusal={refusal} lost="It may have been done, or not. Press again: it is done once." />}
        {isPressed && (
          <p role="status">
            It takes the pages from every visitor. Press once more to do it; a rollback leaves them open.
          </p>
        )}
        <div className={styles['buttons']}>
          <Button type="submit" variant={act.isGrave ? 'danger' : 'primary'} busy={isBusy}>
            {isPressed ? act.again : act.action}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
        </div>
        {isTried && <WhatItWouldDo tried={tried} isChosen={form.isChosen} waits={act.waits} />}
      </form>
    </Dialog>
  );
}

function WhatItWouldDo({
  tried: { answer, refusal, isAsking, lookAgain },
  isChosen,
  waits,
}: {
  tried: Tried;
  isChosen: boolean;
  waits: string | undefined;
}) {
  const changed = answer?.obstacles.find(({ code }) => code === 'CHANGED_MEANWHILE');
  return (
    <section className={styles['preview']} aria-label="What this would do" aria-busy={isAsking}>
      {!isChosen && <p className={styles['soft']}>Choose first; then it says here what would change.</p>}
      {isChosen && !answer && !refusal && <p role="status">Finding out what this would do.</p>}
      {refusal && <Refused refusal={refusal} lost="What this would do is not known now." />}
      {changed ? (
        <Notice
          tone="warning"
          live
          title="Somebody else acted meanwhile"
          actions={
            <Button variant="secondary" size="small" onClick={lookAgain}>
              Decide on what is served now
            </Button>
          }
        >
          {changed.message}
        </Notice>
      ) : (
        isChosen && answer && <DryRunReport tried={answer} waits={waits} />
      )}
    </section>
  );
}

/** The gate's findings and a freeze can be set aside by a release manager; nothing else can. */
function Override({
  tried: { answer },
  isOverridden,
  onChange,
}: {
  tried: Tried;
  isOverridden: boolean;
  onChange: (isOverridden: boolean) => void;
}) {
  const { person } = useConsole();
  const obstacles = answer?.obstacles ?? [];
  const canBe = obstacles.length > 0 && obstacles.every(({ canBeOverridden }) => canBeOverridden);
  if (person.role !== 'release-manager' || !(canBe || isOverridden)) return null;
  return (
    <label className={styles['check']}>
      <input type="checkbox" checked={isOverridden} onChange={(event) => onChange(event.target.checked)} />
      Go on in spite of it. The reason is kept, with what was overridden.
    </label>
  );
}

/** @param props.lost - what it means that no answer came */
function Refused({ refusal: { code, message, remedy }, lost }: { refusal: ReleaseRefusal; lost: string }) {
  const isLost = code === 'UNREACHABLE';
  return (
    <Notice tone="danger" live title={isLost ? 'No answer came' : code}>
      {message} {isLost ? lost : remedy}
    </Notice>
  );
}
