import type { ReactNode } from 'react';
import { chevronDown } from './icons/core.ts';
import { Icon } from './icon.tsx';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean | undefined;
  onToggle?: ((isOpen: boolean) => void) | undefined;
}

/** More for those who want it: native, so it works before the page is alive and prints open. */
export function Disclosure({ summary, children, open, onToggle }: DisclosureProps) {
  return (
    <details
      className={styles['details']}
      open={open}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary className={styles['summary']}>
        <Icon shape={chevronDown} className={styles['arrow']} />
        {summary}
      </summary>
      <div className={styles['body']}>{children}</div>
    </details>
  );
}
