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

/** The letter being edited: its text, what the server knows of it, and the acts that change it, each once. */
export function useLetter(loaded: Demand) {
  const [demand, setDemand] = useState(loaded);
  // Typed before a reload or a sign-in: it stands on screen again, and says that it is not saved.
  const [typed, setTyped] = useState(() => readKeptText(loaded.form_session_id)?.text ?? loaded.demand_letter);
  const [baseVersion, setBaseVersion] = useState(
    () => readKeptText(loaded.form_session_id)?.baseVersion ?? loaded.version,
  );
  const [busy, setBusy] = useState<LetterAction | null>(null);
  const [status, setStatus] = useState<Status | null>(null);
  const [conflict, setConflict] = useState<{ other: Demand; action: LetterAction } | null>(null);
  /** The letter of a new day, not sent: what changed is shown before it is. */
  const [redated, setRedated] = useState<{ before: string; after: Demand } | null>(null);
  /** Places the last act was refused for. */
  const [unsafe, setUnsafe] = useState<readonly LetterPlace[]>([]);
  /** What was decided about sentences of class B; sent with the next act. */
  const [choices, setChoices] = useState<ReadonlyMap<string, 'keep' | 'cut'>>(new Map());
  const [failedSave, setFailedSave] = useState<ApiError | null>(null);
  const working = useRef(false);
  /** How many acts of this page have been answered. */
  const acts = useRef(0);
  const isLocked = demand.state === 'posting' || demand.state === 'posted' || demand.state === 'copy';
  // What is mailed is what was saved: text typed and not saved must not look as if it were.
  const text = isLocked ? demand.demand_letter : typed;
  const isDirty = !isLocked && typed !== demand.demand_letter;

  const setText = (next: string) => {
    setTyped(next);
    setStatus(null); // what it says was true of the text before
  };

  useEffect(() => {
    keepText(demand.form_session_id, isDirty ? { baseVersion, text } : null);
  }, [demand.form_session_id, isDirty, baseVersion, text]);

  const isPassing = status?.ok && status.text === letters.result.saved;
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setTimeout(() => setStatus(null), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPassing, status]);

  /** What the letter has become elsewhere, as its job or another tab left it; an own act meanwhile knows better. */
  const arrived = useRef<(next: Demand, ownActs: number) => void>(() => {});
  useEffect(() => {
    arrived.current = (next, ownActs) => {
      if (working.current || ownActs !== acts.current) return;
      if (next.state === demand.state && next.version === demand.version) return;
      const isMailed = next.state === 'posting' || next.state === 'posted';
      if (isMailed && isDirty) setStatus({ ok: false, text: letters.window.passed });
      // Words typed and not saved stay while they can still be saved: on the version they were typed on.
      if (isDirty && !isMailed) setDemand(next);
      else take(next);
      getStore().dispatch(api.util.invalidateTags(['Letter', 'Letters', 'Alerts', 'Sessions']));
    };
  });
  // The change window ends under an open page: what became of the letter is looked up, not guessed.
  const endsAt = demand.state === 'approved' ? demand.window_ends_at : null;
  useEffect(() => {
    if (isLocked) return undefined;
    const cancelled = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const ownActs = acts.current;
      const asked = { form_session_id: demand.form_session_id };
      const result = await send(resultEndpoints.findLetter, asked, cancelled.signal);
      const whole = 'data' in result ? z.safeParse(Demand, result.data) : null;
      if (!cancelled.signal.aborted && whole?.success) arrived.current(whole.data, ownActs);
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
  }, [endsAt, isLocked, demand.form_session_id]);

  const take = (next: Demand) => {
    setDemand(next);
    setTyped(next.demand_letter);
    setBaseVersion(next.version);
  };

  /** @returns whether it is done */
  const act = async (action: LetterAction, version = baseVersion): Promise<boolean> => {
    if (working.current) return false;
    if (!selectClaimId(getStore().getState())) {
      setStatus({ ok: false, text: letters.result.sessionMissing });
      return false;
    }
    working.current = true;
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
    working.current = false;
    acts.current += 1;
    setBusy(null);
    if ('data' in result) {
      setUnsafe([]);
      take(result.data.demand);
      setStatus({ ok: true, text: DONE[action]() });
      return true;
    }
    const { code, message, status: http, other } = result.error;
    // Only a save is repeated: approving and sending are asked for again.
    if (action === 'save') setFailedSave(result.error);
    if (code === 'LETTER_REDATED' && other) {
      const after = other as Demand; // what this refusal carries by contract
      setRedated({ before: text, after });
      take(after);
    } else if (code === 'LETTER_UNSAFE') {
      setUnsafe((other as UnsafeLetter | undefined)?.places ?? []); // what this refusal carries by contract
      setStatus({ ok: false, text: letters.result.failedStatus(message) });
    } else if (code === 'LETTER_CHANGED_ELSEWHERE' && other)
      setConflict({ other: other as Demand, action }); // what this refusal carries by contract
    else if (code === 'LETTER_PAY_BY_TOO_SOON') {
      const earliest = (other as { earliest?: string } | undefined)?.earliest ?? '';
      setStatus({ ok: false, text: letters.result.failedStatus(`${message} ${letters.redated.earliest(earliest)}`) });
    } else if (http === 0) setStatus({ ok: false, text: letters.result.noConnectionStatus });
    else {
      const fallback = action === 'save' ? letters.result.saveFailed : letters.result.approveFailed;
      setStatus({ ok: false, text: letters.result.failedStatus(message || fallback) });
    }
    return false;
  };

  useSaveAgain(isDirty ? failedSave : null, () => void act('save'));

  return {
    demand,
    text,
    setText,
    isDirty,
    isLocked,
    busy,
    status,
    act,
    unsafe,
    choices,
    choose: (key: string, choice: 'keep' | 'cut') => setChoices((known) => new Map(known).set(key, choice)),
    /** What the server knows now; words typed and not saved stay. */
    renew: (next: Demand) => (isDirty ? setDemand(next) : take(next)),
    conflict,
    redated,
    closeRedated: () => setRedated(null),
    takeOther: () => {
      if (conflict) take(conflict.other);
      setConflict(null);
    },
    keepMine: () => {
      if (!conflict) return;
      const { other, action } = conflict;
      setConflict(null);
      setDemand(other);
      setBaseVersion(other.version);
      void act(action, other.version);
    },
  };
}
export type LetterHandle = ReturnType<typeof useLetter>;
