import { createSlice } from '@reduxjs/toolkit';
import {
  clearEditStorage,
  forgetPersonalStorage,
  readEditSession,
  readStored,
  storeEditSession,
  writeStored,
} from './browser-storage.ts';
import { foundAnonymous, personLeft, selectOwner, sessionEnded, signedIn, signedOut } from './session.slice.ts';
import { getStore, injectSlice, resetStore } from './store.ts';
import { formDataMerged } from './wizard.slice.ts';

const counting = (step: number) =>
  createSlice({ name: 'counter', initialState: 0, reducers: { counted: (state) => state + step } });
const counter = () => (getStore().getState() as unknown as { counter: number }).counter; // the slice is typed nowhere: it is added at run time
const user = {
  user_id: 'b'.repeat(24), display_name: 'Ann', email: 'ann@example.com', email_verified: true,
  first_name: null, last_name: null, has_password: true,
}; // prettier-ignore

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
  writeStored('owner', user.user_id);
  resetStore();
  expect(session()).toEqual({ status: 'unknown', owner: user.user_id });
  getStore().dispatch(signedIn(other));
  expect(session()).toEqual({ status: 'leaving' });
});

it('lets a visitor type into a page that was reloaded after a session had ended, without an owner', () => {
  writeStored('owner', user.user_id);
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

it('restores edit mode only from a flag with two whole ids', () => {
  expect(readEditSession()).toBeNull();
  const pair = { originalSessionId: 'a'.repeat(24), editSessionId: 'b'.repeat(24) };
  storeEditSession(pair);
  expect(readEditSession()).toEqual(pair);
  writeStored('editSessionId', 'nonsense');
  expect(readEditSession()).toBe('broken');
  clearEditStorage();
  expect(readEditSession()).toBeNull();
});

it('forgets what belongs to a person, in both storages, and nothing else', () => {
  localStorage.setItem('redress.personal.unsaved.y', JSON.stringify({ owner: other.user_id }));
  localStorage.setItem('redress.personal.unsaved.z', JSON.stringify({ owner: user.user_id }));
  localStorage.setItem('redress.personal.unsaved.visitor', JSON.stringify({ owner: null }));
  writeStored('formSessionId', 'a'.repeat(24));
  localStorage.setItem('redress.personal.unsaved.x', 'answers');
  sessionStorage.setItem('redress.personal.focus', 'caret');
  localStorage.setItem('redress.consent', 'no');
  forgetPersonalStorage(user.user_id);
  expect(readStored('formSessionId')).toBeNull();
  expect(Object.keys(localStorage).sort()).toEqual(['redress.consent', 'redress.personal.unsaved.y']);
  expect(sessionStorage.length).toBe(0);
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
