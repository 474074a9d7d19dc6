import { startApi } from '@redress/api-client';
import type { FakeCalls } from '@redress/api-client/fakes';
import { CLAIM_TEXT_MAX_CHARACTERS } from '@redress/contracts';
import {
  claimOpened,
  conflictResolved,
  formDataMerged,
  foundAnonymous,
  getStore,
  resetStore,
  selectWizard,
  sessionEnded,
  signedIn,
  signedOut,
  orderPaid,
  stepChanged,
} from '@redress/session-store';
import { aUser } from '@redress/testing';
import { aDraftServer, aSession, DRAFT, startBench, type Bench } from '../../testing/autosave-bench.ts';
import { AUTOSAVE_DEBOUNCE_MS } from './draft-machine.ts';
import { newDraftKey } from './unsaved-answers.ts';

/** The longest wait between two tries that the server did not ask for. */
const LONGEST_WAIT_MS = 2_500;

let bench: Bench;
const begin = (calls: FakeCalls) => (bench = startBench(calls));
const type = (answers: Parameters<typeof formDataMerged>[0]) => bench.store.dispatch(formDataMerged(answers));
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

it('makes the draft with the first answer, not before', async () => {
  begin(aDraftServer().calls);
  bench.store.dispatch(stepChanged({ step: 1, subStep: 1 }));
  await pass(10_000);
  expect(bench.server.requests).toEqual([]);
  type({ situation: 'auto-repair' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(bench.server.requests.map(({ call }) => call)).toEqual(['createFormSession', 'saveFormData']);
  expect(sessionStorage.getItem('form_session_id')).toBe(DRAFT);
});

it('keeps in this browser what was answered before it was there', () => {
  resetStore();
  startApi();
  getStore().dispatch(formDataMerged({ situation: 'auto-repair' }));
  bench = startBench(aDraftServer().calls, { keepStore: true });
  expect(bench.unsaved.read(newDraftKey('tab'))).toMatchObject({ answers: { situation: 'auto-repair' } });
});

it('sends one save 1.5 s after the last change, with everything typed', async () => {
  begin(aDraftServer().calls);
  type({ firstname: 'A' });
  await pass(AUTOSAVE_DEBOUNCE_MS - 1);
  type({ firstname: 'An' });
  await pass(AUTOSAVE_DEBOUNCE_MS - 1);
  expect(savesSent()).toEqual([]);
  await pass(1);
  expect(savesSent()).toMatchObject([{ firstname: 'An', base_revision: 0, step: 1, sub_step: 0 }]);
  expect(wizard()).toMatchObject({ formChanged: false, isSaving: false, lastSavedAt: expect.any(String) });
});

it.each([DRAFT, 'e'.repeat(24)])('waits for the save of the build before in its claim alone: %s', async (claim) => {
  const { calls } = aDraftServer();
  let answer = () => {};
  const saveFormData = (request: Record<string, unknown>) =>
    new Promise((resolve) => (answer = () => resolve(calls.saveFormData(request)))) as never;
  begin({ ...calls, saveFormData });
  type({ firstname: 'An' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  bench.autosave.stop();
  bench = startBench(calls, { keepStore: true });
  type({ firstname: 'Ann' });
  await pass(2 * AUTOSAVE_DEBOUNCE_MS);
  // One beside it would be taken for another version.
  expect(savesSent()).toEqual([]);
  if (claim === DRAFT) answer();
  else bench.store.dispatch(claimOpened({ session: aSession({ form_session_id: claim }), resume: false }));
  type({ lastname: 'Lee' });
  await pass(2 * AUTOSAVE_DEBOUNCE_MS);
  expect(savesSent()).toMatchObject([{ form_session_id: claim, lastname: 'Lee', base_revision: 1 }]);
});

it('saves a change of step only when the position differs from the saved one', async () => {
  begin(aDraftServer().calls);
  type({ situation: 'other' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  bench.store.dispatch(stepChanged({ step: 1, subStep: 1 }));
  await pass(0);
  expect(savesSent()).toHaveLength(2);
  bench.store.dispatch(stepChanged({ step: 1, subStep: 1 }));
  await pass(5_000);
  expect(savesSent()).toHaveLength(2);
});

it('sends what was typed during a save after it, on the newer revision', async () => {
  const answers: ((value: object) => void)[] = [];
  begin({ ...aDraftServer().calls, saveFormData: () => new Promise((resolve) => answers.push(resolve)) });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  type({ lastname: 'Lee' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(savesSent()).toHaveLength(1);
  answers[0]?.({ form_session_id: DRAFT, revision: 4 });
  await pass(0);
  expect(savesSent()[1]).toMatchObject({ lastname: 'Lee', base_revision: 4 });
});

it('sends a save without an answer again under its own name, so that it counts once', async () => {
  const draft = aDraftServer();
  let lost = true;
  const saveFormData = (request: Record<string, unknown>) => {
    const answer = draft.calls.saveFormData(request);
    return lost ? 'offline' : answer;
  };
  begin({ ...draft.calls, saveFormData } as FakeCalls);
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  type({ lastname: 'Lee' });
  lost = false;
  await pass(LONGEST_WAIT_MS);
  await settle();
  expect(draft.saves.map(({ lastname }) => lastname)).toEqual([undefined, 'Lee']);
  expect(savesSent()[0]?.['save_id']).toBe(savesSent()[1]?.['save_id']);
  expect(wizard()).toMatchObject({ formChanged: false, conflict: null });
});

it('says that nothing was saved while offline, and saves as soon as the browser is online again', async () => {
  begin(aDraftServer().calls);
  bench.server.use({ createFormSession: 'offline' });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(wizard()).toMatchObject({ formChanged: true, saveError: 'OFFLINE', isSaving: false });
  bench.server.use(aDraftServer().calls);
  dispatchEvent(new Event('online'));
  await pass(0);
  expect(wizard()).toMatchObject({ formChanged: false, saveError: null });
});

it('has saved within 5 s of the return of a server that was away for a minute, and sent no save meanwhile', async () => {
  begin({ ...aDraftServer().calls, saveFormData: 'offline' });
  type({ firstname: 'Ann' });
  bench.setReachable(false);
  await pass(60_000);
  expect(savesSent()).toHaveLength(1);
  bench.server.use(aDraftServer().calls);
  bench.setReachable(true);
  await pass(5_000);
  expect(wizard()).toMatchObject({ formChanged: false, saveError: null });
});

it('keeps to the wait the server asks for while typing goes on', async () => {
  begin(aDraftServer().calls);
  type({ firstname: 'A' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  const real = globalThis.fetch;
  const refuseSave = jest.fn(async () => new Response('busy', { status: 503, headers: { 'retry-after': '4' } }));
  globalThis.fetch = refuseSave;
  for (const letter of 'nn-Marie') {
    type({ firstname: `${wizard().formData.firstname}${letter}` });
    await pass(AUTOSAVE_DEBOUNCE_MS);
  }
  expect(refuseSave.mock.calls.length).toBeLessThanOrEqual(3);
  globalThis.fetch = real;
  await pass(4_000 + 8_000);
  expect(wizard()).toMatchObject({ formChanged: false, formData: { firstname: 'Ann-Marie' } });
});

it('saves at once when a person asks for it, whatever the server asked', async () => {
  begin({ ...aDraftServer().calls, saveFormData: { refuse: 'RATE_LIMITED', retryAfterSeconds: 60 } });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  bench.server.use(aDraftServer().calls);
  await bench.autosave.flush();
  expect(wizard().formChanged).toBe(true);
  await bench.autosave.retry();
  expect(wizard().formChanged).toBe(false);
});

it('waits as long as the server asks when there were too many saves', async () => {
  begin({ ...aDraftServer().calls, saveFormData: { refuse: 'RATE_LIMITED', retryAfterSeconds: 20 } });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  bench.server.use({ saveFormData: aDraftServer().calls.saveFormData });
  await pass(19_999);
  expect(savesSent()).toHaveLength(1);
  await pass(1 + 2_000);
  expect(wizard().formChanged).toBe(false);
});

it('does not repeat answers that are refused as they are, until they change', async () => {
  begin({ ...aDraftServer().calls, saveFormData: { refuse: 'VALIDATION_FAILED' } });
  type({ zipcode: '1' });
  await pass(120_000);
  expect(savesSent()).toHaveLength(1);
  type({ zipcode: '12345' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(savesSent()).toHaveLength(2);
});

it('keeps unsaved answers in the browser until the server has them', async () => {
  begin(aDraftServer().calls);
  const at = { step: 2, subStep: 1 };
  bench.autosave.open(aSession({ form_data: { firstname: 'Zoë', city: 'Ames' } }), { resume: true, at });
  bench.server.use({ saveFormData: 'offline' });
  type({ city: 'Núñez' });
  expect(bench.unsaved.read(DRAFT)).toMatchObject({ answers: { city: 'Núñez' }, baseRevision: 1 });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(bench.unsaved.read(DRAFT)?.answers).toEqual({ city: 'Núñez' });
  type({ city: 'Ames' }); // As saved before, and not as what may have arrived.
  expect(bench.unsaved.read(DRAFT)?.answers).toEqual({ city: 'Ames' });
  bench.server.use({ saveFormData: aDraftServer().calls.saveFormData });
  await pass(LONGEST_WAIT_MS + AUTOSAVE_DEBOUNCE_MS);
  expect(bench.unsaved.read(DRAFT)).toBeNull();
});

it('is at risk only when neither the server nor the browser has the answers', async () => {
  begin({ ...aDraftServer().calls, createFormSession: 'offline' });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(bench.autosave.isAtRisk()).toBe(false);
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  type({ firstname: 'Anna' });
  expect(bench.autosave.isAtRisk()).toBe(true);
  setItem.mockRestore();
});

const other = aSession({ form_data: { firstname: 'Theirs' }, revision: 9 });

it('asks which version to keep when another device saved something else, and saves nothing before the answer', async () => {
  begin(aDraftServer().calls);
  bench.autosave.open(aSession(), { resume: true, at: { step: 1, subStep: 0 } });
  bench.server.use({ saveFormData: { refuse: 'FORM_CONFLICT', other } });
  type({ firstname: 'Mine' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(wizard().conflict).toMatchObject({ revision: 9 });
  await pass(60_000);
  expect(savesSent()).toHaveLength(1);

  bench.server.use({ saveFormData: aDraftServer().calls.saveFormData });
  bench.store.dispatch(conflictResolved('mine'));
  await pass(0);
  expect(savesSent()[1]).toMatchObject({ firstname: 'Mine', base_revision: 9 });
});

it('takes the other version without saving anything over it', async () => {
  begin(aDraftServer().calls);
  bench.autosave.open(aSession(), { resume: true, at: { step: 1, subStep: 0 } });
  bench.server.use({ saveFormData: { refuse: 'FORM_CONFLICT', other } });
  type({ firstname: 'Mine' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  bench.store.dispatch(conflictResolved('theirs'));
  await pass(60_000);
  expect(wizard()).toMatchObject({ formData: { firstname: 'Theirs' }, formChanged: false, revision: 9 });
  expect(savesSent()).toHaveLength(1);
  expect(bench.unsaved.read(DRAFT)).toBeNull();
});

it('does not ask when the newer version is its own save, or one without another answer', async () => {
  begin(aDraftServer().calls);
  bench.autosave.open(aSession({ form_data: { city: 'Ames' } }), { resume: true, at: { step: 1, subStep: 0 } });
  const own = aSession({ form_data: { city: 'Ames', firstname: 'Mine' }, revision: 2 });
  bench.server.use({ saveFormData: { refuse: 'FORM_CONFLICT', other: own } });
  type({ firstname: 'Mine' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(wizard()).toMatchObject({ conflict: null, revision: 2, formChanged: false });

  const moved = aSession({ form_data: { city: 'Ames', firstname: 'Mine' }, revision: 3, current_step: '2' });
  bench.server.use({ saveFormData: { refuse: 'FORM_CONFLICT', other: moved } });
  type({ lastname: 'Lee' });
  await pass(AUTOSAVE_DEBOUNCE_MS - 1);
  bench.server.use({
    saveFormData: (request) =>
      request['base_revision'] === 3
        ? aDraftServer().calls.saveFormData(request)
        : { refuse: 'FORM_CONFLICT', other: moved },
  } as FakeCalls);
  await settle();
  expect(wizard()).toMatchObject({ conflict: null, formChanged: false, formData: { lastname: 'Lee' } });
});

it('follows another tab while nothing is unsaved here, and asks when something is', async () => {
  begin(aDraftServer().calls);
  bench.autosave.open(aSession(), { resume: true, at: { step: 1, subStep: 0 } });
  bench.fromOtherTab(aSession({ form_data: { city: 'Ames' }, revision: 5 }));
  expect(wizard()).toMatchObject({ formData: { city: 'Ames' }, revision: 5, formChanged: false });
  expect(bench.takenOver()).toBe(1);
  type({ firstname: 'Mine' });
  bench.fromOtherTab(aSession({ form_data: { city: 'Boone' }, revision: 6 }));
  expect(wizard()).toMatchObject({ conflict: { revision: 6 }, formData: { firstname: 'Mine' } });
});

it('asks after a save without an answer, when another tab saved while it was on its way', async () => {
  let lose = () => {};
  begin({
    ...aDraftServer().calls,
    saveFormData: () => new Promise((resolve) => (lose = () => resolve({ refuse: 'INTERNAL', retryAfterSeconds: 60 }))),
  });
  bench.autosave.open(aSession(), { resume: true, at: { step: 1, subStep: 0 } });
  type({ firstname: 'Mine' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  bench.fromOtherTab(other);
  expect(wizard().conflict).toBeNull();
  lose();
  await settle();
  expect(wizard()).toMatchObject({ conflict: { revision: 9 }, formData: { firstname: 'Mine' } });
});

it('notifies the other tabs of what it saved', async () => {
  begin(aDraftServer().calls);
  type({ city: 'Ames' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(bench.sentToOtherTabs).toMatchObject([{ form_session_id: DRAFT, revision: 1, form_data: { city: 'Ames' } }]);
});

it('moves the answers to a new draft when the server has lost the old one', async () => {
  begin({ ...aDraftServer().calls, checkAuth: { isAuthenticated: false } });
  bench.store.dispatch(foundAnonymous());
  bench.autosave.open(aSession({ form_session_id: 'e'.repeat(24) }), { resume: true, at: { step: 1, subStep: 0 } });
  const { saveFormData } = aDraftServer().calls;
  bench.server.use({
    saveFormData: (request) => (request['form_session_id'] === DRAFT ? saveFormData(request) : { refuse: 'NOT_FOUND' }),
  } as FakeCalls);
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  await settle();
  expect(wizard()).toMatchObject({ formSessionId: DRAFT, formChanged: false, formData: { firstname: 'Ann' } });
});

it('makes no draft of a preview that another tab has opened, and saves every word once it is left', async () => {
  begin({ ...aDraftServer().calls, saveFormData: { refuse: 'PREVIEW_MISMATCH' } });
  bench.store.dispatch(foundAnonymous());
  bench.autosave.open(aSession(), { resume: true, at: { step: 1, subStep: 0 } });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  type({ city: 'Ames' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(wizard()).toMatchObject({ saveError: 'PREVIEW_MISMATCH', formChanged: true, formSessionId: DRAFT });
  expect(bench.server.requests.map(({ call }) => call)).not.toContain('createFormSession');

  bench.server.use({ saveFormData: aDraftServer().calls.saveFormData });
  await pass(60_000);
  expect(savesSent().at(-1)).toMatchObject({ firstname: 'Ann', city: 'Ames' });
  expect(wizard()).toMatchObject({ formChanged: false, saveError: null });
});

it('keeps everything when the session ended on the server, and saves after signing in again', async () => {
  begin({ ...aDraftServer().calls, checkAuth: { isAuthenticated: false } });
  bench.store.dispatch(signedIn(aUser()));
  bench.autosave.open(aSession(), { resume: true, at: { step: 2, subStep: 0 } });
  bench.server.use({ saveFormData: { refuse: 'NOT_FOUND' } });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(bench.store.getState().session).toMatchObject({ status: 'anonymous', ended: true });
  expect(wizard()).toMatchObject({ saveError: 'NOT_SIGNED_IN', formChanged: true, formSessionId: DRAFT });
  expect(bench.unsaved.read(DRAFT)?.answers).toEqual({ firstname: 'Ann' });

  bench.server.use({ saveFormData: aDraftServer().calls.saveFormData });
  bench.store.dispatch(signedIn(aUser()));
  await pass(0);
  expect(wizard()).toMatchObject({ formChanged: false, saveError: null });
});

it('keeps what one account typed for that account when another signs in on the page, and sends nothing', async () => {
  begin({ ...aDraftServer().calls, saveFormData: 'offline' });
  bench.store.dispatch(signedIn(aUser()));
  bench.autosave.open(aSession(), { resume: true, at: { step: 2, subStep: 0 } });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  bench.store.dispatch(sessionEnded());
  bench.store.dispatch(signedIn(aUser({ user_id: 'b'.repeat(24) })));
  bench.server.use(aDraftServer().calls);
  const sent = savesSent().length;
  type({ firstname: 'Ben' });
  await pass(60_000);
  expect(savesSent()).toHaveLength(sent);
  expect(wizard()).toMatchObject({ formData: {}, formSessionId: null });
  expect(bench.unsaved.read(DRAFT)).toMatchObject({ owner: aUser().user_id, answers: { firstname: 'Ann' } });
});

it('leaves the page when a visitor’s draft was taken over by an account that signed in elsewhere', async () => {
  begin({ ...aDraftServer().calls, saveFormData: { refuse: 'NOT_FOUND' } });
  bench.store.dispatch(foundAnonymous());
  bench.autosave.open(aSession(), { resume: true, at: { step: 1, subStep: 0 } });
  bench.server.use({ checkAuth: { isAuthenticated: true }, viewUserData: { user_data: aUser() } });
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(bench.store.getState().session.status).toBe('leaving');
  expect(bench.server.requests.map(({ call }) => call)).not.toContain('createFormSession');
});

it('sends no text that is known to be too long, keeps it over a reload, and saves it once it is short enough', async () => {
  begin(aDraftServer().calls);
  const tooLong = 'x'.repeat(CLAIM_TEXT_MAX_CHARACTERS + 1);
  type({ firstname: 'Ann', claimDescription: tooLong });
  await pass(60_000);
  expect(bench.server.requests).toEqual([]);
  expect(wizard()).toMatchObject({ saveError: 'TOO_LARGE', formChanged: true, isSaving: false });
  expect(bench.unsaved.read(newDraftKey('tab'))?.answers).toEqual({ firstname: 'Ann', claimDescription: tooLong });

  type({ claimDescription: tooLong.slice(1) });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  expect(savesSent()).toMatchObject([{ firstname: 'Ann', claimDescription: tooLong.slice(1) }]);
  expect(wizard()).toMatchObject({ saveError: null, formChanged: false });
});

it('leaves nothing of a person behind when they sign out', async () => {
  begin({ ...aDraftServer().calls, saveFormData: 'offline' });
  bench.store.dispatch(signedIn(aUser()));
  type({ firstname: 'Ann' });
  await pass(AUTOSAVE_DEBOUNCE_MS);
  // What is unsaved, and whose it is.
  expect(localStorage.length).toBe(2);
  bench.store.dispatch(signedOut());
  await pass(60_000);
  expect(localStorage.length).toBe(0);
  expect(sessionStorage.getItem('form_session_id')).toBeNull();
  expect(wizard()).toMatchObject({ formData: {}, formSessionId: null });
});

it('saves at once when asked to, and when the page is hidden', async () => {
  begin(aDraftServer().calls);
  type({ firstname: 'Ann' });
  await bench.autosave.flush();
  expect(wizard().formChanged).toBe(false);
  type({ firstname: 'Anna' });
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  hidden.mockRestore();
  expect(savesSent()).toHaveLength(2);
});

it('stops saving over a claim that is finished, and says so', async () => {
  begin(aDraftServer().calls);
  bench.autosave.open(aSession(), { resume: true, at: { step: 1, subStep: 0 } });
  bench.server.use({ saveFormData: { refuse: 'SESSION_COMPLETED' } });
  type({ firstname: 'Ann' });
  await pass(120_000);
  expect(savesSent()).toHaveLength(1);
  expect(wizard().saveError).toBe('SESSION_COMPLETED');
});

it('sends nothing of a paid claim any more, after what was typed before the payment', async () => {
  begin(aDraftServer().calls);
  bench.autosave.open(aSession(), { resume: true, at: { step: 5, subStep: 1 } });
  type({ firstname: 'Ann' });
  bench.store.dispatch(orderPaid());
  await settle();
  expect(savesSent()).toMatchObject([{ firstname: 'Ann' }]);
  bench.server.use({ saveFormData: { refuse: 'SESSION_COMPLETED' } });
  bench.store.dispatch(stepChanged({ step: 5, subStep: 2 }));
  await pass(60_000);
  expect(savesSent()).toHaveLength(1);
  expect(wizard().saveError).toBeNull();
});

it('sends a signature once: it stays where it is until it changes', async () => {
  begin(aDraftServer().calls);
  for (const answers of [
    { situation: 'rent', signature: 'one' },
    { city: 'Austin' },
    { signature: 'two' },
    { signature: null },
  ]) {
    type(answers);
    await pass(AUTOSAVE_DEBOUNCE_MS);
    await settle();
  }
  expect(savesSent().map((body) => (body as { signature?: unknown }).signature)).toEqual([
    'one',
    undefined,
    'two',
    null,
  ]);
});
