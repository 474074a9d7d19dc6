import { common } from '@redress/copy/common';
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { circleAlert, circleCheck, x } from './icons/core.ts';
import { Icon } from './icon.tsx';
import { store, type Toast } from './toast-store.ts';
import styles from './live-region.module.css';
import { cx } from './cx.ts';
import { visuallyHidden } from './text.tsx';

/** Drawn once, by the shell, in whose build the store is: without it `announce` and `showToast` are silent. */
export function LiveRegion(): ReactNode {
  const { announcement, toasts } = useSyncExternalStore(store.subscribe, store.read, store.read);
  return (
    <div className={styles['region']} data-no-print="">
      <div role="status" aria-live="polite" className={visuallyHidden}>
        {announcement}
      </div>
      <div role="status" aria-live="polite" className={styles['toasts']}>
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

const SHOWN_MS = 6000;

function ToastView({ toast }: { toast: Toast }) {
  const isError = toast.tone === 'danger';
  useEffect(() => {
    if (isError || toast.action) return undefined; // what must be read or pressed is not taken away (WCAG 2.2.1)
    const timer = setTimeout(() => store.dismiss(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isError]);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    // A control under the pointer stays where it is; one reached by keyboard is never covered (WCAG 2.4.11).
    if (!shown.current || !focused?.matches(':focus-visible')) return;
    const under = focused.getBoundingClientRect();
    const over = shown.current.getBoundingClientRect();
    if (under.bottom > over.top && under.top < over.bottom) focused.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={shown} className={cx(styles['toast'], isError && styles['error'])}>
      <Icon shape={isError ? circleAlert : circleCheck} />
      <span>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            toast.action?.onPress();
            store.dismiss(toast.id);
          }}
        >
          {toast.action.text}
        </button>
      )}
      <IconButton
        className={styles['close']}
        label={common.actions.close}
        icon={x}
        onClick={() => store.dismiss(toast.id)}
      />
    </div>
  );
}
