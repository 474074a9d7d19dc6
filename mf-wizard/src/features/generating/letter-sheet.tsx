import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { useId } from 'react';
import styles from './letter-sheet.module.css';

/** Enough for the longest letter; what lies beyond the sheet is cut off. */
const WATERMARKS = 12;

/** The drafted letter, whole, to be read before anything is paid; marked as a preview over its full length. */
export function LetterSheet({ text }: { text: string }) {
  const title = useId();
  return (
    <section className={styles['desk']} aria-labelledby={title}>
      <h2 id={title} className={styles['title']}>
        {copy.generating.previewTitle}
      </h2>
      {/* A region that scrolls must be reachable with the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['frame']} role="region" aria-labelledby={title} tabIndex={0}>
        <div className={styles['sheet']}>
          <div className={styles['marks']} aria-hidden="true">
            {Array.from({ length: WATERMARKS }, (_, index) => (
              <span key={index}>{copy.generating.watermark}</span>
            ))}
          </div>
          {text.split(/\n{2,}/).map((paragraph, index) => (
            <p key={index} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}
