import { controls } from '@redress/copy/controls';
import { amountTyped } from '@redress/domain';
import { visuallyHidden } from '@redress/ui';
import { control, DateInput } from '@redress/ui/controls';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type HTMLAttributes,
  type HTMLInputAutoCompleteAttribute,
  type Ref,
} from 'react';
import { useEarlyInput } from '../early-input.ts';
import { useFormField } from '../use-form-field.ts';
import { FieldFrame, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldTexts {
  name: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  type?: 'text' | 'email' | 'tel' | 'url';
  maxLength?: number;
  readOnly?: boolean;
  width?: 'full' | 'half' | 'short';
  /** Sign drawn inside the control, before the text: `$`. */
  prefix?: string;
  /** `false` where names stand: they are not spelling mistakes. */
  spellCheck?: boolean;
  className?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** What may stand in the field; asked on every change, so the rest never appears. */
  accept?: (typed: string) => string;
  onBlur?: () => void;
  highlighted?: boolean;
}

const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** One line of text; the field every other one is made from. */
export function TextField({
  name,
  label,
  hint,
  optional,
  type = 'text',
  width = 'full',
  prefix,
  accept = (typed) => typed,
  spellCheck = false,
  className,
  inputRef,
  highlighted,
  ...input
}: TextFieldProps) {
  const field = useFormField<unknown>(name, hint !== undefined);
  const typedInto = useEarlyInput<HTMLInputElement>((typed) => field.setValue(accept(typed)));
  useImperativeHandle(inputRef, () => typedInto.current as HTMLInputElement);
  return (
    <FieldFrame {...field} {...{ label, hint, optional: optional ?? false, width }}>
      <div className={styles['withAdornment']}>
        {prefix && (
          <span className={styles['prefix']} aria-hidden="true">
            {prefix}
          </span>
        )}
        <input
          {...input}
          {...field.aria}
          ref={typedInto}
          className={[control, className].filter(Boolean).join(' ')}
          id={field.id}
          name={name}
          type={type}
          spellCheck={spellCheck}
          data-highlight={highlighted ? '' : undefined}
          value={asText(field.value)}
          onChange={(event) => field.setValue(accept(event.target.value))}
        />
      </div>
    </FieldFrame>
  );
}

export const EmailField = (props: Omit<TextFieldProps, 'type' | 'inputMode'>) => (
  <TextField autoComplete="email" {...props} type="email" inputMode="email" />
);

const digitsOnly = (max: number) => (typed: string) => typed.replace(/[^0-9]/g, '').slice(0, max);

/** Phone number before an extension or a second number; with the digits of either appended it would be another person's. */
const FIRST_NUMBER = /^\D*(?:\d[\s().-]*){7,}(?=[a-z#,;/])/i;
const phoneDigits = (typed: string) => digitsOnly(20)(FIRST_NUMBER.exec(typed)?.[0] ?? typed);

/** A phone number: digits only while typing (specification, section 5). */
export function PhoneField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'accept' | 'onBlur'>) {
  // Digits of a whole number whose extension is being typed: the keys that follow, one by one, add nothing to them.
  const whole = useRef('');
  const accept = (typed: string) => {
    const digits = phoneDigits(typed);
    if (whole.current && typed.startsWith(whole.current)) return whole.current;
    whole.current = digits.length >= 10 && FIRST_NUMBER.test(typed) ? digits : '';
    return digits;
  };
  const field = { ...props, accept, onBlur: () => void (whole.current = '') };
  return <TextField autoComplete="tel-national" width="half" {...field} type="tel" inputMode="numeric" />;
}

/** A ZIP code: digits only while typing; five, or nine with the four added ones. Text, so that a leading zero stays. */
export const ZipField = (props: Omit<TextFieldProps, 'type' | 'inputMode' | 'accept'>) => (
  <TextField autoComplete="postal-code" width="short" {...props} inputMode="numeric" accept={digitsOnly(9)} />
);

export const AmountField = (props: Omit<TextFieldProps, 'type' | 'inputMode' | 'accept' | 'prefix'>) => (
  <TextField autoComplete="off" width="half" {...props} prefix="$" inputMode="decimal" accept={amountTyped} />
);

/** Six digits in one field: pasted, filled by the phone, or typed; a space in between is forgiven. */
export const CodeField = (props: Omit<TextFieldProps, 'type' | 'inputMode' | 'accept' | 'autoComplete'>) => (
  <TextField
    {...props}
    className={styles['code'] ?? ''}
    autoComplete="one-time-code"
    inputMode="numeric"
    accept={digitsOnly(6)}
  />
);

export interface PasswordFieldProps extends FieldTexts {
  name: string;
  autoComplete: 'current-password' | 'new-password';
}

/** A password, hidden until its owner asks to see it. */
export function PasswordField({ name, autoComplete, ...texts }: PasswordFieldProps) {
  const field = useFormField<string>(name, texts.hint !== undefined);
  const [isShown, setShown] = useState(false);
  const typedInto = useEarlyInput<HTMLInputElement>(field.setValue);
  return (
    <FieldFrame {...field} {...texts}>
      <div className={styles['withAdornment']}>
        <input
          {...field.aria}
          ref={typedInto}
          className={`${control} ${styles['hasToggle']}`}
          id={field.id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={field.value ?? ''}
          onChange={(event) => field.setValue(event.target.value)}
        />
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={isShown}
          aria-controls={field.id}
          aria-label={isShown ? controls.password.hide : controls.password.show}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? controls.password.hide.split(' ')[0] : controls.password.show.split(' ')[0]}
        </button>
      </div>
    </FieldFrame>
  );
}

export interface TextAreaProps extends FieldTexts {
  name: string;
  maxLength: number;
  rows?: number;
}

const ANNOUNCE_DELAY_MS = 1000;

/** Shown with every key, spoken once the typing rests. */
function CharactersLeft({ left }: { left: number | null }) {
  const text = left === null ? '' : left >= 0 ? controls.characters.left(left) : controls.characters.over(-left);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <p className={styles['counter']} aria-hidden="true">
        {text}
      </p>
      <p className={visuallyHidden} role="status">
        {spoken}
      </p>
    </>
  );
}

/** Long text; grows with it, and counts only when the end is near. */
export function TextArea({ name, maxLength, rows = 6, ...texts }: TextAreaProps) {
  const field = useFormField<unknown>(name, texts.hint !== undefined);
  const typedInto = useEarlyInput<HTMLTextAreaElement>(field.setValue);
  const text = asText(field.value);
  const left = maxLength - text.length;
  const isNearEnd = left < maxLength / 10;
  return (
    <FieldFrame {...field} {...texts} after={<CharactersLeft left={isNearEnd ? left : null} />}>
      <textarea
        {...field.aria}
        ref={typedInto}
        className={control}
        id={field.id}
        name={name}
        rows={rows}
        dir="auto"
        value={text}
        onChange={(event) => field.setValue(event.target.value)}
      />
    </FieldFrame>
  );
}

/** A day. The browser's own picker, which also takes typing; kept as `YYYY-MM-DD`, a day and not an instant. */
export function DateField({ name, max, ...texts }: FieldTexts & { name: string; max?: string }) {
  const field = useFormField<string>(name, texts.hint !== undefined);
  const typedInto = useEarlyInput<HTMLInputElement>(field.setValue);
  return (
    <FieldFrame {...field} {...texts} width="half">
      <DateInput
        {...field.aria}
        ref={typedInto}
        id={field.id}
        name={name}
        max={max}
        value={field.value ?? ''}
        onChange={(event) => field.setValue(event.target.value)}
      />
    </FieldFrame>
  );
}
