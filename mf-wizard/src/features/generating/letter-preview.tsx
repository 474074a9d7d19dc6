import { generatingFile as copy } from '@redress/copy/generating';
import { late, useLate } from '@redress/mf-runtime';
import { Button, Dialog } from '@redress/ui';
import { LetterSheet } from '@redress/ui/letter';
import { useId } from 'react';
import styles from './letter-preview.module.css';

const previewLetter = late(() => import(/* webpackChunkName: "letter" */ './preview-letter.tsx'));

interface LetterPreviewProps {
  /** The whole letter; `null` while it is being written. */
  text: string | null;
  /** Something else of this page is being printed. */
  isBeside: boolean;
  /** It lies open over the whole screen. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The letter was moved, pressed or reached. */
  onMoved: () => void;
}

/** The drafted letter, whole, to be read before anything is paid. Its sheet lies there empty until it is written. */
export function LetterPreview({ text, isBeside, isOpen, onOpen, onMoved }: LetterPreviewProps) {
  const title = useId();
  return (
    <div
      className={styles['preview']}
      onFocusCapture={onMoved}
      onKeyDownCapture={onMoved}
      onPointerDownCapture={onMoved}
      onTouchMoveCapture={onMoved}
      onWheelCapture={onMoved}
    >
      <h2 id={title} className={styles['title']}>
        {copy.generating.previewTitle}
      </h2>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable with the keyboard */}
      <div className={styles['frame']} role="region" aria-labelledby={title} tabIndex={0}>
        <Sheet text={text} isBeside={isBeside} />
      </div>
      {text !== null && (
        <Button className={styles['readAll'] ?? ''} variant="secondary" wide onClick={() => onOpen(true)}>
          {copy.generating.readAll}
        </Button>
      )}
      <Dialog open={isOpen} onClose={() => onOpen(false)} title={copy.generating.previewTitle} size="full">
        <Sheet text={text} isBeside />
      </Dialog>
    </div>
  );
}

function Sheet({ text, isBeside }: { text: string | null; isBeside: boolean }) {
  const letter = useLate(previewLetter);
  return (
    <LetterSheet watermark={text === null ? undefined : copy.generating.watermark} isBeside={isBeside}>
      {text === null ? (
        copy.generating.previewWaiting
      ) : letter.status === 'ready' ? (
        <letter.value.PreviewLetter text={text} />
      ) : (
        <span dir="auto">{text}</span>
      )}
    </LetterSheet>
  );
}
