import { wizard as copy } from '@redress/copy/wizard';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { cx } from '@redress/ui';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../shared/when-idle.ts';
import styles from './first-sheet.module.css';

/** Whether the page was idle once: whoever comes back to step 1 sees the sheet as it was. */
let wasIdle = false;

/**
 * A sample of the letter beside the questions of step 1; the chosen kind of claim is its subject. A picture of the
 * product, drawn at build time: what it says in words, the tiles say too.
 */
export function FirstSheet() {
  const { situationLabel } = useAppSelector(selectFormData);
  const { sheet } = copy.category;
  const [isIdle, setIdle] = useState(wasIdle);
  useEffect(() => whenIdle(() => setIdle((wasIdle = true))), []);
  return (
    <div data-sheet className={cx(styles['sheet'], isIdle && styles['late'])} aria-hidden="true">
      <b>{sheet.stamp}</b>
      <p>{sheet.date}</p>
      <p className={styles['subject']}>
        {sheet.subject}
        {situationLabel && <mark>{situationLabel}</mark>}
      </p>
      {sheet.body.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className={styles['sum']}>
        {sheet.sum} <span>{sheet.amount}</span>
      </p>
      <p>{sheet.closing}</p>
      <svg viewBox="0 0 99 30" focusable="false">
        <path d="M3 25C12 20 18 5 20 4s-2 20 1 20 8-13 12-12-6 11-1 11 8-19 9-20-3 21 0 21 9-14 12-13-3 12 1 12 6-9 9-9-2 8 1 8 14-8 29-9M10 18c9-2 19-3 28-2" />
      </svg>
      <p>{sheet.name}</p>
      <small>{sheet.sample}</small>
    </div>
  );
}
