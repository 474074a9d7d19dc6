import type { ServedBy } from '@redress/contracts/release-api';
import { RELEASE_ROUTES } from '@redress/contracts/releases';
import * as z from 'zod/mini';

const TIMEOUT_MS = 1_000;
const Served = z.object({ number: z.int(), since: z.optional(z.nullable(z.iso.datetime())) });

/** Asks each site for the snapshot its documents are made of. */
export const askSites = (urls: readonly string[]): Promise<ServedBy['sites']> =>
  Promise.all(
    urls.map(async (url) => {
      try {
        const answer = await fetch(new URL(RELEASE_ROUTES.served, url), {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        const { number, since = null } = z.parse(Served, await answer.json());
        return { url, number, since };
      } catch {
        return { url, number: null };
      }
    }),
  );
