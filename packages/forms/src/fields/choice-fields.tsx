import { cx, Icon } from '@redress/ui';
import { Select } from '@redress/ui/controls';
import type { ReactNode } from 'react';
import { useEarlyChoice, useEarlyInput } from '../early-input.ts';
import { useFormField } from '../use-form-field.ts';
import { FieldError, FieldFrame, GroupFrame, Hint, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface Option {
  value: string;
  label: string;
  /** Drawn under the label of a card. */
  text?: string;
  /** Drawn at the end of a card: a shape of `@redress/ui/icons`. */
  icon?: string;
}

export interface SelectFieldProps extends FieldTexts {
  name: string;
  options: readonly Option[];
  placeholder: string;
  autoComplete?: string;
  width?: 'full' | 'half' | 'short';
}

export function SelectField({ name, options, placeholder, autoComplete, ...frame }: SelectFieldProps) {
  const field = useFormField<string | null | undefined>(name, frame.hint !== undefined);
  const chosenIn = useEarlyInput<HTMLSelectElement>(field.setValue);
  return (
    <FieldFrame {...field} {...frame}>
      <Select
        {...field.aria}
        ref={chosenIn}
        id={field.id}
        name={name}
        autoComplete={autoComplete}
        value={field.value ?? ''}
        onChange={(event) => field.setValue(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}

export interface CheckboxFieldProps {
  name: string;
  label: ReactNode;
  hint?: string;
  /** It belongs to the field before it, in a column of fields. */
  isUnder?: boolean;
}

export function CheckboxField({ name, label, hint, isUnder = false }: CheckboxFieldProps) {
  const field = useFormField<boolean>(name, hint !== undefined);
  const box = useEarlyInput<HTMLInputElement>(() => field.setValue(!field.value));
  return (
    <div className={cx(styles['field'], isUnder && styles['under'])} data-invalid={field.error ? '' : undefined}>
      <label className={styles['check']} htmlFor={field.id}>
        <input
          {...field.aria}
          ref={box}
          id={field.id}
          name={name}
          type="checkbox"
          checked={field.value ?? false}
          onChange={(event) => field.setValue(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <Hint id={field.hintId}>{hint}</Hint>
      {field.error && <FieldError id={field.errorId}>{field.error}</FieldError>}
    </div>
  );
}

interface CardWordsProps {
  title: string;
  text: string | undefined;
  textId: string;
  icon: string | undefined;
}

/** What stands beside the mark of a card. */
const CardWords = ({ title, text, textId, icon }: CardWordsProps) => (
  <>
    <span className={styles['cardWords']}>
      <span className={styles['cardTitle']}>{title}</span>
      {text && (
        <span className={styles['cardText']} id={textId}>
          {text}
        </span>
      )}
    </span>
    {icon && <Icon shape={icon} size={32} className={styles['cardIcon']} />}
  </>
);

export interface RadioCardsProps extends FieldTexts {
  name: string;
  options: readonly Option[];
  hideLegend?: boolean;
  /** Shown as chosen while nothing is: what holds then. */
  fallback?: string;
}

/** One of a few, each a card with a real radio in it: arrow keys, names and states come from the browser. */
export function RadioCards({ name, options, fallback, ...frame }: RadioCardsProps) {
  const field = useFormField<string | null | undefined>(name, frame.hint !== undefined);
  const group = useEarlyChoice(name, ([ticked]) => ticked !== undefined && field.setValue(ticked));
  return (
    <GroupFrame {...field} {...frame} role="radiogroup">
      <div ref={group} id={field.id} className={styles['cards']}>
        {options.map(({ value, label: title, text, icon }) => (
          <label key={value} className={styles['card']}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={(field.value || fallback) === value}
              aria-describedby={text ? `${field.id}-${value}` : undefined}
              onChange={() => field.setValue(value)}
            />
            <CardWords {...{ title, text, icon }} textId={`${field.id}-${value}`} />
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}

export interface CheckboxCardsProps extends FieldTexts {
  name: string;
  options: readonly Option[];
  hideLegend?: boolean;
}

/** Any of a few. */
export function CheckboxCards({ name, options, ...frame }: CheckboxCardsProps) {
  const field = useFormField<readonly string[] | null | undefined>(name, frame.hint !== undefined);
  const group = useEarlyChoice(name, field.setValue);
  const chosen = field.value ?? [];
  const toggle = (value: string) =>
    field.setValue(options.map((option) => option.value).filter((each) => (each === value) !== chosen.includes(each)));
  return (
    <GroupFrame {...field} {...frame}>
      <div ref={group} id={field.id} className={styles['cards']}>
        {options.map(({ value, label: title, text, icon }) => (
          <label key={value} className={styles['card']}>
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={chosen.includes(value)}
              aria-describedby={text ? `${field.id}-${value}` : undefined}
              onChange={() => toggle(value)}
            />
            <CardWords {...{ title, text, icon }} textId={`${field.id}-${value}`} />
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}

export const FieldRow = ({ children }: { children: ReactNode }) => <div className={styles['row']}>{children}</div>;
