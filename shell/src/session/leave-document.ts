/**
 * Another account took this page over: what the one before had on screen goes at once, and an empty document is loaded.
 * Nothing asks whether to stay: what is not saved is kept for its account.
 */
export function leaveDocument(): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  document.body.replaceChildren();
  location.reload();
}
