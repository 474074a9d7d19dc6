import { useId } from 'react';
import styles from './acts.module.css';
import { actTexts } from './act-texts.ts';

/** Why it is done, for the ledger. Ready reasons are added with one press, and what was typed stays. */
export function ReasonField({
  value,
  onChange,
  ready,
  isMissing,
}: {
  value: string;
  onChange: (value: string) => void;
  ready: readonly string[];
  isMissing: boolean;
}) {
  const id = useId();
  const add = (reason: string) => {
    if (value.includes(reason)) return;
    onChange(value.trim() === '' || ready.includes(value) ? reason : `${value.trim()}; ${reason}`);
  };
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{actTexts.reason}</label>
      <input
        id={id}
        value={value}
        maxLength={500}
        autoComplete="off"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {isMissing && (
        <p id={`${id}-error`} role="alert" className={styles['error']}>
          {actTexts.reasonMissing}
        </p>
      )}
      {ready.length > 0 && (
        <ul className={styles['chips']} aria-label={actTexts.readyReasons}>
          {ready.map((reason) => (
            <li key={reason}>
              <button type="button" className={styles['chip']} onClick={() => add(reason)}>
                {reason}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
