import { RELEASE_ROUTES } from '@redress/contracts/releases';
import * as z from 'zod/mini';

/** What new loads get: from this program, and from each site that runs by itself. */
export interface ServedBy {
  /** The channel that this program serves. */
  channel: string;
  /** `null` for a channel it does not serve. */
  number: number | null;
  /** `null`: it does not answer. */
  sites: { url: string; number: number | null }[];
}

const TIMEOUT_MS = 1_000;
const Served = z.object({ number: z.int() });

/** Asks each site for the snapshot its documents are made of. */
export const askSites = (urls: readonly string[]): Promise<ServedBy['sites']> =>
  Promise.all(
    urls.map(async (url) => {
      try {
        const answer = await fetch(new URL(RELEASE_ROUTES.served, url), {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        return { url, number: z.parse(Served, await answer.json()).number };
      } catch {
        return { url, number: null };
      }
    }),
  );
