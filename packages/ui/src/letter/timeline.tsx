import { Icon, VisuallyHidden, cx } from '@redress/ui';
import type { ReactNode } from 'react';
import { check } from '../icons/index.ts';
import styles from './timeline.module.css';

export interface TimelineEntry {
  key: string;
  title: ReactNode;
  /** As people read it: "March 3, 2026 at 2:02 PM". */
  when?: string | undefined;
  /** For machines: ISO 8601. */
  dateTime?: string | undefined;
  text?: ReactNode;
  state: 'done' | 'current' | 'upcoming' | 'problem';
}
export interface TimelineProps {
  label: string;
  entries: readonly TimelineEntry[];
  /** Said after the title of each, since colour and form alone say nothing. */
  stateText: Record<TimelineEntry['state'], string>;
}

/** What happened to a letter and what comes next, in order. */
export function Timeline({ label, entries, stateText }: TimelineProps) {
  return (
    <ol className={styles['timeline']} aria-label={label}>
      {entries.map(({ key, title, when, dateTime, text, state }) => (
        <li
          key={key}
          className={cx(styles['entry'], styles[state])}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles['mark']} aria-hidden="true">
            {state === 'done' && <Icon shape={check} size={16} />}
          </span>
          <div className={styles['words']}>
            <p className={styles['title']}>
              {title}
              <VisuallyHidden>{` (${stateText[state]})`}</VisuallyHidden>
            </p>
            {when && (
              <p className={styles['when']}>
                <time dateTime={dateTime}>{when}</time>
              </p>
            )}
            {text && <div className={styles['text']}>{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
