import { forgetPersonalStorage, getStore, isStillHere, personLeft, selectOwner } from '@redress/session-store';
import { askSession } from './ask-session.ts';

const CHANNEL = 'redress-account';

/** What a tab sends to the others: who is signed in there, or who signed out. */
type Message = { signedIn: string } | { signedOut: string };

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && ('signedIn' in data || 'signedOut' in data);

const user = (): string | null => {
  const { session } = getStore().getState();
  return session.status === 'authenticated' ? session.user.user_id : null;
};

/**
 * One browser, one account (decision 0306): a tab that learns of another account asks the server and is left; a
 * tab whose account signed out elsewhere is left at once; a visitor's tab signs in with the others. A tab that gets no
 * message is still safe: the server refuses calls from a page of another account (`ACCOUNT_HEADER`).
 */
export function followAccount(): void {
  const store = getStore();
  let channel: BroadcastChannel | null = null;
  const say = (message: Message) => channel?.postMessage(message);

  const hear = ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if ('signedIn' in data) {
      if (data.signedIn !== user()) void askSession();
    } else if (data.signedOut === selectOwner(store.getState())) {
      forgetPersonalStorage(data.signedOut);
      store.dispatch(personLeft());
    }
  };
  const listen = () => {
    channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
    channel?.addEventListener('message', hear);
  };

  listen();
  let known = user();
  if (known !== null) say({ signedIn: known });
  store.subscribe(() => {
    const next = user();
    if (next === known) return;
    const { session } = store.getState();
    if (next !== null) say({ signedIn: next });
    else if (known !== null && session.status === 'anonymous' && !session.ended) say({ signedOut: known });
    known = next;
  });

  // A message to a page in the page cache throws it out, and each next page says who is signed in.
  addEventListener('pagehide', () => {
    channel?.close();
    channel = null;
  });
  // The page cache restores a page as it was; its account may have signed out since, and without a network nobody says so.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    listen();
    const owner = selectOwner(store.getState());
    if (owner !== null && !isStillHere(owner)) store.dispatch(personLeft());
    else void askSession();
  });
}
