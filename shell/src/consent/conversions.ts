import { stored } from '@redress/session-store';

/** A purchase as an advertiser may receive it: nothing that leads to a person. */
export interface Conversion {
  /** Id that is made up here, so that one purchase is counted once: it stands in no table. */
  id: string;
  /** US dollars. */
  value: number;
  currency: 'USD';
}

/** What has not been reported by then is not reported any more. */
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

type Kept = Conversion & { at: number };

// Without storage it is not reported: the payment does not depend on it.
const conversions = stored('browser', 'redress.conversions', (kept) => (Array.isArray(kept) ? (kept as Kept[]) : null));

/** Keeps a conversion until a public document with consent can report it; the document it happened in must not. */
export function keepConversion(valueCents: number, now = Date.now()): void {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const id = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  conversions.write([...(conversions.read() ?? []), { id, value: valueCents / 100, currency: 'USD', at: now }]);
}

/** @returns what is to be reported now; it is removed from storage in any case */
export function takeConversions(now = Date.now()): Conversion[] {
  const kept = conversions.read() ?? [];
  forgetConversions();
  return kept
    .filter(({ at }) => now - at < KEPT_DAYS * DAY_MS)
    .map(({ id, value, currency }) => ({ id, value, currency }));
}

export const forgetConversions = (): void => void conversions.write(null);
