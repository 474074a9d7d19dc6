import { Button, Dialog, Notice } from '@redress/ui';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { ReleaseRefusal } from '../src/refusal.ts';
import styles from './console.module.css';
import { texts } from './texts.ts';

export interface ActDialogProps {
  title: string;
  /** What will happen, before it does. */
  children: ReactNode;
  action: string;
  onAct: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** A change of what visitors get: said before, with a reason, and refused in the service's own words. */
export function ActDialog({ title, children, action, onAct, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
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

  return (
    <Dialog open title={title} onClose={onClose} dismissible={!isBusy}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        <div className={styles['field']}>
          <label htmlFor={id}>{texts.reason}</label>
          <input
            id={id}
            value={reason}
            maxLength={500}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(false);
            }}
          />
          {isMissing && (
            <p id={`${id}-error`} role="alert" className={styles['error']}>
              {texts.reasonMissing}
            </p>
          )}
        </div>
        {refusal && (
          <Notice tone="danger" title={refusal.code} live>
            {refusal.message} {refusal.remedy}
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button type="submit" variant="danger" busy={isBusy}>
            {action}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
