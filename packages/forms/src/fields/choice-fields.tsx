import { cx, Icon } from '@redress/ui';
import { Select } from '@redress/ui/controls';
import type { ComponentProps, ReactNode } from 'react';
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

export interface CheckboxCardsProps extends FieldTexts {
  name: string;
  options: readonly Option[];
  hideLegend?: boolean;
}

interface CardProps extends Pick<ComponentProps<'input'>, 'type' | 'name' | 'checked' | 'onChange'> {
  option: Option;
  fieldId: string;
}

/** One card with a real control in it, and its words beside the mark. */
function Card({ option: { value, label, text, icon }, fieldId, ...input }: CardProps) {
  const textId = `${fieldId}-${value}`;
  return (
    <label className={styles['card']}>
      <input {...input} value={value} aria-describedby={text ? textId : undefined} />
      <span className={styles['cardWords']}>
        <span className={styles['cardTitle']}>{label}</span>
        {text && (
          <span className={styles['cardText']} id={textId}>
            {text}
          </span>
        )}
      </span>
      {icon && <Icon shape={icon} size={32} className={styles['cardIcon']} />}
    </label>
  );
}

export interface RadioCardsProps extends CheckboxCardsProps {
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
        {options.map((option) => (
          <Card
            key={option.value}
            {...{ option, name }}
            fieldId={field.id}
            type="radio"
            checked={(field.value || fallback) === option.value}
            onChange={() => field.setValue(option.value)}
          />
        ))}
      </div>
    </GroupFrame>
  );
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
        {options.map((option) => (
          <Card
            key={option.value}
            {...{ option, name }}
            fieldId={field.id}
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
        ))}
      </div>
    </GroupFrame>
  );
}

export const FieldRow = ({ children }: { children: ReactNode }) => <div className={styles['row']}>{children}</div>;
