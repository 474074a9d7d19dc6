import { shell } from '@redress/copy/shell';
import type { WaitReason } from '@redress/mf-runtime/host';
import { REGIONS, region } from '../frame/regions.ts';
import styles from './release-notice.module.css';

/**
 * A line at the foot of the page that says a newer version waits: with a button where it may be taken now, without one
 * where something is not saved yet. It never takes focus and never acts by itself.
 */
export function createReleaseNotice(agree: (remote: string) => void) {
  let notice: HTMLElement | null = null;

  return (waiting: ReadonlyMap<string, WaitReason>): void => {
    notice?.remove();
    notice = null;
    // A newer shell arrives with the next page change, unasked.
    const remotes = [...waiting].filter(([, reason]) => reason !== 'next-page');
    if (remotes.length === 0) return;
    const isUnsaved = remotes.some(([, reason]) => reason === 'unsaved');
    notice = document.createElement('div');
    notice.className = styles['notice'] ?? '';
    notice.setAttribute('role', 'status');
    const text = document.createElement('span');
    text.textContent = isUnsaved ? `${shell.update.text} ${shell.update.waiting}` : shell.update.text;
    notice.append(text);
    if (!isUnsaved) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = shell.update.now;
      button.addEventListener('click', () => remotes.forEach(([name]) => agree(name)), { once: true });
      notice.append(button);
    }
    region(REGIONS.overlay).append(notice);
  };
}
