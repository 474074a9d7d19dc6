/** The offer countdown: a cycle of two hours, aligned to the server's clock. Specification, sections 2 and 9. */
const OFFER_CYCLE_SECONDS = 7200;

/**
 * @param serverNowMs - the server's time, milliseconds since 1970
 * @returns whole seconds until the cycle ends: 1 to 7200
 */
export function offerSecondsLeft(serverNowMs: number): number {
  const second = Math.floor(serverNowMs / 1000);
  const into = ((second % OFFER_CYCLE_SECONDS) + OFFER_CYCLE_SECONDS) % OFFER_CYCLE_SECONDS;
  return OFFER_CYCLE_SECONDS - into;
}
