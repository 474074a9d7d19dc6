import { useId } from 'react';
import styles from './console.module.css';
import { texts } from './texts.ts';

/** A time of this place, as the browser writes it; `''` where none is given. */
export function TimeField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={value}
        aria-describedby={`${id}-zone`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-zone`} className={styles['soft']}>
        {texts.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </p>
    </div>
  );
}
