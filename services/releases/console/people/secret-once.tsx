import { Button, Dialog, announce } from '@redress/ui';
import { control } from '@redress/ui/controls';
import { useId, useState } from 'react';
import styles from '../console.module.css';
import { peopleTexts } from './people-texts.ts';

/** A secret that nobody can read again once this is closed. */
export function SecretOnce({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const [said, setSaid] = useState('');
  const id = useId();
  const copy = async () => {
    const text = await navigator.clipboard.writeText(secret).then(
      () => peopleTexts.copied,
      () => peopleTexts.notCopied,
    );
    setSaid(text);
    announce(text);
  };
  return (
    // A press beside it or Escape would lose what nobody can read again.
    <Dialog open title={name} onClose={onClose} dismissible={false}>
      <div className={styles['form']}>
        <p>{peopleTexts.secretLead}</p>
        <div className={styles['field']}>
          <label htmlFor={id}>{name}</label>
          <input id={id} className={control} readOnly value={secret} onFocus={(event) => event.target.select()} />
        </div>
        <div className={styles['buttons']}>
          <Button onClick={copy}>{peopleTexts.copy}</Button>
          <Button variant="secondary" onClick={onClose}>
            {peopleTexts.close}
          </Button>
        </div>
        {said !== '' && <p>{said}</p>}
      </div>
    </Dialog>
  );
}
