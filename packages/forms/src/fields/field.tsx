import { common } from '@redress/copy/common';
import { visuallyHidden } from '@redress/ui';
import type { ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  optional?: boolean;
}

/** Ids and error of a field, as `useFormField` gives them, and what it says. */
interface FrameProps extends FieldTexts {
  hintId: string;
  errorId: string;
  error: string | undefined;
  children: ReactNode;
}

export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className={styles['error']}>
    {children}
  </p>
);

export const Hint = ({ id, children }: { id: string; children: ReactNode }) =>
  children && (
    <p id={id} className={styles['hint']}>
      {children}
    </p>
  );

const Name = ({ label, optional }: Pick<FieldTexts, 'label' | 'optional'>) => (
  <>
    {label} {optional && <span className={styles['optional']}>{common.optional}</span>}
  </>
);

interface FieldFrameProps extends FrameProps {
  id: string;
  /** Narrower than the column: for codes, ZIPs, amounts. */
  width?: 'full' | 'half' | 'short';
  after?: ReactNode;
}

/** Label, hint, control, error: in this order, joined by ids. */
export const FieldFrame = ({ id, width = 'full', after, children, ...frame }: FieldFrameProps) => (
  <div className={styles['field']} data-width={width} data-invalid={frame.error ? '' : undefined}>
    <label className={styles['label']} htmlFor={id}>
      <Name {...frame} />
    </label>
    <Hint id={frame.hintId}>{frame.hint}</Hint>
    {children}
    {frame.error && <FieldError id={frame.errorId}>{frame.error}</FieldError>}
    {after}
  </div>
);

interface GroupFrameProps extends FrameProps {
  /** The legend is also the page's heading: drawn elsewhere, kept here for assistive technology. */
  hideLegend?: boolean;
  role?: 'radiogroup' | 'group';
}

/** The same for a group of controls. */
export function GroupFrame({ hideLegend, role, children, ...frame }: GroupFrameProps) {
  const { hint, hintId, error, errorId } = frame;
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
        <Name {...frame} />
      </legend>
      <Hint id={hintId}>{hint}</Hint>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {children}
    </fieldset>
  );
}
