import { send } from '@redress/api-client/send';
import { isServerBack } from '@redress/api-client/server-return';
import type { AmountRange } from '@redress/contracts';
import { wizard as copy } from '@redress/copy/wizard';
import {
  comparePositions,
  positionFromKey,
  positionOf,
  progressKey,
  progressPosition,
  type Position,
  type WizardLayout,
} from '@redress/domain';
import { announce, navigateTo, useSafePoint, useUnsavedChanges } from '@redress/mf-runtime';
import {
  claimLeft,
  furthestReached,
  getStore,
  selectIsPaid,
  stepChanged,
  useAppDispatch,
  useAppSelector,
} from '@redress/session-store';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createUncommitted, type Uncommitted } from '../../shared/uncommitted.ts';
import { localToday } from '../../shared/local-today.ts';
import { startAutosave } from './autosave.ts';
import type { Autosave } from './autosave-parts.ts';
import { claimEndpoints } from './claim.api.ts';
import { openDraftChannel } from './draft-channel.ts';
import { startClaim, type StartOutcome } from './start-claim.ts';
import { currentNewDraftKey } from './new-draft-key.ts';
import { createUnsavedAnswersStore, type UnsavedAnswersStore } from './unsaved-answers.ts';

export interface DraftState {
  /** `waiting` until it is known which claim this is. */
  opening: StartOutcome | { kind: 'waiting' };
  isReady: boolean;
  isAtRisk: boolean;
  uncommitted?: Uncommitted | undefined;
  flush(): Promise<void>;
  /** Saves at once, at a person's request. */
  saveNow(): void;
  openAgain(): void;
  acceptOffer(): void;
  startNew(): Promise<void>;
  /** Leaves the claim as it is. */
  leave(): void;
}

const nothing = () => () => undefined;

interface ClaimDraftOptions {
  layout: WizardLayout;
  range: AmountRange;
  wanted: Position | null;
}

/** A claim that was begun after a finished one, and is past the gate, is named in this tab: the address is of that one. */
const isPastGate = (wanted: Position, layout: WizardLayout) =>
  comparePositions(wanted, positionOf(layout, 'account')) > 0;

const isFurther = (at: Position, layout: WizardLayout): boolean => {
  const { formData, furthest } = getStore().getState().wizard;
  return [progressPosition(formData), positionFromKey(furthest, layout)].every(
    (reached) => reached === null || comparePositions(at, reached) > 0,
  );
};

/** Saves while the page is there. */
function useAutosave(unsaved: UnsavedAnswersStore, uncommitted: Uncommitted): Autosave | null {
  const [autosave, setAutosave] = useState<Autosave | null>(null);
  useEffect(() => {
    const started = startAutosave({
      store: getStore(),
      unsaved,
      uncommitted,
      openChannel: openDraftChannel,
      newId: () => crypto.randomUUID(),
      newDraftKey: currentNewDraftKey,
      now: Date.now,
      random: Math.random,
      isServerBack,
      onTakenOver: () => announce(copy.opening.takenOver),
    });
    setAutosave(started);
    return () => started.stop();
  }, [unsaved, uncommitted]);
  return autosave;
}

/** The account decides which claim is opened; a server that does not answer delays the page by 3 s at most. */
function useCanOpen(isKnown: boolean): boolean {
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    if (isKnown) return;
    const timer = setTimeout(() => setTimedOut(true), 3_000);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isKnown || hasTimedOut;
}

interface OpeningOptions extends ClaimDraftOptions {
  autosave: Autosave | null;
  unsaved: UnsavedAnswersStore;
}

/** Which claim the page is about: found when it mounts, and again when `again` is called. */
function useOpening({ autosave, unsaved, layout, range, wanted }: OpeningOptions) {
  const dispatch = useAppDispatch();
  const status = useAppSelector(({ session }) => session.status);
  const [opening, setOpening] = useState<DraftState['opening']>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  const [first] = useState(wanted);
  const canOpen = useCanOpen(status !== 'unknown');

  const settle = useCallback(
    (outcome: StartOutcome) => {
      if (outcome.kind === 'ready' && outcome.at) {
        // A screen that was opened is reached, though it is still empty: Back and Forward lead to it again.
        if (isFurther(outcome.at, layout)) dispatch(furthestReached(progressKey(outcome.at)));
        dispatch(stepChanged(outcome.at));
      }
      setOpening(outcome);
    },
    [dispatch, layout],
  );

  useEffect(() => {
    if (!autosave || !canOpen) return;
    let isCurrent = true;
    const parts = { autosave, unsaved, layout, range, store: getStore(), newDraftKey: currentNewDraftKey };
    const wasPaid = selectIsPaid(getStore().getState());
    void startClaim({ ...parts, today: localToday(), wanted: first }).then((outcome) => {
      if (!isCurrent) return;
      // A reload, or Back to a question: the claim is finished, and what is looked for is its letter.
      if (outcome.kind === 'completed' && first && (wasPaid || isPastGate(first, layout))) {
        return navigateTo('/result', { replace: true });
      }
      settle(outcome);
    });
    return () => {
      isCurrent = false;
    };
  }, [autosave, unsaved, canOpen, layout, range, first, attempt, settle]);

  // A claim that could not be opened because the session had ended; a failure after signing in is repeated by hand.
  const hasFailed = useRef(false);
  useEffect(() => {
    hasFailed.current = opening.kind === 'failed';
  });
  useEffect(() => {
    if (status === 'authenticated' && hasFailed.current) setAttempt((number) => number + 1);
  }, [status]);
  const again = useCallback(() => setAttempt((number) => number + 1), []);
  return { opening, setOpening, settle, again };
}

/** The draft behind the page: opened when the page mounts, saved while it is there. */
export function useClaimDraft({ layout, range, wanted }: ClaimDraftOptions): DraftState {
  const dispatch = useAppDispatch();
  const [unsaved] = useState(createUnsavedAnswersStore);
  const [uncommitted] = useState(createUncommitted);
  const autosave = useAutosave(unsaved, uncommitted);
  const { opening, setOpening, settle, again } = useOpening({ autosave, unsaved, layout, range, wanted });

  const isAtRisk = useSyncExternalStore(
    autosave ? autosave.subscribe : nothing,
    () => autosave?.isAtRisk() ?? false,
    () => false,
  );
  // Everything typed is in the store or in this browser: only what is in neither keeps the page from being closed.
  useUnsavedChanges(isAtRisk);
  useSafePoint(() => {
    uncommitted.commit();
    // Not awaited: a save under way continues after the newer build has mounted.
    void autosave?.flush();
  });

  const leave = useCallback(() => {
    dispatch(claimLeft());
    setOpening({ kind: 'ready', at: null });
  }, [dispatch, setOpening]);

  const flush = useCallback(() => autosave?.flush() ?? Promise.resolve(), [autosave]);
  const startNew = useCallback(async () => {
    await autosave?.flush();
    // The old draft stays where it was; it is only no longer this browser's current one.
    await send(claimEndpoints.leaveClaim, undefined);
    leave();
  }, [autosave, leave]);

  return useMemo(
    () => ({
      opening,
      isReady: opening.kind !== 'waiting' && opening.kind !== 'failed',
      isAtRisk,
      uncommitted,
      flush,
      startNew,
      saveNow: () => void autosave?.retry(),
      openAgain() {
        setOpening({ kind: 'waiting' });
        again();
      },
      acceptOffer() {
        if (opening.kind !== 'offer') return;
        void opening.accept().then((outcome) => {
          settle(outcome);
        });
      },
      leave,
    }),
    [opening, isAtRisk, uncommitted, flush, startNew, leave, setOpening, settle, again, autosave],
  );
}
