import { aUser } from '@redress/contracts/fakes';
import { foundAnonymous, getStore, resetStore, signedIn } from '@redress/session-store';
import type { OwnedRoute } from '@redress/mf-runtime/host';
import { isLikelyNext, mayShow, redirectFor } from './guard.ts';

const owned = (guarded: boolean): OwnedRoute => ({
  owner: 'mf-account',
  off: false,
  route: { path: '/dashboard', layout: 'account', documentClass: 'private', title: 'Home', guarded },
});
const at = new URL('http://localhost/dashboard?page=2') as unknown as Location;
const user = aUser();

beforeEach(resetStore);

it('shows a guarded page to nobody before it is known who asks, and sends nobody away yet', () => {
  expect(mayShow(owned(true))).toBe(false);
  expect(redirectFor(owned(true), at)).toBeNull();
});

it('sends a visitor to sign in, and back to the same page with its query', () => {
  getStore().dispatch(foundAnonymous());
  expect(redirectFor(owned(true), at)).toBe('/login?return=%2Fdashboard%3Fpage%3D2');
});

it('shows it to a person who is signed in', () => {
  getStore().dispatch(signedIn(user));
  expect(mayShow(owned(true))).toBe(true);
  expect(redirectFor(owned(true), at)).toBeNull();
});

it('guards nothing that is open to all', () => {
  expect(mayShow(owned(false))).toBe(true);
  getStore().dispatch(foundAnonymous());
  expect(redirectFor(owned(false), at)).toBeNull();
});

it('takes guarded pages as likely for who is signed in, and from the form that signs in; that form for others', () => {
  const signIn: OwnedRoute = {
    owner: 'mf-auth',
    off: false,
    route: { path: '/login', layout: 'public', documentClass: 'private', title: 'Sign in' },
  };
  expect([isLikelyNext(signIn), isLikelyNext(owned(true)), isLikelyNext(owned(false))]).toEqual([true, false, true]);
  history.replaceState(null, '', '/login');
  expect(isLikelyNext(owned(true))).toBe(true);
  history.replaceState(null, '', '/');
  getStore().dispatch(signedIn(user));
  expect([isLikelyNext(signIn), isLikelyNext(owned(true))]).toEqual([false, true]);
});
