import { shell } from '@redress/copy/shell';
import type { Alert } from '@redress/contracts';
import { AppLink } from '@redress/mf-runtime';
import { Icon } from '@redress/ui';
import { x } from '@redress/ui/icons';
import { useEffect, useRef } from 'react';
import { REGIONS } from '../frame/regions.ts';
import { useDismissAlertMutation } from './account.api.ts';
import styles from './alert-panel.module.css';
import { returnFocus } from './return-focus.ts';
import { useInertBehind } from './use-inert-behind.ts';

/** Whether the panel covers the page, as on a phone. Pixels, as the style sheet's 40rem. */
const coversPage = () => innerWidth < 640;

interface AlertPanelProps {
  alerts: readonly Alert[];
  hasFailed: boolean;
  onClose: () => void;
}

/** Alerts at the right edge: title, message and DONE, which dismisses one for good. */
export function AlertPanel({ alerts, hasFailed, onClose }: AlertPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [dismiss, { isError, isLoading }] = useDismissAlertMutation();

  useInertBehind(coversPage(), REGIONS.overlay);

  useEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    heading.current?.focus();
    return () => returnFocus(before, element);
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);

  const done = (id: string) => {
    if (!isLoading) void dismiss({ alert_id: id });
  };
  // A button that was pressed, or touched once more, is gone with its alert.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [alerts.length]);

  return (
    <aside ref={panel} className={styles.panel} aria-labelledby="alert-panel-title">
      <div className={styles.head}>
        <h2 ref={heading} id="alert-panel-title" tabIndex={-1}>
          {shell.alerts.title}
        </h2>
        <button type="button" className={styles.close} aria-label={shell.alerts.close} onClick={onClose}>
          <Icon shape={x} />
        </button>
      </div>
      {isError && <p role="alert">{shell.alerts.dismissFailed}</p>}
      {hasFailed && <p role="alert">{shell.alerts.failed}</p>}
      {!hasFailed && alerts.length === 0 && <p>{shell.alerts.none}</p>}
      <ul className={styles.list}>
        {alerts.map(({ id, title, message, link }) => (
          <li key={id} className={styles.alert}>
            <h3>{title}</h3>
            <p>{message}</p>
            <div className={styles.actions}>
              {link && (
                <AppLink to={link} aria-label={shell.alerts.showNamed(title)} onClick={onClose}>
                  {shell.alerts.show}
                </AppLink>
              )}
              <button
                type="button"
                className={styles.done}
                aria-label={shell.alerts.doneNamed(title)}
                onClick={() => done(id)}
              >
                {shell.alerts.done}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
