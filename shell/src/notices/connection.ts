import { shell } from '@redress/copy/shell';
import { createNoticeLine } from './notice-line.ts';

interface ConnectionPort {
  announce(text: string): void;
  /** Whether a reload would leave behind something typed. */
  holdsInput(): boolean;
}

/**
 * Says that the browser is offline, as long as it is, and what becomes of what is typed. Without a network a reload shows
 * the browser's own error page, so before one it asks, when something was typed (decision 0601).
 */
export function watchConnection({ announce, holdsInput }: ConnectionPort): void {
  const show = createNoticeLine();
  const ask = (event: BeforeUnloadEvent) => {
    if (holdsInput()) event.preventDefault();
  };
  const onOffline = () => {
    show({ text: shell.offline });
    addEventListener('beforeunload', ask);
  };
  addEventListener('offline', onOffline);
  addEventListener('online', () => {
    show(null);
    removeEventListener('beforeunload', ask);
    announce(shell.backOnline);
  });
  if (!navigator.onLine) onOffline();
}
