import { escapeHtml } from '@redress/contracts/releases';
import { hashOf, pageHeaders } from '../../platform/http/plain-page.ts';
import { page, type PageAnswer } from '../../platform/http/route.ts';
import type { Text } from '../../platform/text.ts';

/** The message to the opener (specification, section 4): the bare word, never a token or a name. */
export const OUTCOMES = {
  success: 'google-login-success',
  failed: 'google-login-failed',
  'needs-link': 'google-login-needs-link',
} as const;
export type Outcome = keyof typeof OUTCOMES;

/**
 * The page reports twice: an opener that the provider's own opener policy cut off still gets the message of the channel
 * (docs/providers.md, Sign-in provider).
 */
const SCRIPT = `(() => {
  const { message, origin } = JSON.parse(document.getElementById('outcome').textContent);
  history.replaceState(null, '', location.pathname);
  try { if (window.opener) window.opener.postMessage(message, origin); } catch {}
  const channel = new BroadcastChannel('redress-sign-in');
  channel.postMessage(message);
  setTimeout(() => { channel.close(); window.close(); }, 250);
})();`;

const HEADERS = {
  // No referrer is sent: its address held the code and the state.
  ...pageHeaders(
    `script-src ${hashOf(SCRIPT)}`,
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ),
  // Anything stricter would cut the popup off from the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

const SENTENCES: Record<Outcome, string> = { success: 'done', failed: 'failed', 'needs-link': 'needsLink' };

/** The end of a sign-in in a popup: notifies the page that opened it, and closes. */
export function resultPage(
  outcome: Outcome,
  { siteOrigin, text, status = 200 }: { siteOrigin: string; text: Text; status?: number },
): PageAnswer {
  const data = JSON.stringify({ message: OUTCOMES[outcome], origin: siteOrigin }).replaceAll('<', '\\u003c');
  const next = outcome === 'success' ? '/dashboard' : '/login';
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(text('signIn.title'))}</title></head><body>`,
    `<p role="status">${escapeHtml(text(`signIn.${SENTENCES[outcome]}`))}</p>`,
    `<p><a href="${next}">${escapeHtml(text('signIn.goOn'))}</a></p>`,
    `<script type="application/json" id="outcome">${data}</script>`,
    `<script>${SCRIPT}</script></body></html>`,
  ].join('');
  return page(html, HEADERS, status);
}
