/**
 * Saving a claim's answers as a state machine: events and effects are data, nothing here waits, sends or stores. The
 * form holds what is being typed, the store the answers of this tab, the server's row what is saved; the machine knows
 * how far apart they are and what happens next. A reducer of our own and not XState: one flat machine needs none of its
 * parallel and nested states, and it would add some 15 kB to a page that everybody waits for.
 */
import type { ApiError } from '@redress/api-client';
import { retryDelayMs } from '@redress/api-client/server-return';
import { ClaimFormData, FormSession, type AnswerOf, type saveFormData } from '@redress/contracts';
import type { Position } from '@redress/domain';
import {
  claimCreated,
  conflictFound,
  conflictResolved,
  personLeft,
  saveFailed,
  saveStarted,
  saveSucceeded,
  type RootState,
} from '@redress/session-store';
import * as z from 'zod/mini';
import { changedAnswers, hasAnswers, type Answers } from '../../shared/answers.ts';
import { laterKey, newAttempt, type Attempt } from './save-attempt.ts';

export const AUTOSAVE_DEBOUNCE_MS = 1500;
/** Refusals that the same answers would get again: the next change, or signing in again, causes the next save. */
const PERMANENT_REFUSALS = new Set<string>([
  'NOT_SIGNED_IN',
  'VALIDATION_FAILED',
  'TOO_LARGE',
  'BAD_REQUEST',
  'FORBIDDEN',
  'CROSS_SITE',
]);

type Wizard = RootState['wizard'];
type Failure = Pick<ApiError, 'code' | 'status' | 'retryAfterSeconds'>;

export interface DraftMachine {
  /**
   * `typing` waits for a pause, `pending` for its turn or for as long as the server asked, `offline` for a server that
   * did not answer, `refused` for other answers, `conflicted` for the person's choice. Of a `finished` claim nothing is sent.
   */
  state: 'idle' | 'typing' | 'pending' | 'sending' | 'conflicted' | 'refused' | 'offline' | 'finished';
  /** Answers and position as the server has them. */
  saved: ClaimFormData;
  savedPosition: Position;
  /** A save without an answer: it is repeated as it was, since the server may have counted it. */
  attempt: Attempt | null;
  /** Time of the next try in ms, `null` while none is due. One that passes while a save is on its way follows it. */
  dueAt: number | null;
  /** No try before that time, whatever is typed meanwhile. */
  notBefore: number;
  /** Refusals in a row that asked to come later. */
  refusals: number;
  /** `changeCount` when the claim was paid: what was typed before is sent, nothing after it. */
  lastChange: number | null;
  /** A newer version that another tab spoke of while a save was on its way. */
  heard: FormSession | null;
  /** The form on screen held more than the store. */
  isHolding: boolean;
  /** This browser's storage took what the server does not have. */
  isKept: boolean;
  /** The build before has a save on its way: one beside it would be taken for another version. */
  isAfterAnother: boolean;
}

/** What the machine sees with an event. */
export interface Seen {
  wizard: Wizard;
  /** What the form on screen holds beyond the store. */
  typing: Answers;
  owner: string | null;
  isPaid: boolean;
  isEditing: boolean;
  /** Another account has signed in: this document is being left, and its state is already empty. */
  isLeft: boolean;
  /** Ms since the epoch. */
  now: number;
}

/** `chance`, 0 up to 1, spreads the tabs that wait for the same server. */
export type DraftEvent =
  | { kind: 'started' }
  | { kind: 'typed' }
  | { kind: 'changed'; before: Wizard; after: Wizard }
  | { kind: 'opened'; answers: ClaimFormData }
  | { kind: 'signedIn' }
  | { kind: 'left' }
  | { kind: 'online' }
  | { kind: 'due' }
  /** The page is hidden, left, rolled back or stopped. */
  | { kind: 'flush' }
  /** A person asked for it. */
  | { kind: 'retry' }
  | { kind: 'committed'; saveId: string }
  | { kind: 'created'; of: string | null; formSessionId: string; revision: number }
  | { kind: 'saved'; sent: Attempt; answer: AnswerOf<typeof saveFormData> }
  | { kind: 'failed'; sent: Attempt | null; error: ApiError; chance: number }
  | { kind: 'compared'; other: FormSession; sent: Attempt | null }
  | { kind: 'ownerRead'; owner: string | null; isSignedIn: boolean; lost: ApiError; chance: number }
  | { kind: 'probed'; isBack: boolean; chance: number }
  | { kind: 'savedElsewhere'; session: FormSession }
  | { kind: 'kept'; isKept: boolean };

export type DraftEffect =
  | { kind: 'dispatch'; action: { type: string } }
  /** Writes the local copy, or throws it away when there is nothing unsaved. */
  | { kind: 'keep' }
  | { kind: 'forget' }
  | { kind: 'discard' }
  /** Takes the form's answers into the store, then `committed`. */
  | { kind: 'commit' }
  /** The same, then `compared`. */
  | { kind: 'compare'; other: FormSession; sent: Attempt | null }
  | { kind: 'create'; of: string | null }
  | { kind: 'save'; attempt: Attempt }
  /** Asks whose page this is now; `owner` is whose it was. */
  | { kind: 'readOwner'; owner: string | null; lost: ApiError }
  | { kind: 'probe' }
  | { kind: 'tell'; session: FormSession }
  | { kind: 'takenOver' }
  | { kind: 'raise'; event: DraftEvent };

export interface Step {
  machine: DraftMachine;
  effects: DraftEffect[];
}

const dispatch = (action: { type: string }): DraftEffect => ({ kind: 'dispatch', action });
const keep: DraftEffect = { kind: 'keep' };
const step = (machine: DraftMachine, change: Partial<DraftMachine>, ...effects: DraftEffect[]): Step => ({
  machine: { ...machine, ...change },
  effects,
});
/** Does `next` after a step, on the machine it left. */
const andThen = ({ machine, effects }: Step, next: (machine: DraftMachine) => Step): Step => {
  const following = next(machine);
  return { machine: following.machine, effects: [...effects, ...following.effects] };
};

const positionOf = ({ step, subStep }: Wizard): Position => ({ step, subStep });
const isMoved = ({ savedPosition }: DraftMachine, { step, subStep }: Wizard) =>
  step !== savedPosition.step || subStep !== savedPosition.subStep;
const differ = (a: ClaimFormData, b: ClaimFormData) => Object.keys(changedAnswers(a, b)).length > 0;

export function newMachine({ wizard }: Seen): DraftMachine {
  return {
    state: wizard.isSaving ? 'sending' : 'idle',
    saved: wizard.formChanged ? {} : wizard.formData,
    savedPosition: positionOf(wizard),
    attempt: null,
    dueAt: null,
    notBefore: 0,
    refusals: 0,
    lastChange: null,
    heard: null,
    isHolding: false,
    isKept: true,
    isAfterAnother: wizard.isSaving,
  };
}

/** Something is to be saved in `ms`, and not before the server allows it. */
function waitFor(machine: DraftMachine, seen: Seen, ms: number): Step {
  const { state, notBefore } = machine;
  if (state === 'conflicted' || state === 'finished') return step(machine, {});
  const dueAt = Math.max(seen.now + ms, notBefore);
  if (state === 'sending' || state === 'offline') return step(machine, { dueAt });
  return step(machine, { dueAt, state: ms > 0 && notBefore <= seen.now ? 'typing' : 'pending' });
}

/** Waits for the person's choice; a finished claim stays finished, whatever another tab says of it. */
const conflicted = (machine: DraftMachine, ...effects: DraftEffect[]): Step =>
  step(machine, { state: machine.state === 'finished' ? 'finished' : 'conflicted', dueAt: null }, ...effects);

/** Where the machine rests when no save is on its way and nothing was refused. */
function rest(machine: DraftMachine, { wizard, isLeft, now }: Seen): Step {
  if (isLeft) return step(machine, { state: 'idle', dueAt: null });
  if (machine.state === 'finished' || (machine.lastChange !== null && !wizard.formChanged)) {
    return step(machine, { state: 'finished', dueAt: null });
  }
  if (wizard.conflict) return conflicted(machine);
  if (!wizard.formChanged && !isMoved(machine, wizard)) return step(machine, { state: 'idle', dueAt: null });
  const dueAt = machine.dueAt ?? now;
  return step(machine, { state: dueAt > now ? 'typing' : 'pending', dueAt });
}

function trySave(machine: DraftMachine, seen: Seen): Step {
  const { wizard, typing } = seen;
  if (machine.state === 'sending') return step(machine, { dueAt: seen.now });
  if (machine.state === 'finished') return step(machine, { dueAt: null });
  const isNothing = !machine.attempt && !wizard.formChanged && !isMoved(machine, wizard);
  if (seen.isLeft || wizard.conflict || isNothing) return rest(machine, seen);
  const answers = { ...wizard.formData, ...typing };
  // The server would refuse them at every pause in typing; the local copy has them, and a shorter text is sent.
  if (!machine.attempt && !z.safeParse(ClaimFormData, answers).success) {
    return failed({ ...machine, dueAt: null }, seen, { code: 'TOO_LARGE', status: 0 }, 0);
  }
  const sending = { state: 'sending', dueAt: null } as const;
  if (wizard.formSessionId) return step(machine, sending, { kind: 'commit' });
  if (!hasAnswers(answers)) return step(machine, { state: 'idle', dueAt: null });
  return step(machine, sending, dispatch(saveStarted()), { kind: 'create', of: null });
}

function failed(machine: DraftMachine, seen: Seen, error: Failure, chance: number): Step {
  if (seen.isLeft) return rest(machine, seen);
  const effects = [dispatch(saveFailed({ code: error.code })), keep];
  if (PERMANENT_REFUSALS.has(error.code)) {
    const state = machine.lastChange !== null ? 'finished' : machine.dueAt === null ? 'refused' : 'typing';
    return step(machine, { attempt: null, state }, ...effects);
  }
  const isRefused = error.status >= 400 && error.status < 500; // so it was not counted
  const refusals = error.retryAfterSeconds === undefined ? 0 : machine.refusals + 1;
  const notBefore = seen.now + retryDelayMs(error, refusals, () => chance);
  return step(
    machine,
    {
      state: error.status === 0 ? 'offline' : 'pending',
      attempt: isRefused ? null : machine.attempt,
      refusals,
      notBefore,
      dueAt: notBefore,
    },
    ...effects,
  );
}

/** Answers in the store came from elsewhere than this page's fields. */
function rebase(machine: DraftMachine, saved: ClaimFormData, { wizard }: Seen): Step {
  return step(machine, {
    state: machine.state === 'sending' ? 'sending' : 'idle',
    saved,
    savedPosition: positionOf(wizard),
    attempt: null,
    dueAt: null,
    notBefore: 0,
    refusals: 0,
    lastChange: null,
  });
}

/** Sends answers that were typed before a claim was paid, and nothing after them. */
function finishPaid(machine: DraftMachine, seen: Seen): Step {
  if (!seen.isPaid) return step(machine, {});
  const { formChanged, changeCount } = seen.wizard;
  if (!formChanged && machine.state !== 'sending') return step(machine, { state: 'finished', dueAt: null });
  return trySave({ ...machine, lastChange: changeCount }, seen);
}

function changed(machine: DraftMachine, before: Wizard, after: Wizard, seen: Seen): Step {
  // Other answers took the place of those the form belonged to.
  const isReplaced = after.formData !== before.formData && after.changeCount <= before.changeCount;
  const isHolding = !isReplaced && hasKeys(seen.typing);
  const isCommit = machine.isHolding && !isHolding;
  const isSameClaim = after.formSessionId === before.formSessionId;
  // Also when the build this one replaced had the save on its way.
  const saved = before.formChanged && !after.formChanged ? after.formData : machine.saved;
  let next = step(machine, { isHolding, saved }, ...(isReplaced ? [{ kind: 'discard' } as const] : []));
  const go = (to: (machine: DraftMachine) => Step) => void (next = andThen(next, to));
  if (before.formSessionId !== null && !isSameClaim) {
    go((m) => rebase(m, after.formChanged ? {} : after.formData, { ...seen, wizard: after }));
  }
  if (before.conflict && !after.conflict) go((m) => chosen(m, before.conflict?.form_data ?? {}, after, seen));
  else if (after.conflict && machine.state !== 'sending') go((m) => conflicted(m, keep));
  else if (after.formChanged && after.changeCount !== before.changeCount) {
    go((m) => step(m, {}, keep));
    // The time counts from the last key, not from when the form handed it over.
    const isTimed = isCommit && (machine.dueAt !== null || machine.state === 'sending');
    if (!isTimed) go((m) => waitFor(m, seen, AUTOSAVE_DEBOUNCE_MS));
  } else if (isMoved(next.machine, after) && (after.step !== before.step || after.subStep !== before.subStep)) {
    if (after.formSessionId || after.formChanged) go((m) => waitFor(m, seen, 0));
  }
  if (after.isPaid && !before.isPaid && isSameClaim) go((m) => finishPaid(m, seen));
  // It is over also where another claim was opened, of which nothing is on its way.
  if (next.machine.isAfterAnother && !after.isSaving)
    go((m) => rest({ ...m, state: 'idle', isAfterAnother: false }, { ...seen, wizard: after }));
  return next;
}

/** The person chose between two versions. */
function chosen(machine: DraftMachine, other: ClaimFormData, wizard: Wizard, seen: Seen): Step {
  const saved = wizard.formChanged ? other : wizard.formData;
  const state = machine.state === 'conflicted' ? 'idle' : machine.state;
  const next = step(machine, { saved, attempt: null, state }, keep);
  if (wizard.formChanged) return andThen(next, (m) => waitFor(m, seen, 0));
  return state === 'sending' ? next : andThen(next, (m) => rest(m, { ...seen, wizard }));
}

const hasKeys = (answers: Answers) => Object.keys(answers).length > 0;

function saved(machine: DraftMachine, sent: Attempt, answer: AnswerOf<typeof saveFormData>, seen: Seen): Step {
  const { wizard } = seen;
  // Another claim was opened meanwhile: this answer speaks of one that is no longer here.
  if (wizard.formSessionId !== sent.body.form_session_id) return rest(machine, seen);
  const { revision, saved_at: savedAt, form_session_id, progress, current_step } = answer;
  const formChanged = wizard.formChanged && wizard.changeCount !== sent.changeCount;
  const isLast = machine.lastChange !== null && (!formChanged || sent.changeCount >= machine.lastChange);
  const session = {
    form_session_id,
    form_data: sent.answers,
    revision,
    saved_at: savedAt,
    current_step,
    progress,
    is_completed: false,
    is_paid: false,
    original_session_id: null,
  };
  const acknowledged = step(
    machine,
    {
      attempt: null,
      refusals: 0,
      notBefore: 0,
      saved: sent.answers,
      savedPosition: { step: sent.step, subStep: sent.subStep },
    },
    dispatch(
      saveSucceeded({
        revision,
        savedAt,
        changeCount: sent.changeCount,
        furthest: laterKey(wizard.furthest, current_step),
      }),
    ),
    keep,
    { kind: 'tell', session },
  );
  if (isLast) return andThen(acknowledged, (m) => step(m, { state: 'finished', dueAt: null }));
  return andThen(acknowledged, (m) => rest(m, { ...seen, wizard: { ...wizard, formChanged } }));
}

function refused(machine: DraftMachine, event: DraftEvent & { kind: 'failed' }, seen: Seen): Step {
  const { sent, error, chance } = event;
  if (!sent) return failed(machine, seen, error, chance);
  if (seen.wizard.formSessionId !== sent.body.form_session_id) return rest(machine, seen);
  const unsent = { ...machine, attempt: null };
  if (error.code === 'FORM_CONFLICT') {
    const other = z.safeParse(FormSession, error.other);
    if (!other.success) return failed(unsent, seen, error, chance);
    return conflicted(unsent, { kind: 'compare', other: other.data, sent });
  }
  if (error.code === 'NOT_FOUND') return step(unsent, {}, { kind: 'readOwner', owner: seen.owner, lost: error });
  if (error.code !== 'SESSION_COMPLETED') return failed(machine, seen, error, chance);
  return step(unsent, { state: 'finished', dueAt: null }, dispatch(saveFailed({ code: error.code })), keep);
}

/**
 * The server does not know this draft for the account that asks. Only when that is the account of this page, or a visitor
 * on a visitor's page, was the draft deleted: then its answers go into a new one.
 */
function replaceMissing(machine: DraftMachine, event: DraftEvent & { kind: 'ownerRead' }, seen: Seen): Step {
  const { owner, isSignedIn, lost, chance } = event;
  if (seen.isLeft) return rest(machine, seen);
  if (!isSignedIn && owner !== null) return failed(machine, seen, { ...lost, code: 'NOT_SIGNED_IN' }, chance);
  // Signed in elsewhere, and the draft is not theirs: another account has taken it over.
  if (isSignedIn && owner === null) return step(machine, { state: 'idle', dueAt: null }, dispatch(personLeft()));
  if (seen.isEditing) return failed(machine, seen, { ...lost, code: 'FORBIDDEN' }, chance);
  return step(machine, { saved: {} }, { kind: 'create', of: seen.wizard.formSessionId });
}

/** A newer version exists. Only what really differs is worth asking about. */
function compared(machine: DraftMachine, other: FormSession, sent: Attempt | null, { wizard }: Seen): Step {
  const isMyOwnSave = !differ(sent?.answers ?? wizard.formData, other.form_data);
  const found = dispatch(conflictFound(other));
  if (isMyOwnSave && wizard.changeCount === sent?.changeCount) {
    return step(machine, {}, found, dispatch(conflictResolved('theirs')));
  }
  if (isMyOwnSave || !differ(machine.saved, other.form_data)) {
    return step(machine, {}, found, dispatch(conflictResolved('mine')));
  }
  return step(machine, {}, found, keep);
}

function savedElsewhere(machine: DraftMachine, session: FormSession, { wizard, isLeft }: Seen): Step {
  if (isLeft || wizard.formSessionId !== session.form_session_id) return step(machine, {});
  if (Math.max(wizard.revision ?? -1, wizard.conflict?.revision ?? -1) >= session.revision) return step(machine, {});
  // The answer to the save on its way usually says the same; where none comes, nothing else would.
  if (machine.state === 'sending') return step(machine, { heard: session });
  if (wizard.formChanged) {
    return conflicted(machine, { kind: 'compare', other: session, sent: null });
  }
  const actions = [conflictFound(session), conflictResolved('theirs')];
  return step(machine, {}, ...actions.map(dispatch), { kind: 'takenOver' });
}

function handle(machine: DraftMachine, event: DraftEvent, seen: Seen): Step {
  const { wizard, now } = seen;
  const isUnsaved = wizard.formChanged || machine.attempt !== null;
  switch (event.kind) {
    case 'started':
    case 'opened': {
      const begun = event.kind === 'opened' ? rebase(machine, event.answers, seen) : step(machine, {});
      const kept = andThen(begun, (m) => step(m, {}, ...(event.kind === 'opened' || wizard.formChanged ? [keep] : [])));
      const waiting = wizard.formChanged ? andThen(kept, (m) => waitFor(m, seen, AUTOSAVE_DEBOUNCE_MS)) : kept;
      return andThen(waiting, (m) => finishPaid(m, seen));
    }
    case 'typed':
      if (seen.isLeft) return step(machine, {});
      return andThen(step(machine, { isHolding: true }, keep), (m) => waitFor(m, seen, AUTOSAVE_DEBOUNCE_MS));
    case 'changed':
      return changed(machine, event.before, event.after, seen);
    case 'signedIn':
      return andThen(step(machine, {}, keep), (m) => (wizard.formChanged ? waitFor(m, seen, 0) : step(m, {})));
    case 'left':
      return step(machine, { dueAt: null });
    case 'online': {
      // That wait was for the connection; a wait that the server asked for still holds.
      const awake = machine.state === 'offline' ? { state: 'pending' as const, refusals: 0, notBefore: 0 } : {};
      return andThen(step(machine, awake), (m) => (isUnsaved ? waitFor(m, seen, 0) : step(m, {})));
    }
    case 'due':
      return machine.state === 'offline' ? step(machine, { dueAt: null }, { kind: 'probe' }) : trySave(machine, seen);
    case 'flush':
      return now < machine.notBefore ? step(machine, {}) : trySave(machine, seen);
    case 'retry':
      return trySave(machine, seen);
    case 'committed': {
      const attempt = machine.attempt ?? newAttempt(wizard, event.saveId, machine.saved);
      if (!attempt) return rest(machine, seen);
      return step(machine, { attempt }, dispatch(saveStarted()), keep, { kind: 'save', attempt });
    }
    case 'created': {
      if (wizard.formSessionId !== event.of) return rest(machine, seen);
      const { formSessionId, revision } = event;
      const created = dispatch(claimCreated({ formSessionId, revision }));
      return step(machine, {}, { kind: 'forget' }, created, keep, { kind: 'commit' });
    }
    case 'saved':
      return saved(machine, event.sent, event.answer, seen);
    case 'failed':
      return refused(machine, event, seen);
    case 'ownerRead':
      return replaceMissing(machine, event, seen);
    case 'compared':
      return compared(machine, event.other, event.sent, seen);
    case 'probed': {
      if (machine.state !== 'offline') return step(machine, {});
      if (event.isBack) return trySave(machine, seen);
      const notBefore = now + retryDelayMs({}, 0, () => event.chance);
      return step(machine, { notBefore, dueAt: notBefore });
    }
    case 'savedElsewhere':
      return savedElsewhere(machine, event.session, seen);
    case 'kept':
      return step(machine, { isKept: event.isKept });
  }
}

/** What an event makes of the machine, and what is to be done, in this order. */
export function advance(machine: DraftMachine, event: DraftEvent, seen: Seen): Step {
  const next = handle(machine, event, seen);
  const { heard, state } = next.machine;
  if (!heard || state === 'sending') return next;
  const raised: DraftEffect = { kind: 'raise', event: { kind: 'savedElsewhere', session: heard } };
  return andThen(next, (m) => step(m, { heard: null }, raised));
}
