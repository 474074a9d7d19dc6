import { common } from '@redress/copy/common';
import { useEffect, useId, useRef } from 'react';
import styles from './form.module.css';

/** What was refused at once: a sentence for the whole, and name and sentence of each field in page order. */
export interface Refusal {
  message: string | undefined;
  errors: [string, string][];
}

export interface ErrorSummaryProps {
  refusal: Refusal;
  /** Errors that still stand: what was mended leaves the list. */
  standing: Record<string, string | undefined>;
  onJump: (name: string) => void;
}

/** "There is a problem": takes focus when it appears, lists what is wrong in page order, each line leads to its field. */
export function ErrorSummary({ refusal, standing, onJump }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const heading = useId();
  const errors = refusal.errors.filter(([name]) => standing[name]);
  const isSingleField = refusal.errors.length === 1 && !refusal.message;

  useEffect(() => {
    if (!isSingleField) box.current?.focus();
  }, [refusal, isSingleField]);

  const isMended = refusal.errors.length > 0 && errors.length === 0;
  if (isSingleField || isMended) return null;
  return (
    <div ref={box} className={styles['summary']} role="alert" aria-labelledby={heading} tabIndex={-1}>
      <h2 id={heading}>{common.problem.heading}</h2>
      {refusal.message && refusal.message !== common.problem.heading && <p>{refusal.message}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map(([name, sentence]) => (
            <li key={name}>
              <button type="button" onClick={() => onJump(name)}>
                {sentence}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
