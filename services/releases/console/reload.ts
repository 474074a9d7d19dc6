const STORED = 'redress-console-reloaded';
/** During an upgrade the page that comes may be the former one again: it is not loaded over and over. */
const ONCE_IN_MS = 60_000;
/** Where something is open that a reload would close, or typed that it would lose. */
const OPEN = 'dialog[open], [data-open]';
const TYPED = 'input:not([type=checkbox]), textarea';

/** Loads the page anew in which nothing is open or typed; any other says itself that it is of before. */
export function reloadUnlessTyped(reload = () => location.reload()): void {
  const typed = [...document.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== '');
  const since = Date.now() - Number(sessionStorage.getItem(STORED));
  if (typed || document.querySelector(OPEN) !== null || since < ONCE_IN_MS) return;
  sessionStorage.setItem(STORED, String(Date.now()));
  reload();
}
