import { Button, Dialog, Notice } from '@redress/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { ReleaseRefusal } from '../../src/refusal.ts';
import styles from '../console.module.css';
import { texts } from '../texts.ts';

/** A form that is answered or refused in the service's own words; what was typed stays. `onSubmit` closes it. */
export function FormDialog({
  title,
  action,
  children,
  onSubmit,
  onClose,
}: {
  title: string;
  action: string;
  children: ReactNode;
  onSubmit: () => Promise<void>;
  onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ReleaseRefusal | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onSubmit();
    } catch (error) {
      setRefusal(error as ReleaseRefusal);
      setBusy(false);
    }
  };
  return (
    <Dialog open title={title} onClose={onClose} dismissible={!isBusy}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        {refusal && (
          <Notice tone="danger" title={refusal.code} live>
            {refusal.message} {refusal.remedy}
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Button type="submit" busy={isBusy}>
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
