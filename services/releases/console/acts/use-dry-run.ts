import type { DryRun } from '@redress/contracts/release-api';
import type { ReleaseRefusal } from '@redress/release-client';
import { useCallback, useState } from 'react';
import { useConsole } from '../console-context.ts';
import { useLoaded } from '../use-loaded.ts';
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

/**
 * Tries an act while its dialog is open: at each choice, and again whenever anybody has acted.
 * @param request - `null` while something is still to be chosen, and for what cannot be tried
 */
export function useDryRun(request: ActRequest | null, seenAtFirst: number | undefined): Tried {
  const { api } = useConsole();
  const [seen, setSeen] = useState(seenAtFirst);
  // Each drawing makes another request of the same words.
  const key = request && JSON.stringify({ ...request, seen });
  const { data: answer, refusal } = useLoaded(
    useCallback(async () => (key === null ? null : api('dryRun', JSON.parse(key) as ActRequest)), [api, key]),
  );
  return {
    answer,
    isAsking: key !== null && answer === null && refusal === null,
    refusal,
    seen,
    lookAgain: () => answer && setSeen(answer.number),
  };
}
