import { api, type ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import { useSaveAgain } from '@redress/api-client/server-return';
import { Demand, type LetterPlace, type UnsafeLetter } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { getStore, selectClaimId } from '@redress/session-store';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { keepText, readKeptText } from './kept-text.ts';
import { resultEndpoints } from './result.api.ts';

export type LetterAction = 'save' | 'approve_and_send' | 'send_now' | 'stop';
export interface Status {
  ok: boolean;
  text: string;
}

/** A saved letter says so this long; an approval leads to the dashboard after that long (specification, section 9). */
const SAVED_SHOWN_MS = 3_000;
/** The letter is posted by a job: a moment after its window has ended, and looked for again while it is not yet. */
const LOOK_AFTER_MS = 2_000;
const LOOK_AGAIN_MS = 10_000;

const DONE: Record<LetterAction, () => string> = {
  save: () => letters.result.saved,
  approve_and_send: () => letters.result.approved,
  send_now: () => letters.result.sent,
  stop: () => letters.result.stopped,
};

/** What a refused act says; what some refusals carry beside it is shown where it belongs. */
function refusalText(action: LetterAction, { code, message, status, other }: ApiError): string {
  if (code === 'LETTER_PAY_BY_TOO_SOON') {
    const earliest = (other as { earliest?: string } | undefined)?.earliest ?? ''; // what this refusal carries by contract
    return letters.result.failedStatus(`${message} ${letters.redated.earliest(earliest)}`);
  }
  if (status === 0) return letters.result.noConnectionStatus;
  const fallback = action === 'save' ? letters.result.saveFailed : letters.result.approveFailed;
  return letters.result.failedStatus(message || fallback);
}

/** Looks up what became of the letter: when its window ends under an open page, and when the page is seen again. */
function useLookUp(demand: Demand, isLocked: boolean, ownActs: () => number, onFound: Found) {
  const found = useRef<Found>(onFound);
  const acts = useRef(ownActs);
  useEffect(() => {
    found.current = onFound;
    acts.current = ownActs;
  });
  const { form_session_id } = demand;
  const endsAt = demand.state === 'approved' ? demand.window_ends_at : null;
  useEffect(() => {
    if (isLocked) return undefined;
    const cancelled = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const actsBefore = acts.current();
      const result = await send(resultEndpoints.findLetter, { form_session_id }, cancelled.signal);
      const whole = 'data' in result ? z.safeParse(Demand, result.data) : null;
      if (!cancelled.signal.aborted && whole?.success) found.current(whole.data, actsBefore);
    };
    const lookAtEnd = async () => {
      await look();
      if (!cancelled.signal.aborted) timer = setTimeout(() => void lookAtEnd(), LOOK_AGAIN_MS);
    };
    // A timer of the browser holds 24 days at most; a window is a week at most.
    if (endsAt)
      timer = setTimeout(() => void lookAtEnd(), Math.max(0, new Date(endsAt).getTime() - Date.now()) + LOOK_AFTER_MS);
    // Another tab may have stopped it, sent it or saved another text.
    const lookAgain = () => {
      if (document.visibilityState === 'visible') void look();
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      document.removeEventListener('visibilitychange', lookAgain);
      clearTimeout(timer);
      cancelled.abort();
    };
  }, [endsAt, isLocked, form_session_id]);
}
type Found = (next: Demand, actsBefore: number) => void;

/** The text on screen: what was typed and is not saved stays over a reload or a sign-in, and says so. */
function useLetterText(loaded: Demand) {
  const [demand, setDemand] = useState(loaded);
  const [typed, setTyped] = useState(() => readKeptText(loaded.form_session_id)?.text ?? loaded.demand_letter);
  const [baseVersion, setBaseVersion] = useState(
    () => readKeptText(loaded.form_session_id)?.baseVersion ?? loaded.version,
  );
  const isLocked = demand.state === 'posting' || demand.state === 'posted' || demand.state === 'copy';
  // What is mailed is what was saved: text typed and not saved must not look as if it were.
  const text = isLocked ? demand.demand_letter : typed;
  const isDirty = !isLocked && typed !== demand.demand_letter;
  useEffect(() => {
    keepText(demand.form_session_id, isDirty ? { baseVersion, text } : null);
  }, [demand.form_session_id, isDirty, baseVersion, text]);
  /** @param of - the words that were sent: what was typed after them stays */
  const take = (next: Demand, of?: string) => {
    setDemand(next);
    setTyped((now) => (of === undefined || now === of ? next.demand_letter : now));
    setBaseVersion(next.version);
  };
  return { demand, setDemand, text, setTyped, baseVersion, setBaseVersion, isLocked, isDirty, take };
}

/** What the last act came to. A saved letter says so for a moment only. */
function useStatus() {
  const [status, setStatus] = useState<Status | null>(null);
  const isPassing = status?.ok && status.text === letters.result.saved;
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setTimeout(() => setStatus(null), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPassing, status]);
  return [status, setStatus] as const;
}

type LetterText = ReturnType<typeof useLetterText>;

/** What refused acts left to decide or to show. */
function useRefusals({ text, take }: LetterText, setStatus: (status: Status) => void) {
  const [conflict, setConflict] = useState<{ other: Demand; action: LetterAction } | null>(null);
  /** The letter of a new day, not sent: what changed is shown before it is. */
  const [redated, setRedated] = useState<{ before: string; after: Demand } | null>(null);
  /** Places the last act was refused for. */
  const [unsafe, setUnsafe] = useState<readonly LetterPlace[]>([]);
  const [failedSave, setFailedSave] = useState<ApiError | null>(null);

  function refused(action: LetterAction, error: ApiError): void {
    const { code, message, other } = error;
    // Only a save is repeated: approving and sending are asked for again.
    if (action === 'save') setFailedSave(error);
    // What these three refusals carry by contract.
    if (code === 'LETTER_REDATED' && other) {
      setRedated({ before: text, after: other as Demand });
      take(other as Demand, text);
    } else if (code === 'LETTER_UNSAFE') {
      setUnsafe((other as UnsafeLetter | undefined)?.places ?? []);
      setStatus({ ok: false, text: letters.result.failedStatus(message) });
    } else if (code === 'LETTER_CHANGED_ELSEWHERE' && other) setConflict({ other: other as Demand, action });
    else setStatus({ ok: false, text: refusalText(action, error) });
  }
  return { conflict, setConflict, redated, setRedated, unsafe, setUnsafe, failedSave, setFailedSave, refused };
}

/** The letter being edited: its text, what the server knows of it, and the acts that change it, each once. */
export function useLetter(loaded: Demand) {
  const letterText = useLetterText(loaded);
  const { demand, setDemand, text, setTyped, baseVersion, setBaseVersion, isLocked, isDirty, take } = letterText;
  const [busy, setBusy] = useState<LetterAction | null>(null);
  const [status, setStatus] = useStatus();
  const refusals = useRefusals(letterText, setStatus);
  const { conflict, setConflict, redated, setRedated, unsafe, setUnsafe, failedSave, setFailedSave } = refusals;
  /** What was decided about sentences of class B; sent with the next act. */
  const [choices, setChoices] = useState<ReadonlyMap<string, 'keep' | 'cut'>>(new Map());
  const working = useRef<LetterAction>(null);
  /** Action of a button that was pressed during a save; it starts when the save is answered. */
  const [waiting, setWaiting] = useState<{ action: LetterAction; done(isDone: boolean): void } | null>(null);
  const wasRefused = useRef(false);
  /** How many acts of this page have been answered. */
  const acts = useRef(0);

  // What the letter has become elsewhere, as its job or another tab left it; an own act meanwhile knows better.
  const arrived = (next: Demand, actsBefore: number) => {
    if (working.current || actsBefore !== acts.current) return;
    if (next.state === demand.state && next.version === demand.version) return;
    const isMailed = next.state === 'posting' || next.state === 'posted';
    if (isMailed && isDirty) setStatus({ ok: false, text: letters.window.passed });
    // Words typed and not saved stay while they can still be saved: on the version they were typed on.
    if (isDirty && !isMailed) setDemand(next);
    else take(next);
    getStore().dispatch(api.util.invalidateTags(['Letter', 'Letters', 'Alerts', 'Sessions']));
  };
  useLookUp(demand, isLocked, () => acts.current, arrived);

  /** @returns whether it is done */
  const act = async (action: LetterAction, version = baseVersion): Promise<boolean> => {
    if (working.current)
      return waiting || working.current !== 'save' || action === 'save'
        ? false
        : new Promise((done) => setWaiting({ action, done }));
    if (!selectClaimId(getStore().getState())) {
      setStatus({ ok: false, text: letters.result.sessionMissing });
      return false;
    }
    working.current = action;
    setFailedSave(null);
    setBusy(action);
    setStatus(null);
    const result = await send(resultEndpoints.saveLetter, {
      form_session_id: demand.form_session_id,
      action,
      base_version: version,
      ...(action === 'stop' ? {} : { demand_letter: text }),
      ...(choices.size > 0 ? { sentence_choices: [...choices].map(([key, choice]) => ({ key, choice })) } : {}),
    });
    working.current = null;
    acts.current += 1;
    wasRefused.current = 'error' in result;
    setBusy(null);
    if ('error' in result) {
      refusals.refused(action, result.error);
      return false;
    }
    setUnsafe([]);
    take(result.data.demand, action === 'stop' ? demand.demand_letter : text);
    setStatus({ ok: true, text: DONE[action]() });
    return true;
  };

  useEffect(() => {
    if (!waiting || busy) return;
    setWaiting(null);
    // A refused save leaves something to read or to decide before the letter goes out; stopping it needs nothing.
    if (wasRefused.current && waiting.action !== 'stop') waiting.done(false);
    else void act(waiting.action).then(waiting.done);
  });

  useSaveAgain(isDirty ? failedSave : null, () => void act('save'));

  const takeOther = () => {
    if (conflict) take(conflict.other);
    setConflict(null);
  };
  const keepMine = () => {
    if (!conflict) return;
    const { other, action } = conflict;
    setConflict(null);
    setDemand(other);
    setBaseVersion(other.version);
    void act(action, other.version);
  };
  const setText = (next: string) => {
    setTyped(next);
    setStatus(null); // what it says was true of the text before
  };
  const choose = (key: string, choice: 'keep' | 'cut') => setChoices((known) => new Map(known).set(key, choice));
  /** What the server knows now; words typed and not saved stay. */
  const renew = (next: Demand) => (isDirty ? setDemand(next) : take(next));
  const closeRedated = () => setRedated(null);
  const shown = { demand, text, isDirty, isLocked, status, unsafe, choices, conflict, redated };
  return { ...shown, busy: waiting?.action ?? busy, setText, act, choose, renew, closeRedated, takeOther, keepMine };
}
export type LetterHandle = ReturnType<typeof useLetter>;
