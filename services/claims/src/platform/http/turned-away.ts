/**
 * How long a refusal under overload waits. A client that asks again at once would otherwise be refused thousands of times
 * a second, and each refusal takes its time from the calls that are served. Four times, so that those who came together
 * do not come back together.
 */
const DELAYS_MS = [250, 350, 450, 550] as const;

/** More than these are refused at once: what waits holds a connection and memory. */
const MOST_HELD = 2_000;

/** Delays the answers to calls that are turned away. @returns what takes the sending of one such answer */
export function createRefusalDelay(mostHeld = MOST_HELD): (send: () => void) => void {
  let held = 0;
  let next = 0;
  return (send) => {
    if (held >= mostHeld) {
      send();
      return;
    }
    held += 1;
    next = (next + 1) % DELAYS_MS.length;
    setTimeout(() => {
      held -= 1;
      send();
    }, DELAYS_MS[next]).unref();
  };
}
