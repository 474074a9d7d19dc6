import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

export interface AdmissionOptions {
  /** The most at once, on a machine with nothing else to do. */
  max: number;
  nowMs: () => number;
  /** How late the event loop is: a request has waited that long before its handler began. */
  lagMs?: () => number;
}

/** Never fewer than this: one slow moment must not refuse everybody. */
const FEWEST = 16;
/** What a call may take on average before fewer are let in: far below the second that the slowest may take. */
const TARGET_MS = 150;
const WINDOW_MS = 100;
/** From this lateness of the event loop on, no more than the fewest are served at once. */
const MAX_LAG_MS = 200;
const TICK_MS = 20;
/** What was late longer ago than this has been worked off. */
const RECENT_MS = 500;

/** What is read of the histogram that `monitorEventLoopDelay` fills: one entry for each tick, in nanoseconds. */
export type LoopTicks = Pick<ELDHistogram, 'count' | 'max' | 'reset'>;

/** Node's own measure of the event loop: a clock that should tick every 20 ms. It keeps no process alive. */
export function startLoopTicks(): ELDHistogram {
  const ticks = monitorEventLoopDelay({ resolution: TICK_MS });
  ticks.enable();
  return ticks;
}

/**
 * Lateness of the event loop in milliseconds. Asked at each call: an answer is about the ticks since the call before.
 */
export function watchLoopLag(ticks: LoopTicks, nowMs: () => number): () => number {
  let lag = 0;
  let askedAt = nowMs();
  return () => {
    const at = nowMs();
    // No tick since the last question: the same turn still runs, or the next one begins late.
    if (ticks.count === 0) return Math.max(lag, at - askedAt - TICK_MS);
    lag = at - askedAt > RECENT_MS && ticks.count > 1 ? 0 : Math.max(0, ticks.max / 1e6 - TICK_MS);
    ticks.reset();
    askedAt = at;
    return lag;
  };
}

/**
 * How many calls are served at once. A fixed number is right for one speed of machine only: what waits is the number
 * divided by the speed. So the number falls by a third while calls take longer than they may, and grows again when
 * they do not (additive increase, multiplicative decrease).
 */
export function createAdmission({ max, nowMs, lagMs = () => 0 }: AdmissionOptions) {
  const min = Math.min(FEWEST, max);
  let inFlight = 0;
  let limit = max;
  let windowStart = nowMs();
  let finished = 0;
  let spentMs = 0;

  const adjust = () => {
    const at = nowMs();
    if (at - windowStart < WINDOW_MS) return;
    if (finished > 0) {
      const atOnce = inFlight + finished;
      if (spentMs / finished <= TARGET_MS) limit = Math.min(max, limit + Math.max(4, Math.ceil(limit / 8)));
      // Fewer than are always let in: what makes them slow is not their number (a commit that waits for its disk). To admit
      // fewer would help none of them, and a stall of half a second would then turn people away.
      else if (atOnce > min) limit = Math.max(min, Math.floor(Math.min(limit, atOnce) * 0.66));
    }
    windowStart = at;
    finished = 0;
    spentMs = 0;
  };
  return {
    /** Why one more would make all late: those being served, or an event loop that is late; null when it would not. */
    fullBecause(): 'calls' | 'event loop' | null {
      // Asked at every call: lateness is measured from one question to the next.
      const isLate = lagMs() > MAX_LAG_MS;
      if (inFlight >= limit) return 'calls';
      return isLate && inFlight >= min ? 'event loop' : null;
    },
    enter: () => void (inFlight += 1),
    /** @param durationMs - how long the call took; absent for calls that may be slow by nature (a PDF, a payment) */
    leave(durationMs?: number) {
      inFlight -= 1;
      if (durationMs !== undefined) {
        finished += 1;
        spentMs += durationMs;
      }
      adjust();
    },
    /** Calls at once just now, and the most there may be. */
    state: () => ({ inFlight, limit }),
  };
}
