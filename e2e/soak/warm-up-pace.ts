/**
 * A claim takes more than two minutes: at this pace each wizard has filed one before the stretch begins. A machine that does
 * not carry so many is not made to: what the hurry has queued would be looked at for growth.
 */
const FASTEST = 3;
/**
 * As long as one claim takes at the pace of the stretch. Wizards begin spread over it, so that at any later moment each step has
 * as many at work on it: wizards in step with one another are a wave, and a rising wave in the stretch looks like growth.
 */
export const BEGIN_MS = 150_000;
const RISE_MS = 90_000;

/**
 * By what wizards divide their pauses in the warm-up: 1 until all have begun, then more each second up to 3.
 * @param calmMs - since a call was asked to come later, or since the beginning
 */
export const warmUpPace = (calmMs: number): number =>
  1 + (FASTEST - 1) * Math.min(1, Math.max(0, (calmMs - BEGIN_MS) / RISE_MS));
