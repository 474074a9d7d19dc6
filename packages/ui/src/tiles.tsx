import { useEffect, useId, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { visuallyHidden } from './text.tsx';
import styles from './tiles.module.css';

export interface TileOption {
  value: string;
  label: string;
  hint?: string | undefined;
  /** An icon; decoration, the label says it all. */
  icon?: ReactNode;
}

interface TileGroupProps {
  /** Name of the inputs: a form without script sends them under it. */
  name: string;
  legend: ReactNode;
  /** The legend stands as the heading of the screen already; it is still read with the group. */
  hideLegend?: boolean | undefined;
  error?: string | undefined;
  options: readonly TileOption[];
}

export interface RadioTilesProps extends TileGroupProps {
  value: string | null | undefined;
  onChange: (value: string) => void;
}

export interface CheckboxTilesProps extends TileGroupProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

interface FrameProps extends TileGroupProps {
  type: 'radio' | 'checkbox';
  isChosen: (value: string) => boolean;
  onToggle: (value: string, isChecked: boolean) => void;
  /** What the browser has ticked when the page comes to life. */
  onAdopt: (checked: string[]) => void;
}

function TileFrame({ name, legend, hideLegend, error, options, type, isChosen, onToggle, onAdopt }: FrameProps) {
  const id = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const adopt = useRef(onAdopt);
  useEffect(() => {
    // A prerendered page can be used before React is there: what was chosen then is in the inputs only.
    const inputs = fieldset.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? [];
    const checked = [...inputs].map((input) => input.value);
    if (checked.length > 0) adopt.current(checked);
  }, []);

  return (
    <fieldset
      ref={fieldset}
      className={styles['group']}
      aria-describedby={error ? `${id}-error` : undefined}
      {...(type === 'radio' ? { role: 'radiogroup' } : {})}
      {...(error && type === 'radio' ? { 'aria-invalid': true } : {})}
    >
      <legend className={cx(styles['legend'], hideLegend && visuallyHidden)}>{legend}</legend>
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
      <div className={cx(styles['tiles'], error && styles['invalid'])}>
        {options.map((option) => (
          <label key={option.value} className={styles['tile']}>
            <input
              type={type}
              name={name}
              value={option.value}
              checked={isChosen(option.value)}
              onChange={(event) => onToggle(option.value, event.currentTarget.checked)}
              {...(option.hint ? { 'aria-describedby': `${id}-${option.value}` } : {})}
              aria-labelledby={`${id}-${option.value}-label`}
            />
            <span id={`${id}-${option.value}-label`} className={styles['label']}>
              {option.label}
            </span>
            {option.icon && <span className={styles['icon']}>{option.icon}</span>}
            {option.hint && (
              <span id={`${id}-${option.value}`} className={styles['tileHint']}>
                {option.hint}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One of several, as real radio buttons: arrow keys move, the chosen one has a border, a tint and a check mark. */
export function RadioTiles({ value, onChange, ...rest }: RadioTilesProps) {
  return (
    <TileFrame
      {...rest}
      type="radio"
      isChosen={(option) => option === value}
      onToggle={(option) => onChange(option)}
      onAdopt={([first]) => first !== undefined && first !== value && onChange(first)}
    />
  );
}

/** Any of several, as real checkboxes; the order of the options is kept. */
export function CheckboxTiles({ value, onChange, ...rest }: CheckboxTilesProps) {
  const order = (chosen: ReadonlySet<string>) =>
    rest.options.map((option) => option.value).filter((option) => chosen.has(option));
  return (
    <TileFrame
      {...rest}
      type="checkbox"
      isChosen={(option) => value.includes(option)}
      onToggle={(option, isChecked) => {
        const chosen = new Set(value);
        if (isChecked) chosen.add(option);
        else chosen.delete(option);
        onChange(order(chosen));
      }}
      onAdopt={(checked) => {
        const chosen = new Set([...value, ...checked]);
        if (chosen.size > value.length) onChange(order(chosen));
      }}
    />
  );
}
