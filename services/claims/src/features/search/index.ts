import { search } from '@redress/contracts';
import type { Feature, SearchResult } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

const SHOWN = 20;
const MAX_WORDS = 6;

/** Over everything features offer: sessions, letters, documents, orders of the person (R24). */
export function createSearchFeature({ features, log }: Platform): Feature {
  async function find(userId: string, words: string[]): Promise<SearchResult[]> {
    const sources = features().filter((feature) => feature.search);
    const found = await Promise.allSettled(sources.map((feature) => feature.search!(userId, words)));
    const lists = found.map((outcome, index) => {
      if (outcome.status === 'fulfilled') return outcome.value;
      // What one source cannot say just now must not hide what the others found.
      log.error({ operation: 'search', kind: sources[index]?.name, err: outcome.reason }, 'search source failed');
      return [];
    });
    if (lists.length > 0 && found.every(({ status }) => status === 'rejected'))
      throw (found[0] as PromiseRejectedResult).reason;
    // Round and round, so that twenty sessions do not push the one letter out.
    const mixed: SearchResult[] = [];
    for (let place = 0; mixed.length < SHOWN && lists.some((list) => list.length > place); place += 1) {
      for (const list of lists) if (list[place]) mixed.push(list[place]!);
    }
    return mixed.slice(0, SHOWN);
  }

  return {
    name: 'search',
    routes: [
      route(
        search,
        async ({ user, query }) => {
          const words = query.q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
          return { results: words.length ? await find(user.id, words) : [] };
        },
        { rows: 'results' },
      ),
    ],
  };
}
