import { firstAnswer } from '@redress/server/first-answer';

/**
 * @param path - of a call that changes nothing
 * @param read - what the answer says @throws when it is not what the call answers
 * @returns asks; it throws when no process answers before the signal ends
 */
export type AskClaims = <T>(path: string, read: (body: unknown) => T) => (signal: AbortSignal) => Promise<T>;

/**
 * The processes with the role `claims`, for a site that runs without it: whichever answers, beginning with the one that did last.
 * @param baseUrls - `http://claims-1:3010`; at least one
 */
export function askClaims(baseUrls: readonly string[]): AskClaims {
  let preferred = 0;
  return (path, read) => (signal) => {
    const askOne = (index: number) => async (signalOfOne: AbortSignal) => {
      const answer = await fetch(new URL(path, baseUrls[index]), { signal: signalOfOne, redirect: 'error' });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      const said = read(await answer.json());
      preferred = index;
      return said;
    };
    const inTurn = baseUrls.map((_, place) => (preferred + place) % baseUrls.length);
    return firstAnswer(inTurn.map(askOne), signal);
  };
}
