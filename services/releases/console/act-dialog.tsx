import { Button, Dialog, Notice } from '@redress/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ReleaseRefusal } from '../src/refusal.ts';
import { actTexts } from './acts/act-texts.ts';
import styles from './acts/acts.module.css';
import { ReasonField } from './acts/reason-field.tsx';
import { texts } from './texts.ts';
import { areTimesWhole } from './whole-times.ts';

export interface ActDialogProps {
  title: string;
  /** What will happen, before it does. */
  children: ReactNode;
  action: string;
  onAct: (reason: string) => Promise<void>;
  onClose: () => void;
  /** Reasons that fill the field with one press. */
  ready?: readonly string[];
}

const NONE: readonly string[] = [];

/** A change with a reason, which cannot be tried first; refused in the service's own words, over which nothing typed is lost. */
export function ActDialog({ title, children, action, onAct, onClose, ready = NONE }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !areTimesWhole(event.currentTarget)) return;
    if (reason.trim() === '') return setMissing(true);
    setBusy(true);
    setRefusal(null);
    try {
      await onAct(reason.trim());
      onClose();
    } catch (error) {
      setRefusal(error as ReleaseRefusal);
      setBusy(false);
    }
  };
  const isLost = refusal?.code === 'UNREACHABLE';

  return (
    <Dialog open title={title} onClose={onClose} dismissible={!isBusy}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        <ReasonField
          value={reason}
          onChange={(value) => {
            setReason(value);
            setMissing(false);
          }}
          ready={ready}
          isMissing={isMissing}
        />
        {refusal && (
          <Notice tone="danger" live title={isLost ? actTexts.lost : refusal.code}>
            {refusal.message} {isLost ? actTexts.lostText : refusal.remedy}
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button type="submit" variant="danger" busy={isBusy}>
            {action}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
