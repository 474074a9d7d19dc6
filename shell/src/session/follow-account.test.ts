import { aUser } from '@redress/contracts/fakes';
import { forgetPersonalStorage, getStore, signedIn } from '@redress/session-store';
import { followAccount } from './follow-account.ts';

const user = aUser();

// A channel that is open keeps the process.
afterEach(() => void dispatchEvent(new Event('pagehide')));

it('shows nothing of an account that signed out in another tab while this one was elsewhere, with or without a network', () => {
  getStore().dispatch(signedIn(user));
  followAccount();
  dispatchEvent(new Event('pagehide'));
  // The other tab has a storage of its own.
  const ofThisTab = Object.entries(sessionStorage) as [string, string][];
  forgetPersonalStorage(user.user_id);
  for (const [key, value] of ofThisTab) sessionStorage.setItem(key, value);
  expect(getStore().getState().session.status).toBe('authenticated');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  // At once: nothing is asked first.
  expect(getStore().getState().session.status).toBe('leaving');
});
