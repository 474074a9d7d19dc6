/**
 * A claim takes more than two minutes: at this pace each wizard has filed one before the stretch begins. A machine that does
 * not carry so many is not made to: what the hurry has queued would be looked at for growth.
 */
const FASTEST = 3;
/** Processes compile their code in the first minute: until all wizards have begun they make the pauses of the stretch. */
const BEGIN_MS = 60_000;
const RISE_MS = 90_000;

/**
 * By what wizards divide their pauses in the warm-up: 1 for the first minute, then more each second up to 3.
 * @param calmMs - since a call was asked to come later, or since the beginning
 */
export const warmUpPace = (calmMs: number): number =>
  1 + (FASTEST - 1) * Math.min(1, Math.max(0, (calmMs - BEGIN_MS) / RISE_MS));
