import { common } from '@redress/copy/common';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { circleAlert, circleCheck, info, triangleAlert } from './icons/core.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

export type Tone = 'info' | 'success' | 'warning' | 'danger';
const ICONS: Record<Tone, string> = { info, success: circleCheck, warning: triangleAlert, danger: circleAlert };

export interface NoticeProps {
  tone?: Tone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links that lead on. */
  actions?: ReactNode;
  /** Appeared just now: said at once when `danger`, else politely. False for what is there from the start. */
  live?: boolean | undefined;
}

/** Something to know: a bar, an icon and words; never colour alone. */
export function Notice({ tone = 'info', title, children, actions, live = false }: NoticeProps) {
  return (
    <div
      className={cx(styles['notice'], styles[tone])}
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

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
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

const TONE_OF_COLOR = { green: 'success', blue: 'info', yellow: 'pending', red: 'danger', gray: 'neutral' } as const;

/** The tone of a status label's colour (specification, section 4). */
export const toneOf = (color: keyof typeof TONE_OF_COLOR) => TONE_OF_COLOR[color];
