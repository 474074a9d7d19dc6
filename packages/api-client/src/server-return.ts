/**
 * When to retry a failed effect: soon after the server is back (docs/reliability.md, Invariants: saves within 5 s), not
 * before the time the server named, and spread so that all tabs do not retry together. Separate package entry: only code
 * that saves automatically loads it.
 */
import { useEffect, useRef } from 'react';
import type { ApiError } from './call.ts';

/** Longest wait for a server that does not answer, with the time a probe may take, is below 5 s. */
const SHORTEST_MS = 1_000;
const JITTER_MS = 1_500;
const PROBE_LIMIT_MS = 2_000;
/** The limit of a call: a line on which an answer takes longer saves nothing. */
const LATE_LIMIT_MS = 10_000;
/** So long an answer that came late counts for the next try. */
const LATE_COUNTS_MS = 5_000;
const LONGEST_SPREAD_MS = 30_000;

/**
 * @param refusals - how often in a row the server asked to come later: 10,000 tabs that all may come after one second
 *   spread over twice the time with each refusal
 * @returns milliseconds to wait before the next try
 */
export function retryDelayMs(
  { retryAfterSeconds }: Pick<ApiError, 'retryAfterSeconds'>,
  refusals: number,
  random: () => number,
): number {
  if (retryAfterSeconds === undefined) return SHORTEST_MS + Math.round(random() * JITTER_MS);
  const spreadMs = Math.min(1_000 * 2 ** refusals, LONGEST_SPREAD_MS);
  return retryAfterSeconds * 1_000 + Math.round(random() * spreadMs);
}

let answeredLateAt = -Infinity;

/**
 * A question that costs the server next to nothing, and is waited for 2 s: a save that hangs would wait for 10 s. On a line
 * where every answer takes longer, one that comes after that counts for the next question, or nothing would be saved there
 * again.
 */
export async function isServerBack(): Promise<boolean> {
  const isHeard = performance.now() - answeredLateAt < LATE_COUNTS_MS;
  answeredLateAt = -Infinity;
  if (isHeard) return true;
  const probe = fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LATE_LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => (timer = setTimeout(resolve, PROBE_LIMIT_MS, null)));
  const isBack = await Promise.race([probe, limit]);
  clearTimeout(timer);
  if (isBack !== null) return isBack;
  void probe.then((isThere) => {
    if (isThere) answeredLateAt = performance.now();
  });
  return false;
}

const canHelp = ({ status, retryAfterSeconds }: ApiError) =>
  status === 0 || status >= 500 || retryAfterSeconds !== undefined;

/** The pause before the next try, and after a lost connection a probe that the server answers. @returns false once `isOver` */
async function isWorthATry(
  error: Pick<ApiError, 'status' | 'retryAfterSeconds'>,
  refusals: number,
  isOver: () => boolean,
) {
  do {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(error, refusals, Math.random)));
  } while (!isOver() && error.status === 0 && !(await isServerBack()));
  return !isOver();
}

/** Two minutes by the clock: what a computer that slept asks again comes too late to be meant. */
const PATIENCE_MS = 120_000;
type Answer<Data> = { data: Data } | { error: ApiError };

/**
 * Asks again by itself where that can help. For effects that are one effect however often they are asked for.
 * @param onLate - called when an answer failed that is asked for again
 * @returns the answer, a refusal that no other try changes, or how the last try failed
 */
export async function askUntilAnswered<Data>(
  ask: () => Promise<Answer<Data>>,
  onLate: () => void,
): Promise<Answer<Data>> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let refusals = 1; ; refusals += 1) {
    const result = await ask();
    if (!('error' in result) || !canHelp(result.error)) return result;
    onLate();
    const { status, retryAfterSeconds } = result.error;
    // A server that answers is left more time with each refusal.
    const failure = status === 0 ? { status } : { status, retryAfterSeconds: retryAfterSeconds ?? 1 };
    if (!(await isWorthATry(failure, refusals, () => Date.now() > giveUpAt))) return result;
  }
}

/**
 * Saves again by itself what could not be saved because the server did not answer, or asked to come later.
 * @param failure - how the last save failed; a new object for each failure, `null` once nothing is left to save
 * @param save - sends what there is to save then
 */
export function useSaveAgain(failure: ApiError | null, save: () => void): void {
  const latest = useRef(save);
  const refusals = useRef(0);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    refusals.current = failure?.retryAfterSeconds === undefined ? 0 : refusals.current + 1;
    if (!failure || !canHelp(failure)) return undefined;
    let isOver = false;
    void isWorthATry(failure, refusals.current, () => isOver).then((isWorth) => isWorth && latest.current());
    return () => void (isOver = true);
  }, [failure]);
}
