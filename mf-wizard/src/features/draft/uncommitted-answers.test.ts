import type { FakeCalls } from '@redress/api-client/fakes';
import { conflictResolved, selectWizard, signedIn, signedOut, stepChanged } from '@redress/session-store';
import { aUser } from '@redress/testing';
import { aDraftServer, aSession, DRAFT, holdForm, startBench, type Bench } from '../../testing/autosave-bench.ts';
import { AUTOSAVE_DEBOUNCE_MS } from './draft-machine.ts';

let bench: Bench;
const begin = (calls: FakeCalls) => (bench = startBench(calls));
const wizard = () => selectWizard(bench.store.getState());
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Lets saves that follow at once from an answer run. */
const settle = () => pass(20);
const savesSent = () =>
  bench.server.requests.filter(({ call }) => call === 'saveFormData').map(({ request }) => request);

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  bench.end();
  jest.useRealTimers();
});

const hold = () => holdForm(bench.store, bench.uncommitted);
const copy = () => (bench.unsaved.read(DRAFT) ?? bench.unsaved.newest(null))?.answers;

it('what the form holds is kept in this browser with every key, and sent 1.5 s after the last one', async () => {
  begin(aDraftServer().calls);
  const form = hold();
  form.change({ firstname: 'A' }, true);
  expect(copy()).toEqual({ firstname: 'A' });
  await pass(1_000);
  expect(wizard().formData).toEqual({ firstname: 'A' });
  form.change({ firstname: 'An' }, true);
  expect(copy()).toEqual({ firstname: 'An' });
  expect(wizard()).toMatchObject({ formData: { firstname: 'A' }, formChanged: true });
  await pass(AUTOSAVE_DEBOUNCE_MS - 1);
  expect(savesSent()).toEqual([]);
  await pass(1);
  expect(savesSent()).toMatchObject([{ firstname: 'An' }]);
  expect(copy()).toBeUndefined();
});

it('what the form holds stays kept when it is typed while the draft is made and the save before it is answered', async () => {
  const { calls, saves } = aDraftServer();
  let made: () => void = () => undefined;
  const createFormSession = () =>
    new Promise<{ form_session_id: string; revision: number }>((resolve) => {
      made = () => resolve({ form_session_id: DRAFT, revision: 0 });
    });
  begin({ ...calls, createFormSession });
  const form = hold();
  form.change({ firstname: 'A' }, true);
  await pass(AUTOSAVE_DEBOUNCE_MS);
  form.change({ firstname: 'An' }, true);
  made();
  await settle();
  expect({ ...saves.at(-1), ...copy() }).toMatchObject({ firstname: 'An' });
  form.change({ firstname: 'Ann' }, true);
  await settle();
  expect(copy()).toEqual({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(saves.at(-1)).toMatchObject({ firstname: 'Ann' });
});

it('what the form holds is not overwritten by what another tab saved meanwhile', async () => {
  begin(aDraftServer().calls);
  const form = hold();
  form.change({ firstname: 'A' }, true);
  await pass(AUTOSAVE_DEBOUNCE_MS);
  form.change({ firstname: 'An' }, true);
  bench.fromOtherTab(aSession({ form_data: { firstname: 'B' }, revision: 7 }));
  expect(wizard()).toMatchObject({ formData: { firstname: 'An' }, conflict: { revision: 7 } });
  expect(bench.takenOver()).toBe(0);
  bench.store.dispatch(conflictResolved('mine'));
  await settle();
  expect(savesSent().at(-1)).toMatchObject({ firstname: 'An', base_revision: 7 });
});

it('what the form holds goes with the screen it was typed on, in the save that follows at once', async () => {
  begin(aDraftServer().calls);
  const form = hold();
  form.change({ firstname: 'A' }, true);
  await pass(AUTOSAVE_DEBOUNCE_MS);
  form.change({ firstname: 'An' }, true);
  bench.store.dispatch(stepChanged({ step: 2, subStep: 1 }));
  await settle();
  expect(savesSent().at(-1)).toMatchObject({ firstname: 'An', step: 2, sub_step: 1 });
});

it('what the form holds never gets into the claim of the next person or into another claim', async () => {
  begin(aDraftServer().calls);
  bench.store.dispatch(signedIn(aUser()));
  const form = hold();
  form.change({ firstname: 'A' }, true);
  bench.store.dispatch(signedOut());
  await pass(AUTOSAVE_DEBOUNCE_MS);
  form.commit();
  expect(wizard().formData).toEqual({});
  form.change({ firstname: 'B' }, true);
  bench.autosave.open(aSession({ form_data: { firstname: 'C' } }), { resume: true, at: { step: 2, subStep: 1 } });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(wizard().formData).toEqual({ firstname: 'C' });
  expect(savesSent()).toEqual([]);
});
