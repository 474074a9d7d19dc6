import { GOOGLE_START } from '@redress/contracts';
import { ask } from './ask.ts';

/** The callback page says one of these, to the opener and on the channel: which arrives depends on COOP (docs/decisions). */
const PREFIX = 'google-login-';
export const SIGN_IN_CHANNEL = 'redress-sign-in';
const POPUP = 'popup,width=500,height=600';
const CLOSED_CHECK_MS = 1_000;

export type PopupOutcome = 'success' | 'failed' | 'needs-link';

export interface PopupSignIn {
  /** Stops listening and forgets the window. */
  stop: () => void;
}

const outcomeOf = (data: unknown): PopupOutcome | null => {
  const text = typeof data === 'object' && data !== null && 'type' in data ? data.type : data;
  if (typeof text !== 'string' || !text.startsWith(PREFIX)) return null;
  const outcome = text.slice(PREFIX.length);
  return outcome === 'success' || outcome === 'needs-link' ? outcome : 'failed';
};

/**
 * Federated sign-in in a popup of 500 x 600.
 * `closed` alone means nothing: with a provider's own COOP the window reads as closed while the person still types in
 * it. So on closed the server is asked, `onClosed` is called, and a later success still counts.
 * @returns null when the browser blocked the window: then the whole page goes (`redirectSignIn`)
 */
export function openPopupSignIn(listener: {
  onOutcome: (outcome: PopupOutcome) => void;
  onClosed: () => void;
}): PopupSignIn | null {
  const popup = window.open(GOOGLE_START, 'redress-sign-in', POPUP);
  if (!popup) return null;

  let isOver = false;
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  const stop = () => {
    isOver = true;
    clearInterval(closedCheck);
    window.removeEventListener('message', onMessage);
    channel.close();
  };
  const finish = (outcome: PopupOutcome) => {
    if (isOver) return;
    stop();
    listener.onOutcome(outcome);
  };
  const readMessage = (data: unknown) => {
    const outcome = outcomeOf(data);
    if (outcome) finish(outcome);
  };
  // Any page may post to a window: only messages of our own origin are read, and the server is asked in any case.
  const onMessage = (event: MessageEvent) => {
    if (event.origin === location.origin) readMessage(event.data);
  };
  const onClosed = async () => {
    const session = await ask(({ loadSession }) => loadSession());
    if (isOver) return;
    if ('isAuthenticated' in session && session.isAuthenticated) finish('success');
    else listener.onClosed();
  };
  const closedCheck = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(closedCheck);
    void onClosed();
  }, CLOSED_CHECK_MS);
  window.addEventListener('message', onMessage);
  channel.addEventListener('message', (event) => readMessage(event.data));
  return { stop };
}

/** The same by a whole page, for browsers that block windows; comes back to `returnTo`. */
export const redirectSignIn = (returnTo: string): void => {
  location.assign(`${GOOGLE_START}?${new URLSearchParams({ return_to: returnTo })}`);
};
