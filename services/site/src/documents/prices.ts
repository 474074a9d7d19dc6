import { packages, type PackageOffer } from '@redress/contracts';
import { priceList, type PriceList } from '@redress/contracts/releases';
import type { Logger } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { AskClaims } from '../http/ask-claims.ts';
import type { SiteDocument } from './site-document.ts';

/** Asks for what is on sale, at the one table of prices. */
export type AskForOffers = (signal: AbortSignal) => Promise<readonly PackageOffer[]>;
/** What a page may say of prices now; `null` when it is not known, and then none is said. */
export type Prices = () => Promise<PriceList | null>;

/** A visitor of the price page waits no longer for prices. */
const PRICES_LIMIT_MS = 1_500;

/** A site in a process of its own asks the claims service, as the screen of packages does. */
export const offersFrom = (claims: AskClaims): AskForOffers =>
  claims(packages.path, (body) => z.parse(packages.answer, body).packages);

/** Visitors who come at the same time share one question. Nothing is remembered: a price may change at any moment. */
export function createPrices(ask: AskForOffers | null, logger: Logger): Prices {
  let asking: Promise<PriceList | null> | null = null;
  const ended = new Error('no prices in time');
  const read = async (): Promise<PriceList | null> => {
    if (!ask) return null;
    const signal = AbortSignal.timeout(PRICES_LIMIT_MS);
    const tooLate = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(ended)));
    try {
      const offers = await Promise.race([ask(signal), tooLate]);
      return offers.length > 0 ? priceList(offers) : null;
    } catch (error) {
      logger.warn({ err: error }, 'the price page says no prices');
      return null;
    }
  };
  return () => (asking ??= read().finally(() => (asking = null)));
}

/** Whether a screen says prices: it is not finished before it is asked for. */
export const saysPrices = (screen: string): boolean => /%\{[#?!]prices\b/.test(screen);

/** A document that says prices: made anew when they are others than those it says. */
export function pricedDocument(
  prices: Prices,
  finish: (prices: PriceList | null) => SiteDocument,
): () => Promise<SiteDocument> {
  let said: { key: string; document: SiteDocument } | null = null;
  return async () => {
    const now = await prices();
    const key = JSON.stringify(now);
    if (key !== said?.key) said = { key, document: finish(now) };
    return said.document;
  };
}
