import { common } from '@redress/copy/common';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { x } from './icons/core.ts';

export interface DialogProps {
  open: boolean;
  /** Escape, the close button, a click outside. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, at the end. */
  footer?: ReactNode;
  /** `wide` for a document, `full` for a PDF. */
  size?: 'normal' | 'wide' | 'full' | undefined;
  /** False while something runs that must not be left half done: nothing closes it then. */
  dismissible?: boolean | undefined;
  /** Name of the close button where "Close" says too little. */
  closeLabel?: string | undefined;
  /** At the side of the page (`Drawer`). */
  side?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A question over the page. The native element keeps the keyboard inside and the page behind inert; when it closes,
 * focus goes back to where it came from.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** The same from the side of the page: a menu on phones, a panel of alerts. */
export function Drawer(props: Omit<DialogProps, 'side' | 'size'>) {
  return <Dialog {...props} side />;
}

function OpenDialog({
  onClose,
  title,
  children,
  footer,
  size = 'normal',
  dismissible = true,
  closeLabel,
  side = false,
  className,
}: Omit<DialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  // The browser would choose the close button; a dialog is read from its title, a form begins in its field.
  const focusStart = () => (dialog.current?.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current)?.focus();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element) return undefined;
    if (!element.open) element.showModal();
    focusStart();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  // Other content may have replaced what had the focus: without this it stays on the body, and nothing is read out.
  useEffect(() => {
    const active = document.activeElement;
    if (dialog.current?.open && (active === null || active === document.body)) focusStart();
  });

  const isOutside = (event: MouseEvent) => event.target === dialog.current;
  const close = () => {
    if (dismissible) onClose();
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the backdrop; Escape is its key
    <dialog
      ref={dialog}
      className={cx(styles['dialog'], side ? styles['side'] : styles[size], className)}
      aria-labelledby={titleId}
      aria-modal="true"
      onCancel={(event) => {
        event.preventDefault(); // whether it closes is the owner's to say
        close();
      }}
      onClose={(event) => {
        // The browser closes on a second Escape whatever is said: the owner has to know.
        if (event.target !== dialog.current) return;
        if (dismissible) onClose();
        // What must not be left half done is not left out of sight either: its refusal would never be read.
        else if (event.currentTarget.isConnected && !event.currentTarget.open) event.currentTarget.showModal();
      }}
      // A selection dragged out of the dialog ends outside it too; only a press that began there closes.
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (isOutside(event) && pressedOutside.current) close();
      }}
    >
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={titleId} ref={heading} tabIndex={-1} className={styles['title']}>
            {title}
          </h2>
          {dismissible && (
            <IconButton
              className={styles['close']}
              label={closeLabel ?? common.actions.close}
              icon={x}
              onClick={onClose}
            />
          )}
        </div>
        <div className={styles['body']}>{children}</div>
        {footer && <div className={styles['foot']}>{footer}</div>}
      </div>
    </dialog>
  );
}
