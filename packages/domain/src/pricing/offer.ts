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

/** `HH:MM:SS`. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
    .map((part) => part.toString().padStart(2, '0'))
    .join(':');
}
