/**
 * Keeps the server's copy of a claim equal to what is on screen (R15). It watches the store, not the screens: answers that
 * another remote's slot gives are saved like any other. What the form on screen holds beyond the store is kept in this
 * browser with every key, and taken into the store before anything is sent or decided. What is done when is the machine's
 * (`draft-machine.ts`); here are the clock, the calls, the storage and the other tabs.
 */
import { call, loadSession } from '@redress/api-client';
import { createFormSession, saveFormData } from '@redress/contracts';
import {
  claimOpened,
  selectIsEditing,
  selectIsPaid,
  selectOwner,
  stepChanged,
  type AppStore,
} from '@redress/session-store';
import { changedAnswers } from '../../shared/answers.ts';
import type { Autosave, AutosaveParts } from './autosave-parts.ts';
import type { DraftChannel } from './draft-channel.ts';
import {
  advance,
  newMachine,
  type DraftEffect,
  type DraftEvent,
  type DraftMachine,
  type Seen,
} from './draft-machine.ts';
import type { Attempt } from './save-attempt.ts';

/** What an effect works with. */
interface Context extends AutosaveParts {
  machine: DraftMachine;
  channel: DraftChannel;
  seen(): Seen;
  tell(event: DraftEvent): void;
}

type Performers = { [K in DraftEffect['kind']]: (context: Context, effect: Extract<DraftEffect, { kind: K }>) => void };

const draftKey = ({ store, newDraftKey }: Context) => store.getState().wizard.formSessionId ?? newDraftKey();

function keepLocally(context: Context): void {
  const { store, unsaved, uncommitted, machine } = context;
  const { formChanged, formSessionId, revision, formData, step, subStep } = store.getState().wizard;
  const now = { ...formData, ...uncommitted.read() };
  const { saved, attempt } = machine;
  if (!formChanged) unsaved.forget(draftKey(context));
  const isKept =
    !formChanged ||
    unsaved.keep(draftKey(context), {
      formSessionId,
      owner: selectOwner(store.getState()),
      baseRevision: revision,
      // A save without an answer yet may have arrived: an answer changed back since then differs from it alone.
      answers: { ...(attempt && changedAnswers(attempt.answers, now)), ...changedAnswers(saved, now) },
      sent: attempt && changedAnswers(saved, attempt.answers),
      step,
      subStep,
      keptAt: new Date(context.now()).toISOString(),
    });
  if (isKept !== machine.isKept) context.tell({ kind: 'kept', isKept });
}

async function create({ tell, random }: Context, of: string | null): Promise<void> {
  const result = await call(createFormSession, undefined);
  if ('error' in result) return tell({ kind: 'failed', sent: null, error: result.error, chance: random() });
  const { form_session_id: formSessionId, revision } = result.data;
  tell({ kind: 'created', of, formSessionId, revision });
}

async function save({ tell, random }: Context, sent: Attempt): Promise<void> {
  const result = await call(saveFormData, sent.body);
  if ('data' in result) tell({ kind: 'saved', sent, answer: result.data });
  else tell({ kind: 'failed', sent, error: result.error, chance: random() });
}

async function readOwner(
  { tell, random }: Context,
  { owner, lost }: DraftEffect & { kind: 'readOwner' },
): Promise<void> {
  const session = await loadSession();
  if ('error' in session) tell({ kind: 'failed', sent: null, error: session.error, chance: random() });
  else tell({ kind: 'ownerRead', owner, isSignedIn: session.isAuthenticated, lost, chance: random() });
}

const performers: Performers = {
  dispatch: ({ store }, { action }) => void store.dispatch(action),
  keep: keepLocally,
  forget: (context) => context.unsaved.forget(draftKey(context)),
  discard: ({ uncommitted }) => uncommitted.discard(),
  commit({ uncommitted, tell, newId }) {
    // What is typed from here on counts as a change since this save.
    uncommitted.commit();
    tell({ kind: 'committed', saveId: newId() });
  },
  compare({ uncommitted, tell }, { other, sent }) {
    uncommitted.commit();
    tell({ kind: 'compared', other, sent });
  },
  create: (context, { of }) => void create(context, of),
  save: (context, { attempt }) => void save(context, attempt),
  readOwner: (context, effect) => void readOwner(context, effect),
  probe: ({ isServerBack, tell, random }) =>
    void isServerBack().then((isBack) => tell({ kind: 'probed', isBack, chance: random() })),
  tell: ({ channel }, { session }) => channel.saved(session),
  takenOver: ({ onTakenOver }) => onTakenOver(),
  raise: ({ tell }, { event }) => tell(event),
};

function perform<K extends DraftEffect['kind']>(context: Context, effect: Extract<DraftEffect, { kind: K }>): void {
  const performer: Performers[K] = performers[effect.kind as K]; // an effect's kind names its own performer
  performer(context, effect);
}

function look({ store, uncommitted, now }: Pick<AutosaveParts, 'store' | 'uncommitted' | 'now'>): Seen {
  const state = store.getState();
  return {
    wizard: state.wizard,
    typing: uncommitted.read(),
    owner: selectOwner(state),
    isPaid: selectIsPaid(state),
    isEditing: selectIsEditing(state),
    isLeft: state.session.status === 'leaving',
    now: now(),
  };
}

/** What the store's listeners tell of: another person, other answers. */
function watchStore(store: AppStore, tell: (event: DraftEvent) => void): () => void {
  let { session, wizard } = store.getState();
  return store.subscribe(() => {
    const before = { session, wizard };
    ({ session, wizard } = store.getState());
    // What is kept in this browser stays for the account before.
    if (session.status === 'leaving') return tell({ kind: 'left' });
    if (session.status === 'authenticated' && before.session.status !== 'authenticated') tell({ kind: 'signedIn' });
    if (wizard !== before.wizard) tell({ kind: 'changed', before: before.wizard, after: wizard });
  });
}

/** Runs one event at a time; what an effect causes follows it. `onEvent` is called when all is done. */
function createContext(parts: AutosaveParts, onEvent: () => void): Context {
  const events: DraftEvent[] = [];
  let isBusy = false;
  const context: Context = {
    ...parts,
    machine: newMachine(look(parts)),
    channel: parts.openChannel((session) => context.tell({ kind: 'savedElsewhere', session })),
    seen: () => look(parts),
    tell(event) {
      events.push(event);
      if (isBusy) return;
      isBusy = true;
      try {
        for (let next = events.shift(); next; next = events.shift()) {
          const { machine, effects } = advance(context.machine, next, context.seen());
          context.machine = machine;
          for (const effect of effects) perform(context, effect);
        }
      } finally {
        isBusy = false;
      }
      onEvent();
    },
  };
  return context;
}

/** One timer, set for the machine's `dueAt`. */
function createTimer(onDue: () => void, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let setFor: number | null = null;
  return (dueAt: number | null) => {
    if (dueAt === setFor) return;
    clearTimeout(timer);
    setFor = dueAt;
    if (dueAt !== null) {
      timer = setTimeout(
        () => {
          setFor = null;
          onDue();
        },
        Math.max(0, dueAt - now()),
      );
    }
  };
}

export function startAutosave(parts: AutosaveParts): Autosave {
  const { store } = parts;
  const listeners = new Set<() => void>();
  const waiting: (() => void)[] = [];
  let isStopped = false;
  let wasKept = true;
  const setTimer = createTimer(() => context.tell({ kind: 'due' }), parts.now);
  const context = createContext(parts, () => {
    const { state, dueAt, isKept } = context.machine;
    setTimer(isStopped || state === 'sending' ? null : dueAt);
    if (state !== 'sending') for (const done of waiting.splice(0)) done();
    if (isKept !== wasKept) for (const listener of listeners) listener();
    wasKept = isKept;
  });
  const { tell } = context;

  /** Resolves when the try is over. */
  const ask = (kind: 'flush' | 'retry') =>
    new Promise<void>((done) => {
      waiting.push(done);
      tell({ kind });
    });
  const onOnline = () => tell({ kind: 'online' });
  // A phone may end a hidden page without a further event.
  const onHidden = () => {
    if (document.visibilityState === 'hidden') tell({ kind: 'flush' });
  };
  const stopWatching = watchStore(store, tell);
  const stopListening = parts.uncommitted.onTyped(() => tell({ kind: 'typed' }));
  addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onHidden);
  // The first screen takes answers before this is there: until now they are in no storage, and a reload would lose them.
  tell({ kind: 'started' });

  return {
    open(session, { resume, at, unsaved: answers }) {
      const withAnswers = answers && Object.keys(answers).length > 0 ? { unsaved: answers } : {};
      store.dispatch(claimOpened({ session, resume, ...withAnswers }));
      store.dispatch(stepChanged(at));
      tell({ kind: 'opened', answers: session.form_data });
    },
    flush: () => ask('flush'),
    retry: () => ask('retry'),
    isAtRisk: () => store.getState().wizard.formChanged && !context.machine.isKept,
    subscribe(listener) {
      listeners.add(listener);
      const stopStore = store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stopStore();
      };
    },
    stop() {
      if (store.getState().wizard.formChanged) tell({ kind: 'retry' });
      isStopped = true;
      setTimer(null);
      stopWatching();
      stopListening();
      removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onHidden);
      context.channel.close();
    },
  };
}
