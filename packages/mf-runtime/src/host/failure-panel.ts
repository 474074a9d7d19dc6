/** Words of the panel; see docs/product/releases.md. */
export const PANEL_TEXT = {
  title: 'This part of the page did not load',
  hint: 'The rest of the page works. What you have entered is kept.',
  retry: 'Try again',
  waiting: 'Still loading. What you have entered is kept.',
} as const;

/**
 * What stands in place of a remote that could not be shown. Plain DOM: it must not depend on anything that may be what
 * failed. Announced at once.
 */
export function failurePanel(onRetry: () => void): HTMLElement {
  const panel = document.createElement('section');
  panel.className = 'redress-failure';
  panel.setAttribute('role', 'alert');
  const title = document.createElement('h2');
  title.textContent = PANEL_TEXT.title;
  const hint = document.createElement('p');
  hint.textContent = PANEL_TEXT.hint;
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = PANEL_TEXT.retry;
  retry.addEventListener('click', onRetry, { once: true });
  panel.append(title, hint, retry);
  return panel;
}

/** Says that a remote goes on loading. It lies over the page, so that nothing on it moves. */
export function waitingLine(): HTMLElement {
  const line = document.createElement('p');
  line.className = 'redress-waiting';
  line.setAttribute('role', 'status');
  // A live region is announced when its text changes, not when it is made.
  setTimeout(() => (line.textContent = PANEL_TEXT.waiting));
  return line;
}
