import styles from '../console.module.css';
import { TextField } from '../fields.tsx';

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
  const add = (reason: string) => {
    if (value.includes(reason)) return;
    onChange(value.trim() === '' || ready.includes(value) ? reason : `${value.trim()}; ${reason}`);
  };
  return (
    <>
      <TextField
        label="Reason (kept in the ledger)"
        value={value}
        onChange={onChange}
        error={isMissing ? 'Say why: it is kept in the ledger.' : null}
      />
      {ready.length > 0 && (
        <ul className={styles['chips']} aria-label="Ready reasons">
          {ready.map((reason) => (
            <li key={reason}>
              <button type="button" className={styles['chip']} onClick={() => add(reason)}>
                {reason}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
