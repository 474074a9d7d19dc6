import { createSlice } from '@reduxjs/toolkit';
import type { FormSession } from '@redress/contracts';
import { aUser } from '@redress/contracts/fakes';
import { claimNamed, editOpened, letterUpdated, selectIsEditing, selectIsPaid, tabForgotten } from './claim.slice.ts';
import { foundAnonymous, personLeft, selectOwner, sessionEnded, signedIn, signedOut } from './session.slice.ts';
import { getStore, injectSlice, resetStore } from './store.ts';
import { claimCreated, claimLeft, claimOpened, formDataMerged, orderPaid } from './wizard.slice.ts';

const counting = (step: number) =>
  createSlice({ name: 'counter', initialState: 0, reducers: { counted: (state) => state + step } });
const counter = () => (getStore().getState() as unknown as { counter: number }).counter; // the slice is typed nowhere: it is added at run time
const user = aUser({ user_id: 'b'.repeat(24), display_name: 'Ann' });
const other = { ...user, user_id: 'c'.repeat(24), display_name: 'Ben' };
const session = () => getStore().getState().session;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  resetStore();
});

it('runs the reducer of the build injected last and keeps the state, so a rolled-back remote goes on where it was', () => {
  const newer = counting(10);
  injectSlice(newer);
  getStore().dispatch(newer.actions.counted());
  const older = counting(1);
  injectSlice(older);
  getStore().dispatch(older.actions.counted());
  expect(counter()).toBe(11);
});

it('says that a session ended only to somebody who had one', () => {
  getStore().dispatch(sessionEnded());
  expect(getStore().getState().session.status).toBe('unknown');
  getStore().dispatch(signedIn(user));
  getStore().dispatch(sessionEnded());
  expect(session()).toEqual({ status: 'anonymous', ended: true, owner: user.user_id });
});

it('keeps a page for the account it belongs to: the same one signs in again, another one gets nothing of it', () => {
  getStore().dispatch(signedIn(user));
  getStore().dispatch(formDataMerged({ firstname: 'Ann' }));
  getStore().dispatch(sessionEnded());
  getStore().dispatch(signedIn(user));
  expect(getStore().getState().wizard.formData).toEqual({ firstname: 'Ann' });
  getStore().dispatch(sessionEnded());
  getStore().dispatch(signedIn(other));
  expect(session()).toEqual({ status: 'leaving' });
  expect(getStore().getState().wizard).toMatchObject({ formData: {}, formChanged: false, formSessionId: null });
});

it('takes nothing in any more once another account has signed in', () => {
  getStore().dispatch(signedIn(user));
  getStore().dispatch(signedIn(other));
  getStore().dispatch(formDataMerged({ firstname: 'Ann' }));
  getStore().dispatch(signedIn(user));
  expect(session()).toEqual({ status: 'leaving' });
  expect(getStore().getState().wizard.formData).toEqual({});
});

it('gives what a visitor typed to the account that signs in first', () => {
  getStore().dispatch(foundAnonymous());
  getStore().dispatch(formDataMerged({ firstname: 'Ann' }));
  getStore().dispatch(signedIn(user));
  expect(getStore().getState().wizard.formData).toEqual({ firstname: 'Ann' });
  expect(selectOwner(getStore().getState())).toBe(user.user_id);
});

it('remembers after a reload whose tab it is', () => {
  sessionStorage.setItem('redress.personal.owner', user.user_id);
  resetStore();
  expect(session()).toEqual({ status: 'unknown', owner: user.user_id });
  getStore().dispatch(signedIn(other));
  expect(session()).toEqual({ status: 'leaving' });
});

it('lets a visitor type into a page that was reloaded after a session had ended, without an owner', () => {
  sessionStorage.setItem('redress.personal.owner', user.user_id);
  resetStore();
  getStore().dispatch(foundAnonymous());
  expect(session()).toEqual({ status: 'anonymous', ended: true });
  getStore().dispatch(signedIn(other));
  expect(session()).toMatchObject({ status: 'authenticated', user: other });
});

it('belongs to nobody after a sign-out, and is left when another tab signed out', () => {
  getStore().dispatch(signedIn(user));
  getStore().dispatch(signedOut());
  expect(selectOwner(getStore().getState())).toBeNull();
  getStore().dispatch(signedIn(other));
  expect(session()).toMatchObject({ status: 'authenticated', user: other });
  getStore().dispatch(personLeft());
  expect(session()).toEqual({ status: 'leaving' });
});

const ID = 'a'.repeat(24);
const pair = { originalSessionId: 'd'.repeat(24), editSessionId: 'e'.repeat(24) };
const aSession = (id: string, isPaid = false): FormSession => ({
  form_session_id: id,
  form_data: { firstname: 'Zoë' },
  revision: 7,
  saved_at: null,
  current_step: '2',
  progress: 25,
  is_completed: false,
  is_paid: isPaid,
  original_session_id: null,
});
const open = (id: string, isPaid = false) =>
  getStore().dispatch(claimOpened({ session: aSession(id, isPaid), resume: true }));
const claim = () => getStore().getState().claim;
const NOTHING = { id: null, edit: null, updatedLetter: null, newDraft: null };

it('writes which claim the tab is about under the keys of the build before, and finds it after a reload', () => {
  getStore().dispatch(editOpened(pair));
  open(pair.editSessionId);
  getStore().dispatch(letterUpdated('Dear New LLC'));
  expect({ ...sessionStorage }).toEqual({
    form_session_id: pair.editSessionId,
    edit_mode: 'true',
    original_session_id: pair.originalSessionId,
    edit_session_id: pair.editSessionId,
    updated_demand_letter: 'Dear New LLC',
  });
  const before = claim();
  resetStore();
  expect(claim()).toEqual(before);
  getStore().dispatch(claimLeft());
  expect(sessionStorage).toHaveLength(0);
});

it.each(['original_session_id', 'edit_session_id'])(
  'restores edit mode from a flag with two whole ids, not without %s',
  (key) => {
    getStore().dispatch(editOpened(pair));
    sessionStorage.setItem(key, 'nonsense');
    resetStore();
    expect(claim().edit).toBe('broken');
    expect(selectIsEditing(getStore().getState())).toBe(false);
    getStore().dispatch(claimLeft());
    expect(sessionStorage).toHaveLength(0);
  },
);

it('ends an edit by opening any other claim, and keeps it while its own is opened', () => {
  getStore().dispatch(editOpened(pair));
  open(pair.editSessionId);
  expect(selectIsEditing(getStore().getState())).toBe(true);
  open(ID);
  expect(claim()).toEqual({ ...NOTHING, id: ID });
  getStore().dispatch(editOpened(pair));
  getStore().dispatch(claimNamed(ID));
  expect(claim()).toEqual({ ...NOTHING, id: ID });
});

it('leaves a claim with everything that belonged to it', () => {
  getStore().dispatch(claimCreated({ formSessionId: ID, revision: 0 }));
  getStore().dispatch(formDataMerged({ firstname: 'Ann' }));
  getStore().dispatch(editOpened(pair));
  getStore().dispatch(claimLeft());
  expect(claim()).toEqual(NOTHING);
  expect(getStore().getState().wizard).toMatchObject({ formData: {}, formSessionId: null, step: 1, subStep: 0 });
  expect({ ...sessionStorage }).toEqual({});
});

it('takes from the server that an order is paid, and never says it of a claim that is being changed', () => {
  open(ID);
  expect(selectIsPaid(getStore().getState())).toBe(false);
  getStore().dispatch(orderPaid());
  expect(selectIsPaid(getStore().getState())).toBe(true);
  open('f'.repeat(24));
  expect(selectIsPaid(getStore().getState())).toBe(false);
  open(ID, true);
  expect(selectIsPaid(getStore().getState())).toBe(true);
  getStore().dispatch(editOpened(pair));
  open(pair.editSessionId, true);
  expect(selectIsPaid(getStore().getState())).toBe(false);
});

it('forgets the claim of a tab whose account is not signed in any more', () => {
  getStore().dispatch(signedIn(user));
  open(ID);
  expect(sessionStorage.getItem('redress.personal.owner')).toBe(user.user_id);
  getStore().dispatch(tabForgotten());
  expect(claim()).toEqual(NOTHING);
  expect({ ...sessionStorage }).toEqual({});
});

it('writes nothing for a document that is being left: the tab has another owner by then', () => {
  getStore().dispatch(signedIn(user));
  open(ID);
  const kept = { ...sessionStorage };
  getStore().dispatch(personLeft());
  expect(claim()).toEqual(NOTHING);
  expect({ ...sessionStorage }).toEqual(kept);
});

it('forgets what belongs to a person when they sign out, in both storages, and nothing else', () => {
  localStorage.setItem('redress.personal.unsaved.y', JSON.stringify({ owner: other.user_id }));
  localStorage.setItem('redress.personal.unsaved.z', JSON.stringify({ owner: user.user_id }));
  localStorage.setItem('redress.personal.unsaved.visitor', JSON.stringify({ owner: null }));
  localStorage.setItem('redress.personal.unsaved.x', 'answers');
  sessionStorage.setItem('redress.personal.focus', 'caret');
  localStorage.setItem('redress.consent', 'no');
  getStore().dispatch(signedIn(user));
  open(ID);
  getStore().dispatch(signedOut());
  expect(getStore().getState().wizard).toMatchObject({ formData: {}, formSessionId: null });
  expect(claim()).toEqual(NOTHING);
  expect(Object.keys(localStorage).sort()).toEqual(['redress.consent', 'redress.personal.unsaved.y']);
  expect(sessionStorage).toHaveLength(0);
});

it('knows the claim as long as the document where storage is denied', () => {
  const denied = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  resetStore();
  open(ID);
  expect(claim().id).toBe(ID);
  denied.mockRestore();
});

it('refuses a reducer that mutates its state', () => {
  resetStore();
  const counter = { count: 0 };
  injectSlice({
    reducerPath: 'mutating',
    reducer: (state: { count: number } = counter, action: { type: string }) => {
      if (action.type === 'counted') state.count += 1;
      return state;
    },
  });
  expect(() => getStore().dispatch({ type: 'counted' })).toThrow(/mutation was detected/);
});
