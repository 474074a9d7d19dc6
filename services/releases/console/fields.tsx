import { Select, control } from '@redress/ui/controls';
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}
type Options = readonly { value: string; label: string }[];

/** One line to write in, or to read and copy. A number is typed as text too: several with commas have no field of their own. */
export function TextField({
  label,
  value,
  onChange,
  error,
  note,
  options = [],
  ...rest
}: Omit<FieldProps, 'onChange'> & {
  /** Without it the line is for reading. */
  onChange?: (value: string) => void;
  error?: string | null | undefined;
  note?: string | undefined;
  options?: Options | undefined;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'type'>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={control}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={500}
        list={options.length > 0 ? `${id}-options` : undefined}
        value={value}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        readOnly={onChange === undefined}
        onFocus={onChange ? undefined : (event) => event.target.select()}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {options.length > 0 && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option.label} value={option.value} />
          ))}
        </datalist>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      {note && <p>{note}</p>}
    </div>
  );
}

/** One of several. @param props.isInLine - its name stands beside it; on a phone it is only read out */
export function ChoiceField({
  label,
  value,
  onChange,
  options,
  isInLine = false,
  children,
}: FieldProps & { options: Options; isInLine?: boolean; children?: ReactNode }) {
  const id = useId();
  return (
    <div className={styles[isInLine ? 'choice' : 'field']}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      {children}
    </div>
  );
}

/** A time in the zone of the screen, as the browser writes it; `''` where none is given. `times.isoOf` reads it. */
export function TimeField({ label, value, onChange, isRequired = false }: FieldProps & { isRequired?: boolean }) {
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
        Time in {times.zone}
      </p>
    </div>
  );
}

export const CheckField = ({ label, value, onChange }: FieldProps) => (
  <label className={styles['check']}>
    <input type="checkbox" checked={value !== ''} onChange={(event) => onChange(event.target.checked ? 'on' : '')} />
    {label}
  </label>
);

/**
 * Whether each time of a form can be read. The browser has no value for one that is typed half, and an empty time means
 * "now": the act would be done at once instead of later. At the first that cannot, the browser says so.
 */
export const areTimesWhole = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]')].every((field) => field.reportValidity());
