import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { LetterSheet } from '@redress/ui/letter';
import { useId } from 'react';
import styles from './letter-preview.module.css';

interface LetterPreviewProps {
  /** The whole letter; `null` while it is being written. */
  text: string | null;
  /** Something else of this page is being printed. */
  isBeside: boolean;
}

/** The drafted letter, whole, to be read before anything is paid. Its sheet lies there empty until it is written. */
export function LetterPreview({ text, isBeside }: LetterPreviewProps) {
  const title = useId();
  return (
    <div className={styles['preview']}>
      <h2 id={title} className={styles['title']}>
        {copy.generating.previewTitle}
      </h2>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable with the keyboard */}
      <div className={styles['frame']} role="region" aria-labelledby={title} tabIndex={0}>
        <LetterSheet watermark={text === null ? undefined : copy.generating.watermark} isBeside={isBeside}>
          {text === null ? copy.generating.previewWaiting : <span dir="auto">{text}</span>}
        </LetterSheet>
      </div>
    </div>
  );
}
