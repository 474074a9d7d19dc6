import type { DryRun } from '@redress/contracts/release-api';
import type { ReleaseRefusal } from '@redress/release-client';
import { useCallback, useEffect, useState } from 'react';
import { useConsole } from '../console-context.ts';
import { useLive } from '../live.ts';
import type { ActRequest } from './act.ts';

export interface Tried {
  /** What the act would come to; the last answer while it is asked again. */
  answer: DryRun | null;
  isAsking: boolean;
  /** Why there is no answer. */
  refusal: ReleaseRefusal | null;
  /** The snapshot that the act is decided on. */
  seen: number | undefined;
  /** Decides anew, on what is served now. */
  lookAgain: () => void;
}

/** Asked with the request it is of: an answer that comes late is of another choice. */
interface Asked {
  key: string;
  answer: DryRun | null;
  refusal: ReleaseRefusal | null;
}

/**
 * Tries an act while its dialog is open: at each choice, and again whenever anybody has acted.
 * @param request - `null` while something is still to be chosen, and for what cannot be tried
 */
export function useDryRun(request: ActRequest | null, seenAtFirst: number | undefined): Tried {
  const { api } = useConsole();
  const { seq } = useLive();
  const [seen, setSeen] = useState(seenAtFirst);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [settled, setSettled] = useState('');
  const key = request && JSON.stringify({ ...request, seen });
  const question = `${key} ${seq}`;

  useEffect(() => {
    if (key === null) return undefined;
    let isOver = false;
    const settle = (answer: DryRun | null, refusal: ReleaseRefusal | null) => {
      if (isOver) return;
      setAsked((before) => ({ key, answer: answer ?? (before?.key === key ? before.answer : null), refusal }));
      setSettled(question);
    };
    api('dryRun', JSON.parse(key) as ActRequest).then(
      (answer) => settle(answer, null),
      (refusal: ReleaseRefusal) => settle(null, refusal),
    );
    return () => {
      isOver = true;
    };
  }, [api, key, question]);

  const current = asked?.key === key ? asked : null;
  const number = current?.answer?.number;
  return {
    answer: current?.answer ?? null,
    isAsking: key !== null && settled !== question,
    refusal: current?.refusal ?? null,
    seen,
    lookAgain: useCallback(() => {
      if (number !== undefined) setSeen(number);
    }, [number]),
  };
}
