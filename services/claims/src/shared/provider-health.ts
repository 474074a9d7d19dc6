import type { Feature } from '../platform/feature.ts';

const KEPT_MS = 60_000;

/**
 * One line of `/readyz` about an outside service. It is asked at most once a minute, however often it is read: a
 * health check must not become the provider's load.
 */
export function providerHealth(
  name: string,
  check: () => Promise<void>,
  now: () => Date,
): NonNullable<Feature['health']> {
  let kept: { at: number; line: { name: string; ok: boolean; note?: string } } | null = null;
  return async () => {
    const at = now().getTime();
    if (kept === null || at - kept.at >= KEPT_MS) {
      const line = await check().then(
        () => ({ name, ok: true }),
        (error: Error) => ({ name, ok: false, note: error.message.slice(0, 120) }),
      );
      kept = { at, line };
    }
    return [kept.line];
  };
}
