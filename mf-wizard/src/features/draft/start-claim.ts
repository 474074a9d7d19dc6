/**
 * What the wizard opens with: the claim of this tab, an edited one, one this browser still holds, or nothing.
 * Runs once a mount; the screens wait for it only when there is something to wait for.
 */
import type { ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import type { AmountRange, FormSession } from '@redress/contracts';
import {
  comparePositions,
  isBehindPayment,
  isReached,
  positionFromKey,
  positionOf,
  resumePosition,
  samePosition,
  settlePosition,
  type Position,
  type SubStepId,
  type WizardLayout,
} from '@redress/domain';
import {
  claimLeft,
  claimNamed,
  conflictFound,
  formDataMerged,
  selectClaimId,
  selectEdit,
  selectIsEditBroken,
  selectIsEditing,
  selectIsPaid,
  selectOwner,
  type AppStore,
} from '@redress/session-store';
import { changedAnswers, containsAnswers, hasAnswers } from '../../shared/answers.ts';
import { firstIncomplete } from '../../shared/screen-checks.ts';
import type { Autosave } from './autosave-parts.ts';
import { claimEndpoints } from './claim.api.ts';
import type { UnsavedAnswers, UnsavedAnswersStore } from './unsaved-answers.ts';

export interface StartParts {
  store: AppStore;
  autosave: Pick<Autosave, 'open'>;
  unsaved: UnsavedAnswersStore;
  newDraftKey(): string;
  layout: WizardLayout;
  range: AmountRange;
  /** Today where the claimant is. */
  today: string;
  /** Screen the address names, if it does. */
  wanted: Position | null;
}

/** How far an offered claim is: questions are open, only the payment is, or it is paid and its letter is not finished. */
export type ClaimStage = 'answers' | 'payment' | 'paid';

export type StartOutcome =
  /** The store holds what there is; `at` is where to go, or `null` to stay. */
  | { kind: 'ready'; at: Position | null }
  /** There is a claim that was not asked for by name: show it, and ask whether to continue it (R40). */
  | { kind: 'offer'; savedAt: string; stage: ClaimStage; accept(): Promise<StartOutcome> }
  /** The claim of this tab is not to be had here (other account, deleted). */
  | { kind: 'lost' }
  | { kind: 'completed' }
  | { kind: 'edit-refused' }
  | { kind: 'failed'; error: ApiError };

/** A page whose session ended still belongs to its account: it signs in again where it is. */
const isSignedIn = (store: AppStore) =>
  store.getState().session.status !== 'anonymous' || selectOwner(store.getState()) !== null;

/** "Sign up" on the login page leads to the gate, with or without a claim. */
const isGate = (position: Position, layout: WizardLayout) => samePosition(position, positionOf(layout, 'account'));
const FIRST: Position = { step: 1, subStep: 0 };
const withoutClaim = ({ wanted, layout }: StartParts): Position | null =>
  wanted && isGate(wanted, layout) ? wanted : null;

/**
 * Whether a screen may be opened by its address: every question before it is answered. The server's furthest point
 * speaks of answers only; a screen that was open and still empty must survive a reload too.
 */
function isOpen(wanted: Position, session: OpeningSession, parts: OpeningParts): boolean {
  const { store, layout, range, today } = parts;
  const { form_data: data, is_paid: isPaid = false } = session;
  const isPast = (id: SubStepId) => comparePositions(wanted, positionOf(layout, id)) > 0;
  if (isPast('account') && !isSignedIn(store)) return false;
  if (isPast('package') && !data.selectedPackage && !selectIsEditing(store.getState())) return false;
  if (isPast('payment') && !isPaid && !selectIsEditing(store.getState())) return false;
  return firstIncomplete(wanted, data, { layout, range, today, hasSubcategories: null }) === null;
}

type OpeningSession = Pick<FormSession, 'form_data' | 'current_step'> & { is_paid?: boolean };
type OpeningParts = Pick<StartParts, 'store' | 'layout' | 'wanted' | 'range' | 'today'>;

/**
 * Where an edited claim opens: at the page that shows every answer, each with its Change. Its package was chosen and paid
 * for, and the order screen would update the letter before anything was changed.
 */
const editStart = (layout: WizardLayout): Position => positionOf(layout, 'generating');

/** Where a claim opens: where the address says when the answers allow it, else as far as they go. */
function openingPosition(session: OpeningSession, parts: OpeningParts): Position {
  const { store, layout, wanted } = parts;
  const isEditMode = selectIsEditing(store.getState());
  const reached = resumePosition(session.form_data, {
    isSignedIn: isSignedIn(store),
    stored: positionFromKey(session.current_step, layout),
    layout,
  });
  const furthest = isEditMode && comparePositions(reached, editStart(layout)) > 0 ? editStart(layout) : reached;
  if (!wanted) return furthest;
  const isAllowed = isReached(wanted, reached) || isGate(wanted, layout) || isOpen(wanted, session, parts);
  return isAllowed ? settlePosition(wanted, { layout, isEditMode }) : furthest;
}

const isOwn = (entry: UnsavedAnswers | null, store: AppStore): entry is UnsavedAnswers =>
  entry !== null && (entry.owner === null || entry.owner === selectOwner(store.getState()));

/**
 * Whether a claim was put into the store without what this browser kept of it and never sent: the dashboard does that.
 * Then it is opened anew, and those answers are laid over the server's.
 */
const hasUnsavedHere = (formSessionId: string, { store, unsaved }: StartParts): boolean =>
  !store.getState().wizard.formChanged && isOwn(unsaved.read(formSessionId), store);

/** Opens a session, with answers on top that it never received. */
function openSession(session: FormSession, parts: StartParts, resume: boolean): Position {
  const { store, autosave, unsaved } = parts;
  const entry = unsaved.read(session.form_session_id);
  const mine = isOwn(entry, store) ? entry : null;
  const answers = mine ? changedAnswers(session.form_data, { ...session.form_data, ...mine.answers }) : {};
  const at = openingPosition({ ...session, form_data: { ...session.form_data, ...answers } }, parts);
  autosave.open(session, { resume, at, unsaved: answers });
  const isBase =
    mine?.baseRevision === session.revision || (mine?.sent && containsAnswers(session.form_data, mine.sent));
  if (mine && hasAnswers(answers) && !isBase) store.dispatch(conflictFound(session));
  return at;
}

async function openById(id: string, parts: StartParts, isEdit: boolean): Promise<StartOutcome> {
  const result = await send(claimEndpoints.readClaim, { form_session_id: id });
  if ('error' in result) {
    if (result.error.code === 'NOT_FOUND' || result.error.code === 'FORBIDDEN') {
      parts.store.dispatch(claimNamed(null));
      return { kind: isEdit ? 'edit-refused' : 'lost' };
    }
    return { kind: 'failed', error: result.error };
  }
  const { session } = result.data;
  if (!session) return { kind: isEdit ? 'edit-refused' : 'lost' };
  // Its letter is written: another visit to the first page begins another claim.
  if (session.is_completed && !isEdit) return { kind: 'completed' };
  return { kind: 'ready', at: openSession(session, parts, true) };
}

async function startEdit(parts: StartParts): Promise<StartOutcome | null> {
  const { store } = parts;
  if (selectIsEditBroken(store.getState())) {
    store.dispatch(claimLeft());
    return { kind: 'edit-refused' };
  }
  const edit = selectEdit(store.getState());
  if (!edit) return null;
  const { formSessionId, revision, formData, furthest } = store.getState().wizard;
  if (formSessionId === edit.editSessionId && revision !== null && !hasUnsavedHere(formSessionId, parts)) {
    return { kind: 'ready', at: openingPosition({ form_data: formData, current_step: furthest ?? '1' }, parts) };
  }
  const outcome = await openById(edit.editSessionId, parts, true);
  if (outcome.kind === 'edit-refused') store.dispatch(claimLeft());
  return outcome;
}

/** Answers typed before the server had made the draft, in this tab before a reload. */
function restoreNewDraft({ store, unsaved, newDraftKey }: StartParts): boolean {
  const entry = unsaved.read(newDraftKey());
  if (!isOwn(entry, store)) return false;
  store.dispatch(formDataMerged(entry.answers));
  return true;
}

/** Answers of this account, or of a visitor, for which the server never made a draft. */
function offerUnsavedDraft(parts: StartParts): StartOutcome | null {
  const { store, unsaved } = parts;
  const entry = unsaved.newest(selectOwner(store.getState()));
  if (!entry || entry.formSessionId || !hasAnswers(entry.answers)) return null;
  const accept = async (): Promise<StartOutcome> => {
    store.dispatch(formDataMerged(entry.answers));
    unsaved.forget(entry.draftKey);
    return { kind: 'ready', at: openingPosition({ form_data: entry.answers, current_step: '1' }, parts) };
  };
  return { kind: 'offer', savedAt: entry.keptAt, stage: 'answers', accept };
}

function stageOf(currentStep: string, layout: WizardLayout): ClaimStage {
  const reached = positionFromKey(currentStep, layout);
  const isAt = (id: SubStepId) => reached !== null && comparePositions(reached, positionOf(layout, id)) >= 0;
  return isAt('order') ? 'paid' : isAt('payment') ? 'payment' : 'answers';
}

async function offerStoredClaim(parts: StartParts): Promise<StartOutcome> {
  const { store, layout } = parts;
  const unsavedDraft = offerUnsavedDraft(parts);
  if (unsavedDraft) return unsavedDraft;
  const result = await send(claimEndpoints.readClaim, {});
  const session = 'data' in result ? result.data.session : null;
  const isWorth = session && !session.is_completed && hasAnswers(session.form_data);
  if (!isWorth || hasAnswers(store.getState().wizard.formData)) return { kind: 'ready', at: withoutClaim(parts) };
  return {
    kind: 'offer',
    savedAt: session.saved_at ?? new Date().toISOString(),
    stage: session.is_paid ? 'paid' : stageOf(session.current_step, layout),
    accept: async () => ({ kind: 'ready', at: openSession(session, parts, true) }),
  };
}

/** The newest claim under way of an account. It is read when it is gone on with: reading makes it this browser's. */
async function offerClaimUnderWay(parts: StartParts): Promise<StartOutcome> {
  const { store, layout } = parts;
  const unsavedDraft = offerUnsavedDraft(parts);
  if (unsavedDraft) return unsavedDraft;
  const result = await send(claimEndpoints.readClaimsUnderWay, { status: 'active', page_size: 1 });
  const row = 'data' in result ? result.data.sessions[0] : undefined;
  const isWorth = row && hasAnswers(row.form_data) && !hasAnswers(store.getState().wizard.formData);
  if (!isWorth) return { kind: 'ready', at: withoutClaim(parts) };
  return {
    kind: 'offer',
    savedAt: row.updated_at,
    stage: stageOf(row.current_step, layout),
    accept: () => openById(row.form_session_id, parts, false),
  };
}

/** @see docs/product/specification.md, sections 3 and 4 (Resume mode, Edit mode, Autosave) */
export async function startClaim(parts: StartParts): Promise<StartOutcome> {
  const { store } = parts;
  parts.unsaved.forgetOld();
  const editing = await startEdit(parts);
  if (editing) return editing;

  const held = store.getState().wizard;
  const stored = selectClaimId(store.getState()) ?? held.formSessionId;
  // A question of a claim that this tab has paid for, from its letter: whether that is finished, the server knows.
  const isGoneBackTo = isBehindPayment(parts.wanted ?? FIRST, { ...parts, isPaid: selectIsPaid(store.getState()) });
  if (stored !== null && held.formSessionId === stored && held.revision !== null && !isGoneBackTo) {
    if (hasUnsavedHere(stored, parts)) return openById(stored, parts, false);
    const current = { form_data: held.formData, current_step: held.furthest ?? '1', is_paid: held.isPaid };
    return { kind: 'ready', at: held.resumeMode || parts.wanted ? openingPosition(current, parts) : null };
  }
  if (stored) {
    const outcome = await openById(stored, parts, false);
    // A finished claim stays known to the pages that show its letter; here a new one begins.
    if (outcome.kind === 'completed') {
      store.dispatch(claimLeft());
      store.dispatch(claimNamed(stored));
    }
    return outcome;
  }
  if (hasAnswers(held.formData)) return { kind: 'ready', at: withoutClaim(parts) };
  if (restoreNewDraft(parts)) {
    const { formData } = store.getState().wizard;
    return { kind: 'ready', at: openingPosition({ form_data: formData, current_step: '1' }, parts) };
  }
  if (store.getState().session.status === 'authenticated') {
    // "The server-side form is cleared": unlinked from this browser, never deleted (R9a).
    await send(claimEndpoints.leaveClaim, undefined);
    return parts.wanted ? { kind: 'ready', at: withoutClaim(parts) } : offerClaimUnderWay(parts);
  }
  return offerStoredClaim(parts);
}
