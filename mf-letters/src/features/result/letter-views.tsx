import { letters } from '@redress/copy/letters';
import { late, useLate } from '@redress/mf-runtime';
import { cx } from '@redress/ui';
import { LetterEditor, LetterSheet } from '@redress/ui/letter';
import { useState } from 'react';
import styles from './letter-views.module.css';

// Laying out a letter and giving its text back its parts: fetched when the reader looks at the letter as it prints.
const printed = late(() => import('./printed-view.tsx').then((module) => module.PrintedView));

type View = 'text' | 'print';
const VIEWS: readonly View[] = ['text', 'print'];

export interface LetterViewsProps {
  /** Names the sheet. */
  title: string;
  formSessionId: string;
  text: string;
  signature: string | null;
  /** Missing where the letter can no longer be changed. */
  onChange?: ((text: string) => void) | undefined;
}

/** One sheet, seen as its text or as it prints; the text first while it may be changed. */
export function LetterViews({ title, formSessionId, text, signature, onChange }: LetterViewsProps) {
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen ?? (onChange ? 'text' : 'print');
  const state = useLate(printed, view === 'print');
  const Printed = view === 'print' && state.status === 'ready' ? state.value : null;
  return (
    <div className={styles['views']}>
      <div className={styles['switch']} role="group" aria-label={letters.views.label}>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            className={cx(styles['option'], name === view && styles['chosen'])}
            aria-pressed={name === view}
            onClick={() => setChosen(name)}
          >
            {letters.views[name]}
          </button>
        ))}
      </div>
      <LetterSheet label={title}>
        {/* Until the printed letter is there, and where it cannot be had, the words are. */}
        {(view === 'print' || !onChange) &&
          (Printed ? <Printed formSessionId={formSessionId} text={text} signature={signature} /> : text)}
        {onChange && (
          // Hidden, not taken away: what was typed can still be undone.
          <div hidden={view !== 'text'}>
            <LetterEditor
              aria-label={letters.result.textLabel}
              value={text}
              dir="auto"
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        )}
      </LetterSheet>
    </div>
  );
}
