import { createSlice } from '@reduxjs/toolkit';
import {
  clearEditStorage,
  forgetPersonalStorage,
  readEditSession,
  readStored,
  storeEditSession,
  writeStored,
} from './browser-storage.ts';
import { sessionEnded, signedIn } from './session.slice.ts';
import { getStore, injectSlice, resetStore } from './store.ts';

const counting = (step: number) =>
  createSlice({ name: 'counter', initialState: 0, reducers: { counted: (state) => state + step } });
const counter = () => (getStore().getState() as unknown as { counter: number }).counter; // the slice is typed nowhere: it is added at run time
const user = {
  user_id: 'b'.repeat(24), display_name: 'Ann', email: 'ann@example.com', email_verified: true,
  first_name: null, last_name: null, has_password: true,
}; // prettier-ignore

beforeEach(() => {
  resetStore();
  sessionStorage.clear();
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
  expect(getStore().getState().session).toEqual({ status: 'anonymous', ended: true });
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
  writeStored('formSessionId', 'a'.repeat(24));
  localStorage.setItem('redress.personal.unsaved.x', 'answers');
  sessionStorage.setItem('redress.personal.focus', 'caret');
  localStorage.setItem('redress.consent', 'no');
  forgetPersonalStorage();
  expect(readStored('formSessionId')).toBeNull();
  expect(localStorage.length).toBe(1);
  expect(sessionStorage.length).toBe(0);
});
