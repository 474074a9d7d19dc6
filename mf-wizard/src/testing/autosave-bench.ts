/** A claim, its autosave and a fake server, with a clock the test moves. */
import { startApi } from '@redress/api-client';
import { installFakeServer, type FakeCalls } from '@redress/api-client/fakes';
import type { ClaimFormData, FormSession } from '@redress/contracts';
import { createCommitPoints, type CommitPoints } from '@redress/forms/commit-points';
import { wizardLayouts } from '@redress/domain';
import { formDataMerged, getStore, resetStore } from '@redress/session-store';
import { startAutosave } from '../features/draft/autosave.ts';
import type { Autosave } from '../features/draft/autosave-parts.ts';
import { currentNewDraftKey } from '../features/draft/new-draft-key.ts';
import { startClaim } from '../features/draft/start-claim.ts';
import { createUnsavedAnswersStore, newDraftKey } from '../features/draft/unsaved-answers.ts';
import { createUncommitted, noteTypedKey, type Uncommitted } from '../shared/uncommitted.ts';

export const DRAFT = 'd'.repeat(24);
export const SAVED_AT = '2026-03-02T14:02:00.000Z';

export const aSession = (over: Partial<FormSession> = {}): FormSession => ({
  form_session_id: DRAFT,
  form_data: {},
  revision: 1,
  saved_at: SAVED_AT,
  current_step: '1',
  progress: 10,
  is_completed: false,
  is_paid: false,
  original_session_id: null,
  ...over,
});

/** A server that keeps one draft, counts its revisions and recognises a save sent twice. */
export function aDraftServer() {
  let revision = 0;
  const bySaveId = new Map<string, number>();
  const saves: Record<string, unknown>[] = [];
  const calls = {
    createFormSession: () => ({ form_session_id: DRAFT, revision: 0 }),
    saveFormData: (request: Record<string, unknown>) => {
      const saveId = String(request['save_id']);
      if (!bySaveId.has(saveId)) {
        revision += 1;
        saves.push(request);
        bySaveId.set(saveId, revision);
      }
      return {
        form_session_id: DRAFT,
        revision: bySaveId.get(saveId) ?? 0,
        saved_at: SAVED_AT,
        current_step: '1',
        progress: 10,
      };
    },
  } satisfies FakeCalls;
  return { calls, saves };
}

export type Bench = ReturnType<typeof startBench>;

/** What a screen's form does, without the screen. */
export function holdForm(store: ReturnType<typeof getStore>, uncommitted: Uncommitted): CommitPoints<ClaimFormData> {
  const points = createCommitPoints<ClaimFormData>({
    onTyped: (isFirst) => noteTypedKey(store, uncommitted, isFirst),
    onCommit: (changed) => void store.dispatch(formDataMerged(changed)),
  });
  uncommitted.attach(points);
  return points;
}

export function startBench(calls: FakeCalls, { keepStore = false } = {}) {
  if (!keepStore) {
    resetStore();
    startApi();
  }
  const store = getStore();
  const server = installFakeServer(calls);
  const unsaved = createUnsavedAnswersStore();
  const uncommitted = createUncommitted();
  let receive: (session: FormSession) => void = () => undefined;
  const sentToOtherTabs: FormSession[] = [];
  let takenOver = 0;
  let ids = 0;
  let isReachable = true;
  const autosave = startAutosave({
    store,
    unsaved,
    uncommitted,
    openChannel: (onSaved) => {
      receive = onSaved;
      return { saved: (session) => sentToOtherTabs.push(session), close: () => undefined };
    },
    newId: () => `save-${(ids += 1)}`,
    newDraftKey: () => newDraftKey('tab'),
    now: Date.now,
    random: () => 1,
    isServerBack: async () => isReachable,
    onTakenOver: () => (takenOver += 1),
  });
  return {
    store,
    server,
    autosave,
    unsaved,
    uncommitted,
    /** Another tab's save arrives. */
    fromOtherTab: (session: FormSession) => receive(session),
    sentToOtherTabs,
    takenOver: () => takenOver,
    /** What a probe finds. */
    setReachable: (value: boolean) => (isReachable = value),
    end: () => {
      autosave.stop();
      server.restore();
    },
  };
}

/** A build's life in a tab, as the wizard begins it: its autosave, and `open`, which opens the claim of this tab. */
export function startLife(world: {
  unsaved: ReturnType<typeof createUnsavedAnswersStore>;
  uncommitted: Uncommitted;
  newId: () => string;
  isOnline: () => boolean;
}): { autosave: Autosave; open: () => ReturnType<typeof startClaim> } {
  const { unsaved, uncommitted, newId, isOnline } = world;
  const store = getStore();
  const autosave = startAutosave({
    store,
    unsaved,
    uncommitted,
    openChannel: () => ({ saved: () => undefined, close: () => undefined }),
    newId,
    newDraftKey: currentNewDraftKey,
    now: Date.now,
    random: () => 0.5,
    isServerBack: async () => isOnline(),
    onTakenOver: () => undefined,
  });
  const open = () =>
    startClaim({
      store,
      autosave,
      unsaved,
      newDraftKey: currentNewDraftKey,
      layout: wizardLayouts.A,
      range: { min: 250, max: 25_000 },
      today: '2026-11-22',
      wanted: null,
    });
  return { autosave, open };
}
