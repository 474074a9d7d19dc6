import { getStore, PERSONAL_STORAGE_PREFIX, stored } from '@redress/session-store';
import { purchaseMade } from '@redress/session-store/purchase';

const VERSION = 1;

interface Purchase {
  v: number;
  valueCents: number;
}

const isPurchase = (kept: unknown): kept is Purchase =>
  typeof kept === 'object' &&
  kept !== null &&
  'v' in kept &&
  kept.v === VERSION &&
  'valueCents' in kept &&
  typeof kept.valueCents === 'number';

/**
 * A payment begun in this tab is reported to the page once, when it is known to have come in: after a reload as well,
 * and not again by whoever opens a paid claim. Declared in remote.config.ts; a build reads only versions it names.
 */
const begun = stored('tab', `${PERSONAL_STORAGE_PREFIX}purchase.`, (kept) => (isPurchase(kept) ? kept : null));

/** @param valueCents - what the server priced */
export const purchaseBegun = (formSessionId: string, valueCents: number): void =>
  void begun.write({ v: VERSION, valueCents }, formSessionId);

/** Says that a payment came in, with its value and nothing of the person; the shell decides who may receive it. */
export function reportPurchase(formSessionId: string): void {
  const purchase = begun.read(formSessionId);
  begun.write(null, formSessionId);
  if (purchase) getStore().dispatch(purchaseMade({ valueCents: purchase.valueCents, currency: 'usd' }));
}
