import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { LetterSheet } from '@redress/ui/letter';
import { useId } from 'react';
import styles from './letter-preview.module.css';

const LINES = 12;

interface LetterPreviewProps {
  /** The whole letter; `null` while it is being written. */
  text: string | null;
  /** 0 to 1: how far the stages have come. */
  progress: number;
}

/** The drafted letter, whole, to be read before anything is paid. Until it is there, the sheet gains its lines. */
export function LetterPreview({ text, progress }: LetterPreviewProps) {
  const title = useId();
  return (
    <div className={styles['preview']} hidden={text === null && progress === 0}>
      <h2 id={title} className={styles['title']}>
        {copy.generating.previewTitle}
      </h2>
      {/* A region that scrolls must be reachable with the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['frame']} role="region" aria-labelledby={title} tabIndex={0}>
        {text === null ? (
          <LetterSheet linesDrawn={Math.round(progress * LINES)}>{null}</LetterSheet>
        ) : (
          <LetterSheet watermark={copy.generating.watermark}>
            <span dir="auto">{text}</span>
          </LetterSheet>
        )}
      </div>
    </div>
  );
}
