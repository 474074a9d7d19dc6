import { emit } from '@redress/mf-runtime';
import { PERSONAL_STORAGE_PREFIX } from '@redress/session-store';

/**
 * A payment begun in this tab is reported to the page once, when it is known to have come in: after a reload as well,
 * and not again by whoever opens a paid claim. Declared in remote.config.ts; a build reads only versions it names.
 */
const VERSION = 1;
const keyOf = (formSessionId: string) => `${PERSONAL_STORAGE_PREFIX}purchase.${formSessionId}`;

/** @param valueCents - what the server priced */
export function purchaseBegun(formSessionId: string, valueCents: number): void {
  try {
    sessionStorage.setItem(keyOf(formSessionId), JSON.stringify({ v: VERSION, valueCents }));
  } catch {
    // Storage may throw; then the purchase is not counted.
  }
}

/** Says that a payment came in, with its value and nothing of the person; the shell decides who may receive it. */
export function reportPurchase(formSessionId: string): void {
  try {
    const begun = JSON.parse(sessionStorage.getItem(keyOf(formSessionId)) ?? 'null') as {
      v?: number;
      valueCents?: number;
    } | null;
    sessionStorage.removeItem(keyOf(formSessionId));
    if (begun?.v !== VERSION || typeof begun.valueCents !== 'number') return;
    emit('purchase', { valueCents: begun.valueCents, currency: 'usd' });
  } catch {
    // As above.
  }
}
