import { cx, type Tone } from '@redress/ui';
import type { ReactNode } from 'react';
import styles from './stamp.module.css';

export interface StampProps {
  tone?: Tone | 'neutral' | undefined;
  children: ReactNode;
}

/** A state as it is stamped on paper: Draft, Approved, Posted. */
export function Stamp({ tone = 'neutral', children }: StampProps) {
  return <span className={cx(styles['stamp'], styles[tone])}>{children}</span>;
}
