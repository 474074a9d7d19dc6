import { REGIONS, region } from '../frame/regions.ts';
import styles from './notice-line.module.css';

const linesElement = (): Element => {
  const overlay = region(REGIONS.overlay);
  const known = overlay.querySelector(`.${styles['lines']}`);
  if (known) return known;
  const made = document.createElement('div');
  made.className = styles['lines'] ?? '';
  overlay.append(made);
  return made;
};

export interface NoticeLine {
  text: string;
  action?: { label: string; onPress(): void };
}

/**
 * A line at the foot of the page, beside those of others. It is read out, never takes focus and never acts by itself.
 * @returns shows a line in place of the one before; `null` takes it away
 */
export function createNoticeLine(): (line: NoticeLine | null) => void {
  let shown: HTMLElement | null = null;
  return (line) => {
    shown?.remove();
    shown = null;
    if (!line) return;
    shown = document.createElement('div');
    shown.className = styles['notice'] ?? '';
    shown.setAttribute('role', 'status');
    const text = document.createElement('span');
    text.textContent = line.text;
    shown.append(text);
    if (line.action) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = line.action.label;
      button.addEventListener('click', line.action.onPress, { once: true });
      shown.append(button);
    }
    linesElement().append(shown);
  };
}
