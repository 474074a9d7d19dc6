/**
 * The account of this page has left it: what it had on screen goes at once, and the document is loaded anew.
 * Nothing asks whether to stay: what is not saved is kept for its account. The body stays, hidden, until then: parts of
 * the page that still start would fail in an empty one, and those failures would count against a build.
 */
export function leaveDocument(): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  document.body.style.display = 'none';
  location.reload();
}
