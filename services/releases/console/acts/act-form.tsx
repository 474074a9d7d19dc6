import { Button, Dialog, Notice } from '@redress/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ReleaseRequest } from '@redress/release-client';
import { isReleaseRefusal, type ReleaseRefusal } from '../../src/refusal.ts';
import { useConsole } from '../console-context.ts';
import styles from './acts.module.css';
import { actTexts, type Outcomes } from './act-texts.ts';
import { DryRunReport } from './dry-run-report.tsx';
import { ReasonField } from './reason-field.tsx';
import { areTimesWhole } from '../whole-times.ts';
import type { DoneAct } from './wanted-act.ts';
import { useDryRun, type ActRequest, type Tried } from './use-dry-run.ts';

/** What goes with every act. */
export interface Given {
  reason: string | undefined;
  seen: number;
  override: boolean | undefined;
}

export interface ActFormProps {
  title: string;
  action: string;
  /** It takes something from visitors. */
  isGrave?: boolean;
  /** What the button says when it was pressed once: it is done with the second press. */
  again?: string;
  /** The call, without what is asked here; `null` while something is still to be chosen. */
  request: ActRequest | null;
  seen: number;
  readyReasons: readonly string[];
  /** It can be done without saying why. */
  isReasonOptional?: boolean;
  /** Nothing is asked but whether. */
  hasNoReason?: boolean;
  outcomes?: Outcomes;
  /** In place of the call itself. */
  perform?: (given: Given) => Promise<DoneAct>;
  describe: (made: { number: number }) => string;
  onDone: (done: DoneAct) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Refusals of an act that was done already, when it is asked again after a lost answer. */
const DONE_BEFORE: readonly string[] = ['CHANGED_MEANWHILE', 'ALREADY_CURRENT'];
const LOOKED_BACK = 20;

/**
 * The dialog of an act: what it would come to, why it is done, and what the service says. What was typed stays over every
 * refusal, and the act is decided on the snapshot that was seen: whoever acted in between is shown first.
 */
export function ActForm(props: ActFormProps) {
  const { title, action, isGrave = false, request, readyReasons, isReasonOptional = false } = props;
  const { hasNoReason = false, outcomes } = props;
  const { perform, describe, onDone, onClose } = props;
  const { api, channel, person } = useConsole();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  /** It was pressed before anything was chosen. */
  const [isUnchosen, setUnchosen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isOverridden, setOverridden] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  /** An answer was lost, so the act may be done. */
  const [isUncertain, setUncertain] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const override = isOverridden || undefined;
  // A call that knows no `override` leaves it out.
  const asked = request && ({ ...request, channel, ...(override && { override }) } as ActRequest);
  const tried = useDryRun(asked, props.seen);

  /** The snapshot that this very act made before its answer was lost. */
  const findDone = async (seen: number): Promise<number | null> => {
    const rows = await api('history', { channel, limit: LOOKED_BACK });
    const own = rows.find(
      (row) => row.number > seen && row.actor === person.name && (row.reason ?? '') === reason.trim(),
    );
    return own?.number ?? null;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !areTimesWhole(event.currentTarget)) return;
    if (request === null) return setUnchosen(true);
    const why = reason.trim();
    if (!hasNoReason && why === '' && (!isReasonOptional || isOverridden)) return setMissing(true);
    if (props.again !== undefined && !isPressed) return setPressed(true);
    setBusy(true);
    setRefusal(null);
    const given = { reason: why === '' ? undefined : why, seen: tried.seen, override };
    try {
      if (perform) return onDone(await perform(given));
      const { call, ...input } = request;
      // The table pairs each call with its own input; the request is of this call.
      const made = (await api(call, { ...input, channel, ...given } as ReleaseRequest<typeof call>)) as {
        number: number;
      };
      onDone({ text: describe(made), number: made.number });
    } catch (error) {
      const refused = error as ReleaseRefusal;
      if (refused.code === 'CONFIRMATION_NEEDED') return onDone({ text: refused.message, number: null, waits: true });
      if (isUncertain && DONE_BEFORE.includes(refused.code)) {
        const number = await findDone(given.seen).catch(() => null);
        if (number !== null) return onDone({ text: describe({ number }), number });
      }
      setUncertain((before) => before || !isReleaseRefusal(error) || refused.code === 'UNREACHABLE');
      setRefusal(refused);
      setBusy(false);
    }
  };

  return (
    <Dialog open size="wide" title={title} onClose={onClose} dismissible={!isBusy}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
        {props.children}
        <Preview tried={tried} isChosen={request !== null} isUnchosen={isUnchosen} outcomes={outcomes} />
        {!hasNoReason && <Override tried={tried} isOverridden={isOverridden} onChange={setOverridden} />}
        {!hasNoReason && (
          <ReasonField
            value={reason}
            onChange={(value) => {
              setReason(value);
              setMissing(false);
            }}
            ready={readyReasons}
            isMissing={isMissing}
          />
        )}
        {refusal && <Refused refusal={refusal} lost={actTexts.lostText} />}
        {isPressed && <p role="status">{actTexts.againLead}</p>}
        <div className={styles['buttons']}>
          <Button type="submit" variant={isGrave ? 'danger' : 'primary'} busy={isBusy}>
            {isPressed ? props.again : action}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {actTexts.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Preview({
  tried,
  isChosen,
  isUnchosen,
  outcomes,
}: {
  tried: Tried;
  isChosen: boolean;
  isUnchosen: boolean;
  outcomes: Outcomes | undefined;
}) {
  const { answer, refusal, isAsking, lookAgain } = tried;
  const changed = answer?.obstacles.find(({ code }) => code === 'CHANGED_MEANWHILE');
  return (
    <section className={styles['preview']} aria-label={actTexts.tried} aria-busy={isAsking}>
      {!isChosen &&
        (isUnchosen ? (
          <p role="alert" className={styles['error']}>
            {actTexts.unchosen}
          </p>
        ) : (
          <p className={styles['soft']}>{actTexts.choose}</p>
        ))}
      {isChosen && !answer && !refusal && <p role="status">{actTexts.asking}</p>}
      {refusal && <Refused refusal={refusal} lost={actTexts.untried} />}
      {changed ? (
        <Notice
          tone="warning"
          live
          title={actTexts.changed}
          actions={
            <Button variant="secondary" size="small" onClick={lookAgain}>
              {actTexts.lookAgain}
            </Button>
          }
        >
          {changed.message}
        </Notice>
      ) : (
        isChosen && answer && <DryRunReport tried={answer} outcomes={outcomes} />
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
      {actTexts.override}
    </label>
  );
}

/** @param props.lost - what it means that no answer came */
function Refused({ refusal: { code, message, remedy }, lost }: { refusal: ReleaseRefusal; lost: string }) {
  if (code === 'UNREACHABLE') {
    return (
      <Notice tone="danger" live title={actTexts.lost}>
        {message} {lost}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" live title={code}>
      {message} {remedy}
    </Notice>
  );
}
