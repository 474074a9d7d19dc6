import { useEffect, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './text.module.css';

/** Class of what is read out and not seen: for an element of one's own (a legend, a status). */
export const visuallyHidden = styles['hidden'] as string;

/** Read out, not seen. */
export function VisuallyHidden({ as: Tag = 'span', children }: { as?: 'span' | 'div'; children: ReactNode }) {
  return <Tag className={visuallyHidden}>{children}</Tag>;
}

// The first heading of a document belongs to its load, where the browser itself puts the reading position.
let hasHadHeading = false;

export interface PageHeadingProps extends Omit<ComponentProps<'h1'>, 'style'> {
  /** Names the screen: when it changes, the heading takes focus, so that screen readers begin there. */
  screen?: string | undefined;
  /** A line under it. */
  lead?: ReactNode;
}

/** The one h1 of a screen. Takes focus when the screen changes, not when the document has just been opened. */
export function PageHeading({ screen, lead, className, children, ...rest }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedWhenDrawn = useRef<Element>(null);
  useLayoutEffect(() => {
    focusedWhenDrawn.current = document.activeElement;
  }, [screen]);
  useEffect(() => {
    if (!hasHadHeading) {
      hasHadHeading = true;
      return;
    }
    const { activeElement, body } = document;
    // On a busy machine somebody begins to type before this runs: what they type next belongs there.
    if (activeElement !== focusedWhenDrawn.current && activeElement !== body) return;
    // A dialog over the page holds the focus until it closes.
    if (!document.querySelector('dialog[open]')) heading.current?.focus();
  }, [screen]);
  return (
    <div>
      <h1 {...rest} ref={heading} tabIndex={-1} className={cx(styles['heading'], className)}>
        {children}
      </h1>
      {lead && <p className={styles['lead']}>{lead}</p>}
    </div>
  );
}
