import { common } from '@redress/copy/common';
import { visuallyHidden } from '@redress/ui';
import type { ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  optional?: boolean;
}

interface FieldFrameProps extends FieldTexts {
  id: string;
  hintId: string;
  errorId: string;
  error: string | undefined;
  /** Narrower than the column: for codes, ZIPs, amounts. */
  width?: 'full' | 'half' | 'short';
  after?: ReactNode;
  children: ReactNode;
}

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className={styles['error']}>
    {children}
  </p>
);

/** Label, hint, control, error: in this order, joined by ids. */
export function FieldFrame({
  id,
  hintId,
  errorId,
  error,
  label,
  hint,
  optional,
  width = 'full',
  after,
  children,
}: FieldFrameProps) {
  return (
    <div className={styles['field']} data-width={width} data-invalid={error ? '' : undefined}>
      <label className={styles['label']} htmlFor={id}>
        {label} {optional && <span className={styles['optional']}>{common.optional}</span>}
      </label>
      {hint && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {after}
    </div>
  );
}

interface GroupFrameProps extends FieldTexts {
  hintId: string;
  errorId: string;
  error: string | undefined;
  /** The legend is also the page's heading: drawn elsewhere, kept here for assistive technology. */
  hideLegend?: boolean;
  role?: 'radiogroup' | 'group';
  children: ReactNode;
}

/** The same for a group of controls. */
export function GroupFrame({
  hintId,
  errorId,
  error,
  label,
  hint,
  optional,
  hideLegend,
  role,
  children,
}: GroupFrameProps) {
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <fieldset
      className={styles['group']}
      role={role}
      aria-describedby={described || undefined}
      aria-invalid={role === 'radiogroup' && error ? true : undefined}
      data-invalid={error ? '' : undefined}
    >
      <legend className={hideLegend ? visuallyHidden : styles['legend']}>
        {label} {optional && <span className={styles['optional']}>{common.optional}</span>}
      </legend>
      {hint && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {children}
    </fieldset>
  );
}
