import { useId } from 'react';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { texts } from './texts.ts';

/** A time in the zone of the screen, as the browser writes it; `''` where none is given. `times.isoOf` reads it. */
export function TimeField({
  label,
  value,
  onChange,
  isRequired = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isRequired?: boolean;
}) {
  const { times } = useConsole();
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        required={isRequired}
        value={value}
        aria-describedby={`${id}-zone`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-zone`} className={styles['soft']}>
        {texts.zone(times.zone)}
      </p>
    </div>
  );
}
