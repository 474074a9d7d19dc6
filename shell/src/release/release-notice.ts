import { shell } from '@redress/copy/shell';
import { REGIONS, region } from '../frame/regions.ts';
import styles from './release-notice.module.css';

/**
 * A line at the foot of the page that says a newer version waits, with a button. It never takes focus and never acts by
 * itself.
 */
export function createReleaseNotice(agree: (remote: string) => void) {
  let notice: HTMLElement | null = null;

  return (waiting: ReadonlySet<string>): void => {
    notice?.remove();
    notice = null;
    const remotes = [...waiting].filter((name) => name !== 'shell');
    // A newer shell arrives with the next page change, unasked.
    if (remotes.length === 0) return;
    notice = document.createElement('div');
    notice.className = styles['notice'] ?? '';
    notice.setAttribute('role', 'status');
    const text = document.createElement('span');
    text.textContent = shell.update.text;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = shell.update.now;
    button.addEventListener('click', () => remotes.forEach(agree), { once: true });
    notice.append(text, button);
    region(REGIONS.overlay).append(notice);
  };
}
