import { cx } from '@redress/ui';
import type { ComponentProps, ReactNode } from 'react';
import styles from './letter-sheet.module.css';

export interface LetterSheetProps {
  /** Text with its line breaks, or an editor. */
  children: ReactNode;
  /** Names the sheet for screen readers. */
  label?: string | undefined;
  /** Written across every page of the sheet: the letter is a preview. Said once, in words, by the page. */
  watermark?: string | undefined;
  /** Lines drawn in place of text while the letter is written: 0 to 12. */
  linesDrawn?: number | undefined;
  /** It stands beside something else: when the page is printed, that is printed and not the letter. */
  isBeside?: boolean | undefined;
}

const LINES = 12;
/** As many as the longest letter has on the narrowest phone; the sheet cuts off what it has no page for. */
const MAX_WATERMARKS = 40;

/** A sheet of US letter paper on a desk. It keeps its margins and its proportions; long letters make it longer. */
export function LetterSheet({ children, label, watermark, linesDrawn, isBeside }: LetterSheetProps) {
  return (
    <div className={styles[isBeside ? 'beside' : 'desk']}>
      <article data-sheet className={styles['sheet']} aria-label={label}>
        {watermark && (
          <div className={styles['watermark']} aria-hidden="true">
            {Array.from({ length: MAX_WATERMARKS }, (_, page) => (
              <svg key={page} viewBox="0 0 85 110" focusable="false">
                <text x="42.5" y="58" textAnchor="middle" transform="rotate(-35 42.5 55)">
                  {watermark}
                </text>
              </svg>
            ))}
          </div>
        )}
        {linesDrawn !== undefined && (
          <div className={styles['lines']} aria-hidden="true">
            {Array.from({ length: LINES }, (_, index) => (
              <span key={index} className={cx(styles['line'], index < linesDrawn && styles['drawn'])} />
            ))}
          </div>
        )}
        <div className={styles['text']}>{children}</div>
      </article>
    </div>
  );
}

/** What follows stands on a sheet of its own. */
export const SheetBreak = () => <hr className={styles['break']} />;

/** The text of the letter as the sheet itself, to be typed into. Grows with what is typed. */
export function LetterEditor({ className, ...rest }: Omit<ComponentProps<'textarea'>, 'style'>) {
  return (
    <>
      <textarea {...rest} className={cx(styles['editor'], className)} />
      {/* A control is one box on paper: it cannot go on over a second page. */}
      <div className={styles['printed']} aria-hidden="true">
        {rest.value}
      </div>
    </>
  );
}
