import {
  SESSION_HEADER,
  SIGN_IN_OUTCOMES,
  signInEndpoints,
  type ReleaseAnswerOf,
  type ReleaseEndpoint,
  type SignInOutcome,
} from '@redress/contracts/release-api';
import { askRelease } from '@redress/release-client';

/** Where this tab was when it went to the provider. The server is told nothing of it: it could be anything. */
const RETURN = 'redress-console-return';
const TABS = 'redress-console-session';
/** Discovery of a slow provider is waited for. */
const TIMEOUT_MS = 15_000;

const ASKING = { baseUrl: '', credentials: { [SESSION_HEADER]: '1' }, timeoutMs: TIMEOUT_MS };
const ask = async <E extends ReleaseEndpoint>(endpoint: E) =>
  // The service answers by the contract of the call.
  (await askRelease(ASKING, endpoint, {})) as ReleaseAnswerOf<E>;

/** Whether people can sign in here, and with whom. */
export const readOffer = () => ask(signInEndpoints.signInOffer);

/**
 * Goes to the provider: with this tab, or with another one while something is open here that must stay.
 * @throws {ReleaseRefusal}
 */
export async function beginSignIn({ isInNewTab }: { isInNewTab: boolean }): Promise<void> {
  // Opened by the press itself: after a wait a browser takes it for an advertisement.
  const tab = isInNewTab ? open('', '_blank') : null;
  try {
    const { url } = await ask(signInEndpoints.signIn);
    if (tab) tab.location.href = url;
    else {
      sessionStorage.setItem(RETURN, location.hash);
      location.assign(url);
    }
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Ends the session of this browser. @throws {ReleaseRefusal} */
export const signOut = async (): Promise<void> => {
  await ask(signInEndpoints.signOut);
  tellTabs();
};

/** Called once, before anything is drawn: goes on where this tab was, and says how a sign-in went that failed. */
export function comeBack(): SignInOutcome | null {
  const said = new URLSearchParams(location.search).get('sign-in');
  const hash = sessionStorage.getItem(RETURN) ?? location.hash;
  sessionStorage.removeItem(RETURN);
  if (said !== null || hash !== location.hash) history.replaceState(null, '', `/${hash}`);
  return SIGN_IN_OUTCOMES.find((known) => known === said) ?? null;
}

/** Tells the other tabs of this browser that somebody has signed in or out. */
export function tellTabs(): void {
  const tabs = new BroadcastChannel(TABS);
  tabs.postMessage('changed');
  tabs.close();
}

/** @returns ends the listening */
export function onSessionChanged(heard: () => void): () => void {
  const tabs = new BroadcastChannel(TABS);
  tabs.onmessage = heard;
  return () => tabs.close();
}
