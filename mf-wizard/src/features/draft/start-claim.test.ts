import type { FakeCalls } from '@redress/api-client/fakes';
import type { ClaimFormData } from '@redress/contracts';
import { wizardLayouts, type Position } from '@redress/domain';
import { foundAnonymous, selectWizard, claimOpened, signedIn, claimNamed, editOpened } from '@redress/session-store';
import { aUser } from '@redress/testing';
import { aDraftServer, aSession, DRAFT, startBench, type Bench } from '../../testing/autosave-bench.ts';
import { A_CLAIM } from '../../testing/render-wizard.tsx';
import { startClaim } from './start-claim.ts';
import { newDraftKey, type UnsavedAnswers } from './unsaved-answers.ts';

let bench: Bench;
const open = (calls: FakeCalls, wanted: Position | null = null) => {
  bench.server.use(calls);
  const { store, autosave, unsaved } = bench;
  const layout = wizardLayouts.A;
  const range = { min: 250, max: 25_000 };
  return startClaim({
    store,
    autosave,
    unsaved,
    newDraftKey: () => newDraftKey('tab'),
    layout,
    range,
    today: '2026-11-21',
    wanted,
  });
};
const wizard = () => selectWizard(bench.store.getState());
const withData = (form_data: ClaimFormData, over = {}) => ({
  getFormSession: { session: aSession({ form_data, ...over }) },
});
const kept = (over: Partial<UnsavedAnswers>): UnsavedAnswers => ({
  formSessionId: DRAFT,
  owner: null,
  baseRevision: 1,
  answers: { city: 'Ames' },
  sent: null,
  step: 1,
  subStep: 0,
  keptAt: new Date().toISOString(),
  ...over,
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  bench = startBench(aDraftServer().calls);
  bench.store.dispatch(foundAnonymous());
});
afterEach(() => bench.end());

it('opens the claim of this tab where its answers lead', async () => {
  bench.store.dispatch(signedIn(aUser()));
  bench.store.dispatch(claimNamed(DRAFT));
  const outcome = await open(withData({ situation: 'other', userType: '1', firstname: 'Ann', lastname: 'Lee' }));
  expect(outcome).toMatchObject({ kind: 'ready', at: { step: 3, subStep: 0 } });
  expect(wizard()).toMatchObject({ formSessionId: DRAFT, resumeMode: true, formData: { firstname: 'Ann' } });
});

it('shows no question of a claim again that this tab has paid for: nothing that is typed there would be sent', async () => {
  bench.store.dispatch(signedIn(aUser()));
  const session = aSession({ form_data: { ...A_CLAIM, selectedPackage: 'demand-letter' }, is_paid: true });
  bench.store.dispatch(claimOpened({ session, resume: false }));
  // The order screen stays open while the letter is being made.
  expect(await open({}, { step: 5, subStep: 2 })).toMatchObject({ kind: 'ready', at: { step: 5, subStep: 2 } });
  const finished = { getFormSession: { session: { ...session, is_completed: true } } };
  expect(await open(finished, { step: 4, subStep: 1 })).toEqual({ kind: 'completed' });
});

it('opens at the screen the address names, but never past what the answers allow', async () => {
  bench.store.dispatch(signedIn(aUser()));
  bench.store.dispatch(claimNamed(DRAFT));
  const answers = withData({ situation: 'other', userType: '1', firstname: 'Ann', lastname: 'Lee' });
  expect(await open(answers, { step: 2, subStep: 1 })).toMatchObject({ at: { step: 2, subStep: 1 } });
});

it('opens a screen that was still empty, when everything before it is answered', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  const answers = withData({ situation: 'other', disputing: ['x'] }, { current_step: '1sub1' });
  expect(await open(answers, { step: 1, subStep: 2 })).toMatchObject({ at: { step: 1, subStep: 2 } });
});

it('never opens past the gate for a visitor', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  const answers = withData({ whoUser: '1', signature: 'x' }, { current_step: '4sub3' });
  expect(await open(answers, { step: 4, subStep: 0 })).toMatchObject({ at: { step: 1, subStep: 3 } });
});

it('leads "Sign up" to the gate, without any claim', async () => {
  expect(await open({ getFormSession: { session: null } }, { step: 1, subStep: 3 })).toMatchObject({
    kind: 'ready',
    at: { step: 1, subStep: 3 },
  });
});

it('lays answers that never reached the server over the stored ones', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  bench.unsaved.keep(DRAFT, kept({ answers: { incidentCity: 'Núñez' } }));
  await open(withData({ situation: 'other', incidentCity: 'Ames' }));
  expect(wizard()).toMatchObject({
    formData: { incidentCity: 'Núñez', situation: 'other' },
    formChanged: true,
    conflict: null,
  });
});

it('asks when the stored claim was changed elsewhere while answers waited here', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  bench.unsaved.keep(DRAFT, kept({ answers: { incidentCity: 'Mine' } }));
  await open(withData({ incidentCity: 'Theirs' }, { revision: 7 }));
  expect(wizard()).toMatchObject({ conflict: { revision: 7 }, formData: { incidentCity: 'Mine' } });
});

it('does not ask when the newer version is the save whose answer was lost', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  bench.unsaved.keep(
    DRAFT,
    kept({ answers: { incidentCity: 'Boone', amount: '500' }, sent: { incidentCity: 'Boone' } }),
  );
  await open(withData({ incidentCity: 'Boone' }, { revision: 2 }));
  expect(wizard()).toMatchObject({ conflict: null, formData: { amount: '500' }, formChanged: true });
});

it('shows nobody the answers that another account left behind', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  bench.unsaved.keep(DRAFT, kept({ owner: 'f'.repeat(24), answers: { firstname: 'Secret' } }));
  await open(withData({ situation: 'other' }));
  expect(wizard().formData).toEqual({ situation: 'other' });
});

it('restores answers of a draft the server had not made before the reload', async () => {
  bench.unsaved.keep(newDraftKey('tab'), kept({ formSessionId: null, answers: { situation: 'other' } }));
  expect(await open({})).toMatchObject({ kind: 'ready' });
  expect(wizard()).toMatchObject({ formData: { situation: 'other' }, formChanged: true });
});

it('offers, and does not force, the claim this browser still has', async () => {
  const outcome = await open(withData({ situation: 'other' }));
  expect(outcome).toMatchObject({ kind: 'offer' });
  expect(wizard().formData).toEqual({});
  if (outcome.kind === 'offer') await outcome.accept();
  expect(wizard()).toMatchObject({ formData: { situation: 'other' }, formSessionId: DRAFT });
});

it('unlinks the old draft of somebody signed in who starts with nothing, and deletes none', async () => {
  bench.store.dispatch(signedIn(aUser()));
  expect(await open({ getActiveSessions: { sessions: [] } })).toEqual({ kind: 'ready', at: null });
  expect(bench.server.requests.map(({ call }) => call)).toEqual(['clearSessionForm', 'getActiveSessions']);
});

it.each([
  ['1sub2', 'answers'],
  ['5sub1', 'payment'],
  ['5sub2', 'paid'],
])(
  'tells an account of its claim under way (%s: %s), and reads it only when it is gone on with',
  async (key, stage) => {
    bench.store.dispatch(signedIn(aUser()));
    const row = {
      session_id: DRAFT,
      form_session_id: DRAFT,
      package_title: '',
      form_data: { situation: 'other' },
      current_step: key,
      progress: 10,
      status_label: '',
      is_completed: false,
      created_at: '2026-11-01T10:00:00.000Z',
      updated_at: '2026-11-02T10:00:00.000Z',
    };
    const outcome = await open({ getActiveSessions: { sessions: [row] }, ...withData({ situation: 'other' }) });
    expect(outcome).toMatchObject({ kind: 'offer', stage, savedAt: row.updated_at });
    expect(bench.server.requests.map(({ call }) => call)).not.toContain('getFormSession');
    expect(wizard().formSessionId).toBeNull();
    if (outcome.kind === 'offer') expect(await outcome.accept()).toMatchObject({ kind: 'ready' });
    expect(wizard()).toMatchObject({ formSessionId: DRAFT, formData: { situation: 'other' } });
  },
);

it('lays answers that never reached the server over a claim that the dashboard has put into the store', async () => {
  bench.store.dispatch(signedIn(aUser()));
  bench.store.dispatch(claimNamed(DRAFT));
  bench.store.dispatch(claimOpened({ session: aSession({ form_data: { incidentCity: 'Ames' } }), resume: true }));
  bench.unsaved.keep(DRAFT, kept({ owner: aUser().user_id, answers: { incidentCity: 'Boone' } }));
  await open(withData({ incidentCity: 'Ames' }));
  expect(wizard()).toMatchObject({ formData: { incidentCity: 'Boone' }, formChanged: true });
});

it('offers an account what it typed before the server had made a draft, and not what another one typed', async () => {
  bench.store.dispatch(signedIn(aUser()));
  const mine = kept({ formSessionId: null, owner: aUser().user_id, answers: { situation: 'other' } });
  bench.unsaved.keep(newDraftKey('mine'), mine);
  bench.unsaved.keep(newDraftKey('theirs'), { ...mine, owner: 'f'.repeat(24), keptAt: '2999-01-01T00:00:00.000Z' });
  const outcome = await open({});
  expect(outcome).toMatchObject({ kind: 'offer', savedAt: mine.keptAt });
  if (outcome.kind === 'offer') await outcome.accept();
  expect(wizard().formData).toEqual({ situation: 'other' });
});

it('throws away what nobody came back for in 30 days, whoever it belongs to', async () => {
  const keptAt = new Date(Date.now() - 31 * 86_400_000).toISOString();
  bench.unsaved.keep(newDraftKey('old'), kept({ owner: 'f'.repeat(24), keptAt }));
  await open({ getFormSession: { session: null } });
  expect(bench.unsaved.read(newDraftKey('old'))).toBeNull();
});

it('says that a claim is lost on this device when the server does not give it', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  expect(await open({ getFormSession: { refuse: 'NOT_FOUND' } })).toEqual({ kind: 'lost' });
  expect(sessionStorage.getItem('form_session_id')).toBeNull();
});

it('keeps asking for the claim of this tab when the server cannot be reached', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  expect(await open({ getFormSession: { refuse: 'NOT_IMPLEMENTED' } })).toMatchObject({ kind: 'failed' });
  expect(sessionStorage.getItem('form_session_id')).toBe(DRAFT);
});

it('begins anew where a finished claim was, and leaves its name to the pages that show the letter', async () => {
  bench.store.dispatch(claimNamed(DRAFT));
  expect(await open(withData({ situation: 'other' }, { is_completed: true }))).toEqual({ kind: 'completed' });
  expect(wizard().formData).toEqual({});
  expect(sessionStorage.getItem('form_session_id')).toBe(DRAFT);
});

describe('edit mode', () => {
  const pair = { originalSessionId: 'b'.repeat(24), editSessionId: 'c'.repeat(24) };

  it('is restored from storage after a reload', async () => {
    bench.store.dispatch(editOpened(pair));
    bench.end();
    bench = startBench(aDraftServer().calls);
    bench.store.dispatch(signedIn(aUser()));
    const outcome = await open(withData({ situation: 'other' }, { form_session_id: pair.editSessionId }));
    expect(outcome.kind).toBe('ready');
    expect(bench.store.getState().claim.edit).toEqual(pair);
    expect(wizard().formSessionId).toBe(pair.editSessionId);
  });

  it('opens at the page that shows every answer: its package is chosen and paid for', async () => {
    bench.store.dispatch(signedIn(aUser()));
    bench.store.dispatch(editOpened(pair));
    const paid = withData(
      { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter' },
      { form_session_id: pair.editSessionId, current_step: '5sub2' },
    );
    expect(await open(paid)).toMatchObject({ kind: 'ready', at: { step: 4, subStep: 4 } });
  });

  it.each(['original_session_id', 'edit_session_id'])(
    'is reset with everything in it when %s is not an id',
    async (key) => {
      bench.store.dispatch(editOpened(pair));
      sessionStorage.setItem(key, 'nonsense');
      bench.end();
      bench = startBench(aDraftServer().calls);
      expect(await open({})).toEqual({ kind: 'edit-refused' });
      expect(sessionStorage.getItem('edit_mode')).toBeNull();
      expect(bench.store.getState().claim.edit).toBeNull();
      expect(wizard()).toMatchObject({ step: 1, subStep: 0, formData: {}, formSessionId: null });
    },
  );

  it('is reset when the server does not know the edit session', async () => {
    bench.store.dispatch(editOpened(pair));
    expect(await open({ getFormSession: { refuse: 'NOT_FOUND' } })).toEqual({ kind: 'edit-refused' });
    expect(sessionStorage.getItem('edit_mode')).toBeNull();
  });
});
