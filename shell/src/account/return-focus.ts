/**
 * Gives focus back to what had it before something opened. Focus that has gone on meanwhile, to the heading of the next
 * page, stays where it is.
 * @param opened - what was opened
 */
export function returnFocus(before: Element | null, opened: Element | null): void {
  const active = document.activeElement;
  const hasGoneOn = active !== null && active !== document.body && !opened?.contains(active);
  if (!hasGoneOn && before instanceof HTMLElement) before.focus();
}
