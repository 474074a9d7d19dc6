/**
 * Keeps the server's copy of a claim equal to what is on screen (R15). It watches the store, not the screens:
 * answers that another remote's slot gives are saved like any other. What the form on screen holds beyond the store is
 * kept in this browser with every key, and taken into the store before anything is sent or decided.
 */
import { call, loadSession, type ApiError } from '@redress/api-client';
import { ClaimFormData, createFormSession, FormSession, saveFormData, type AnswerOf } from '@redress/contracts';
import {
  claimCreated,
  claimOpened,
  conflictFound,
  conflictResolved,
  personLeft,
  saveFailed,
  saveStarted,
  saveSucceeded,
  selectIsEditing,
  selectIsPaid,
  selectOwner,
  stepChanged,
} from '@redress/session-store';
import { retryDelayMs } from '@redress/api-client/server-return';
import * as z from 'zod/mini';
import { changedAnswers, hasAnswers } from '../../shared/answers.ts';
import type { Autosave, AutosaveParts } from './autosave-parts.ts';
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

export function startAutosave(parts: AutosaveParts): Autosave {
  const { store, unsaved, uncommitted } = parts;
  const wizard = () => store.getState().wizard;

  /** The answers as the server has them. */
  let saved: ClaimFormData = wizard().formChanged ? {} : wizard().formData;
  let savedPosition = { step: wizard().step, subStep: wizard().subStep };
  let seen = wizard();
  let seenSession = store.getState().session;
  let attempt: Attempt | null = null;
  let sending: Promise<void> | null = null;
  let sendAgain = false;
  /** Refusals in a row that asked to come later. */
  let refusals = 0;
  /** No try before that time, whatever is typed meanwhile. */
  let notBefore = 0;
  let isUnanswered = false;
  /** A claim that is paid or whose letter is written: nothing of it is sent any more. */
  let finished: string | null = null;
  let isStopped = false;
  let isKept = true;
  let hadUncommitted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  /** Another account has signed in: this document is being left, and its state is already empty. */
  const isLeft = () => store.getState().session.status === 'leaving';
  const isFinished = () => finished !== null && finished === wizard().formSessionId;
  const draftKey = (id = wizard().formSessionId) => id ?? parts.newDraftKey();
  const hasUncommitted = () => Object.keys(uncommitted.read()).length > 0;
  const isMoved = () => wizard().step !== savedPosition.step || wizard().subStep !== savedPosition.subStep;

  function keepLocally(): void {
    const { formChanged, formSessionId, revision, formData, step, subStep } = wizard();
    if (!formChanged) unsaved.forget(draftKey());
    const wasKept = isKept;
    isKept =
      !formChanged ||
      unsaved.keep(draftKey(), {
        formSessionId,
        owner: selectOwner(store.getState()),
        baseRevision: revision,
        answers: changedAnswers(saved, { ...formData, ...uncommitted.read() }),
        sent: attempt && changedAnswers(saved, attempt.answers),
        step,
        subStep,
        keptAt: new Date(parts.now()).toISOString(),
      });
    if (isKept !== wasKept) for (const listener of listeners) listener();
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    const waitMs = Math.max(delayMs, notBefore - parts.now());
    timer = isStopped ? undefined : setTimeout(() => void tick(), waitMs);
  }

  async function tick(): Promise<void> {
    if (isUnanswered && !(await parts.isServerBack())) return wait({});
    if (!isLeft()) await run();
  }

  function wait(error: Pick<ApiError, 'retryAfterSeconds'>): void {
    notBefore = parts.now() + retryDelayMs(error, refusals, parts.random);
    schedule(0);
  }

  function answered(): void {
    refusals = 0;
    notBefore = 0;
    isUnanswered = false;
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (sending) {
      sendAgain = true;
      return sending;
    }
    sending = save().finally(() => {
      sending = null;
      if (!sendAgain) return;
      sendAgain = false;
      void run();
    });
    return sending;
  }

  function failed(error: Pick<ApiError, 'code' | 'status' | 'retryAfterSeconds'>): void {
    if (isLeft()) return;
    store.dispatch(saveFailed({ code: error.code }));
    keepLocally();
    if (PERMANENT_REFUSALS.has(error.code)) {
      attempt = null;
      return;
    }
    if (error.status >= 400 && error.status < 500) attempt = null; // refused, so it was not counted
    isUnanswered = error.status === 0;
    refusals = error.retryAfterSeconds === undefined ? 0 : refusals + 1;
    wait(error);
  }

  async function createDraft(): Promise<boolean> {
    const result = await call(createFormSession, undefined);
    if ('error' in result) {
      failed(result.error);
      return false;
    }
    const { form_session_id: formSessionId, revision } = result.data;
    unsaved.forget(draftKey());
    store.dispatch(claimCreated({ formSessionId, revision }));
    keepLocally();
    return true;
  }

  async function save(): Promise<void> {
    if (wizard().conflict || isFinished() || isLeft()) return;
    if (!attempt && !wizard().formChanged && !isMoved()) return;
    // The server would refuse them at every pause in typing; the local copy has them, and a shorter text is sent.
    if (!attempt && !z.safeParse(ClaimFormData, { ...wizard().formData, ...uncommitted.read() }).success) {
      return failed({ code: 'TOO_LARGE', status: 0 });
    }
    if (!wizard().formSessionId) {
      if (!hasAnswers(wizard().formData)) return;
      store.dispatch(saveStarted());
      if (!(await createDraft())) return;
    }
    // What is typed from here on counts as a change since this save.
    uncommitted.commit();
    attempt ??= newAttempt(wizard(), parts.newId(), saved);
    if (!attempt) return;
    const sent = attempt;
    store.dispatch(saveStarted());
    keepLocally();
    const result = await call(saveFormData, sent.body);
    // Another claim was opened meanwhile: this answer speaks of one that is no longer here.
    if (wizard().formSessionId !== sent.body.form_session_id) return;
    if ('data' in result) acknowledged(sent, result.data);
    else await refused(sent, result.error);
  }

  function acknowledged(sent: Attempt, answer: AnswerOf<typeof saveFormData>): void {
    attempt = null;
    answered();
    saved = sent.answers;
    savedPosition = { step: sent.step, subStep: sent.subStep };
    const furthest = laterKey(wizard().furthest, answer.current_step);
    const { revision, saved_at: savedAt, form_session_id, progress } = answer;
    store.dispatch(saveSucceeded({ revision, savedAt, changeCount: sent.changeCount, furthest }));
    keepLocally();
    channel.saved({
      form_session_id,
      form_data: sent.answers,
      revision,
      saved_at: savedAt,
      current_step: answer.current_step,
      progress,
      is_completed: false,
      is_paid: false,
      original_session_id: null,
    });
    if ((wizard().formChanged || isMoved()) && timer === undefined) schedule(0);
  }

  async function refused(sent: Attempt, error: ApiError): Promise<void> {
    if (error.code === 'FORM_CONFLICT') {
      attempt = null;
      const other = z.safeParse(FormSession, error.other);
      if (other.success) resolveNewerVersion(other.data, sent);
      else failed(error);
    } else if (error.code === 'NOT_FOUND') {
      attempt = null;
      await replaceMissingDraft(error);
    } else if (error.code === 'SESSION_COMPLETED') {
      finished = wizard().formSessionId;
      attempt = null;
      store.dispatch(saveFailed({ code: error.code }));
      keepLocally();
    } else {
      failed(error);
    }
  }

  /** A newer version exists. Only what really differs is worth asking about. */
  function resolveNewerVersion(other: FormSession, sent: Attempt | null): void {
    uncommitted.commit();
    const mine = sent?.answers ?? wizard().formData;
    const isMyOwnSave = Object.keys(changedAnswers(mine, other.form_data)).length === 0;
    const isUnchanged = Object.keys(changedAnswers(saved, other.form_data)).length === 0;
    store.dispatch(conflictFound(other));
    if (isMyOwnSave && wizard().changeCount === sent?.changeCount) store.dispatch(conflictResolved('theirs'));
    else if (isMyOwnSave || isUnchanged) store.dispatch(conflictResolved('mine'));
    else keepLocally();
  }

  /**
   * The server does not know this draft for the account that asks. Only when that is the account of this page, or a visitor on a
   * visitor's page, was the draft deleted: then its answers go into a new one.
   */
  async function replaceMissingDraft(error: ApiError): Promise<void> {
    const owner = selectOwner(store.getState());
    const session = await loadSession();
    if ('error' in session) return failed(session.error);
    if (isLeft()) return;
    if (!session.isAuthenticated && owner !== null) return failed({ ...error, code: 'NOT_SIGNED_IN' });
    // Signed in elsewhere, and the draft is not theirs: another account has taken it over.
    if (session.isAuthenticated && owner === null) return void store.dispatch(personLeft());
    if (selectIsEditing(store.getState())) return failed({ ...error, code: 'FORBIDDEN' });
    unsaved.forget(draftKey());
    saved = {};
    if (await createDraft()) schedule(0);
  }

  /** Answers in the store came from elsewhere than this page's fields. */
  function rebase(to: ClaimFormData): void {
    clearTimeout(timer);
    timer = undefined;
    attempt = null;
    answered();
    finished = null;
    saved = to;
    savedPosition = { step: wizard().step, subStep: wizard().subStep };
  }

  function wizardChanged(): void {
    const before = seen;
    const now = (seen = wizard());
    if (now === before) return;
    if (now.isPaid && !before.isPaid && now.formSessionId === before.formSessionId) finish();
    // Other answers took the place of those the form belonged to.
    if (now.formData !== before.formData && now.changeCount <= before.changeCount) uncommitted.discard();
    const isCommit = hadUncommitted && !hasUncommitted();
    hadUncommitted = hasUncommitted();
    const isOtherClaim = before.formSessionId !== null && now.formSessionId !== before.formSessionId;
    if (isOtherClaim) rebase(now.formChanged ? {} : now.formData);
    // Also when the build this one replaced had the save on its way.
    if (before.formChanged && !now.formChanged) saved = now.formData;
    if (before.conflict && !now.conflict) {
      saved = now.formChanged ? before.conflict.form_data : now.formData;
      attempt = null;
      keepLocally();
      if (now.formChanged) schedule(0);
    } else if (now.formChanged && now.changeCount !== before.changeCount) {
      keepLocally();
      // The time counts from the last key, not from when the form handed it over.
      if (!isCommit || timer === undefined) schedule(AUTOSAVE_DEBOUNCE_MS);
    } else if (isMoved() && (now.step !== before.step || now.subStep !== before.subStep)) {
      if (now.formSessionId || now.formChanged) schedule(0);
    }
  }

  /** Of a claim that is paid, answers typed before are sent, nothing after them. */
  function finish(): void {
    if (!selectIsPaid(store.getState())) return;
    const end = () => (finished = wizard().formSessionId);
    if (wizard().formChanged) void run().then(end);
    else end();
  }

  function typed(): void {
    if (isLeft()) return;
    hadUncommitted = true;
    keepLocally();
    schedule(AUTOSAVE_DEBOUNCE_MS);
  }

  function personChanged(): void {
    const before = seenSession;
    const now = (seenSession = store.getState().session);
    if (now === before) return;
    if (now.status === 'authenticated' && before.status !== 'authenticated') {
      keepLocally();
      if (wizard().formChanged) schedule(0);
    }
  }

  const onStore = () => {
    // What is kept in this browser stays for the account before.
    if (isLeft()) return clearTimeout(timer);
    personChanged();
    wizardChanged();
  };

  function savedElsewhere(session: FormSession): void {
    const { formSessionId, revision, formChanged, conflict } = wizard();
    if (isStopped || isLeft() || formSessionId !== session.form_session_id) return;
    if (Math.max(revision ?? -1, conflict?.revision ?? -1) >= session.revision) return;
    // The answer to the save on its way usually says the same; where none comes, nothing else would.
    if (sending) return void sending.then(() => savedElsewhere(session));
    if (formChanged) return resolveNewerVersion(session, null);
    store.dispatch(conflictFound(session));
    store.dispatch(conflictResolved('theirs'));
    parts.onTakenOver();
  }
  const channel = parts.openChannel(savedElsewhere);

  const retry = () => (wizard().formChanged || attempt || isMoved() ? run() : Promise.resolve());
  const flush = () => (parts.now() < notBefore ? Promise.resolve() : retry());
  const onOnline = () => {
    // That wait was for the connection; a wait that the server asked for still holds.
    if (isUnanswered) answered();
    if (wizard().formChanged || attempt) schedule(0);
  };
  // A phone may end a hidden page without a further event.
  const onHidden = () => {
    if (document.visibilityState === 'hidden') void flush();
  };
  const unsubscribe = store.subscribe(onStore);
  const stopListening = uncommitted.onTyped(typed);
  addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onHidden);
  if (wizard().formChanged) {
    // The first screen takes answers before this is there: until now they are in no storage, and a reload would lose them.
    keepLocally();
    schedule(AUTOSAVE_DEBOUNCE_MS);
  }
  finish();

  return {
    open(session, { resume, at, unsaved: answers }) {
      const withAnswers = answers && Object.keys(answers).length > 0 ? { unsaved: answers } : {};
      store.dispatch(claimOpened({ session, resume, ...withAnswers }));
      store.dispatch(stepChanged(at));
      rebase(session.form_data);
      seen = wizard();
      keepLocally();
      if (wizard().formChanged) schedule(AUTOSAVE_DEBOUNCE_MS);
      finish();
    },
    flush,
    retry,
    isAtRisk: () => wizard().formChanged && !isKept,
    subscribe(listener) {
      listeners.add(listener);
      const stopWatching = store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stopWatching();
      };
    },
    stop() {
      if (wizard().formChanged) void run();
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
      stopListening();
      removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onHidden);
      channel.close();
    },
  };
}
