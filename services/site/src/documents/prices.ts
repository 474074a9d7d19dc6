import { packages, type PackageOffer } from '@redress/contracts';
import { priceList, type PriceList } from '@redress/contracts/releases';
import type { Logger } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { AskClaims } from '../http/ask-claims.ts';
import type { SiteDocument } from './site-document.ts';

/** Asks for what is on sale, at the one table of prices. */
export type AskForOffers = (signal: AbortSignal) => Promise<readonly PackageOffer[]>;
export interface Prices {
  /** Prices as they are at this moment, the same object until they change; `null` when that is not known in time. */
  now(): Promise<PriceList | null>;
  /** Prices as they were heard last: no document waits for them. `null` before the first time. */
  heard(): PriceList | null;
  /** Listens for changes until it is stopped. */
  start(): void;
  stop(): void;
}

/** A visitor of the price page waits no longer for prices. */
const PRICES_LIMIT_MS = 1_500;

/** A site in a process of its own asks the claims service, as the screen of packages does. */
export const offersFrom = (claims: AskClaims): AskForOffers =>
  claims(packages.path, (body) => z.parse(packages.answer, body).packages);

/** A changed price is in every document within a minute: asked for, missed once, and asked for again. */
const HEAR_AGAIN_MS = 20_000;
const HEAR_FIRST_MS = 2_000;

/**
 * Visitors of the price page who come at the same time share one question.
 * @param onChange - `heard` says something else than before
 */
export function createPrices(ask: AskForOffers | null, logger: Logger, onChange: () => void = () => {}): Prices {
  let asking: Promise<PriceList | null> | null = null;
  let last: PriceList | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const ended = new Error('no prices in time');
  const read = async (): Promise<PriceList | null> => {
    if (!ask) return null;
    const signal = AbortSignal.timeout(PRICES_LIMIT_MS);
    const tooLate = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(ended)));
    try {
      const offers = await Promise.race([ask(signal), tooLate]);
      if (offers.length === 0) return null;
      const found = priceList(offers);
      if (JSON.stringify(found) === JSON.stringify(last)) return last;
      last = found;
      onChange();
      return found;
    } catch (error) {
      logger.warn({ err: error }, 'the price page says no prices');
      return null;
    }
  };
  const now = () => (asking ??= read().finally(() => (asking = null)));
  const listen = async () => {
    await now();
    if (!isStopped) timer = setTimeout(() => void listen(), last ? HEAR_AGAIN_MS : HEAR_FIRST_MS).unref();
  };
  return {
    now,
    heard: () => last,
    start() {
      if (ask) void listen();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Whether a screen says prices: it is not finished before it is asked for. */
export const saysPrices = (screen: string): boolean => /%\{[#?!]prices\b/.test(screen);

/** A document with prices in it, made anew when they are others than those that it holds. */
export function withPrices(
  finish: (prices: PriceList | null) => SiteDocument,
): (prices: PriceList | null) => SiteDocument {
  let held: { prices: PriceList | null; document: SiteDocument } | null = null;
  return (prices) => {
    if (held?.prices !== prices) held = { prices, document: finish(prices) };
    return held.document;
  };
}
