import { useId } from 'react';
import styles from './acts.module.css';

/** One line; a number is typed as text too, since several with commas have no field of the browser's own. */
export function TextField({
  label,
  value,
  onChange,
  error = null,
  isNumeric = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  isNumeric?: boolean;
}) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode={isNumeric ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={200}
        value={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== null && (
        <p id={`${id}-error`} role="status" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
