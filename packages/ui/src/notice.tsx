import { common } from '@redress/copy/common';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { circleAlert, circleCheck, info, triangleAlert } from './icons/core.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

export type Tone = 'info' | 'success' | 'warning' | 'danger';
const ICONS: Record<Tone, string> = {
  info,
  success: circleCheck,
  warning: triangleAlert,
  danger: circleAlert,
};

export interface NoticeProps {
  tone?: Tone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links that lead on. */
  actions?: ReactNode;
  /** Appeared just now: said at once when `danger`, else politely. False for what is there from the start. */
  live?: boolean | undefined;
  className?: string | undefined;
}

/** Something to know: a bar, an icon and words; never colour alone. */
export function Notice({ tone = 'info', title, children, actions, live = false, className }: NoticeProps) {
  return (
    <div
      className={cx(styles['notice'], styles[tone], className)}
      {...(live ? { role: tone === 'danger' ? 'alert' : 'status' } : {})}
    >
      <Icon shape={ICONS[tone]} size={24} className={styles['icon']} />
      <div className={styles['words']}>
        {title && <p className={styles['title']}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  );
}

export interface ErrorSummaryItem {
  /** Id of the control it leads to. */
  fieldId?: string | undefined;
  text: string;
}

/** "There is a problem": takes focus when it appears; each line leads to its field. Forms of `@redress/forms` have it built in. */
export function ErrorSummary({
  errors,
  message,
}: {
  errors: readonly ErrorSummaryItem[];
  message?: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => box.current?.focus(), [errors]);
  return (
    <div ref={box} className={styles['summary']} role="alert" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId}>{common.problem.heading}</h2>
      {message && <p>{message}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ fieldId, text }) => (
            <li key={`${fieldId}${text}`}>
              {fieldId ? (
                <a
                  href={`#${fieldId}`}
                  onClick={(event) => {
                    event.preventDefault(); // the address stays the screen's
                    document.getElementById(fieldId)?.focus();
                  }}
                >
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
  icon?: string | undefined;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      {icon && <Icon shape={icon} size={32} className={styles['emptyIcon']} />}
      <p className={styles['emptyTitle']}>{title}</p>
      {children && <div className={styles['soft']}>{children}</div>}
      {action}
    </div>
  );
}

export interface LoadErrorProps {
  title?: string | undefined;
  text?: string | undefined;
  /** Finds the log line. */
  reference?: string | undefined;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
}

/** It could not be shown: why, and a way on. */
export function LoadError({ title, text, reference, onRetry, busy }: LoadErrorProps) {
  return (
    <Notice
      tone="danger"
      live
      title={title ?? common.problem.couldNotLoad}
      actions={
        onRetry && (
          <Button variant="secondary" busy={busy} onClick={onRetry}>
            {common.actions.tryAgain}
          </Button>
        )
      }
    >
      <p>{text ?? common.problem.couldNotLoadText}</p>
      {reference && <p className={styles['reference']}>{common.problem.reference(reference)}</p>}
    </Notice>
  );
}

export interface BadgeProps {
  tone?: Tone | 'neutral' | 'pending' | undefined;
  children: ReactNode;
}

/** A short state, in words. `green`, `blue`, `yellow`, `red` and `gray` of the status tables are tones by `toneOf`. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={cx(styles['badge'], styles[tone])}>{children}</span>;
}

const TONE_OF_COLOR = {
  green: 'success',
  blue: 'info',
  yellow: 'pending',
  red: 'danger',
  gray: 'neutral',
} as const;

/** The tone of a status label's colour (specification, section 4). */
export const toneOf = (color: keyof typeof TONE_OF_COLOR) => TONE_OF_COLOR[color];
