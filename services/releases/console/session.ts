import {
  SESSION_HEADER,
  SIGN_IN_OUTCOMES,
  signInEndpoints,
  type ReleaseAnswerOf,
  type SignInOutcome,
} from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../src/refusal.ts';

/** Where this tab was when it went to the provider. The server is told nothing of it: it could be anything. */
const RETURN = 'redress-console-return';
const TABS = 'redress-console-session';
/** Discovery of a slow provider is waited for. */
const TIMEOUT_MS = 15_000;

type Offer = ReleaseAnswerOf<(typeof signInEndpoints)['signInOffer']>;

async function ask<T>(method: 'GET' | 'POST', path: string): Promise<T> {
  const answer = await fetch(path, {
    method,
    headers: { [SESSION_HEADER]: '1', ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: '{}' } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new ReleaseRefusal('UNREACHABLE', `The release service does not answer: ${error.message}`);
  });
  const body = (await answer.json().catch(() => ({}))) as T & { code?: string; message?: string };
  if (answer.ok) return body;
  const known = ['NOT_ALLOWED', 'SIGN_IN_OFF', 'PROVIDER_AWAY', 'TOO_MANY'] as const;
  throw new ReleaseRefusal(known.find((code) => code === body.code) ?? 'FAILED', body.message ?? String(answer.status));
}

/** Whether people can sign in here, and with whom. */
export const readOffer = (): Promise<Offer> => ask<Offer>('GET', signInEndpoints.signInOffer.path);

/**
 * Goes to the provider: with this tab, or with another one while something is open here that must stay.
 * @throws {ReleaseRefusal}
 */
export async function beginSignIn({ isInNewTab }: { isInNewTab: boolean }): Promise<void> {
  // Opened by the press itself: after a wait a browser takes it for an advertisement.
  const tab = isInNewTab ? open('', '_blank') : null;
  try {
    const { url } = await ask<{ url: string }>('POST', signInEndpoints.signIn.path);
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
  await ask('POST', signInEndpoints.signOut.path);
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
