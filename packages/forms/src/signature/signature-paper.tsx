import { Icon } from '@redress/ui';
import { x } from '@redress/ui/icons';
import type { ReactNode } from 'react';
import styles from './signature.module.css';

/** Logical size (specification, section 9). On screen it shrinks with the page; the picture keeps this size. */
export const SIGNATURE_WIDTH = 555;
export const SIGNATURE_HEIGHT = 250;
/** Dark blue: ink on paper, in the dark scheme too. */
export const SIGNATURE_INK = '#10207a';
/** Where the line stands that one signs on, from the top; `.line` draws it there. */
export const SIGNATURE_BASELINE = 210;
/** What the cross before the line takes of it. */
export const SIGNATURE_START = 56;

export interface SignaturePaperProps {
  /** Who signs, as the letter prints it under the signature: a name, or a name and a business. */
  signer: readonly string[];
  children: ReactNode;
}

/** The foot of a letter: a line with a cross to sign on, the name under it. The line is no part of the picture. */
export const SignaturePaper = ({ signer, children }: SignaturePaperProps) => (
  <div className={styles['paper']} data-sheet="">
    <div className={styles['pad']}>
      <span className={styles['line']} aria-hidden="true">
        <Icon shape={x} />
      </span>
      {children}
    </div>
    {signer.length > 0 && (
      <p className={styles['signer']}>
        {signer.map((line) => (
          <span key={line} dir="auto">
            {line}
          </span>
        ))}
      </p>
    )}
  </div>
);
