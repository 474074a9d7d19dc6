import { setTimeout as wait } from 'node:timers/promises';
import { buildVariant, removeVariant } from '../support/builds.ts';
import type { SoakCluster } from './soak-cluster.ts';

const REMOTE = 'mf-wizard';

/**
 * Two builds of a remote take turns, so that whoever follows releases has something to follow.
 * @param failed - told why a change was refused; no other follows
 * @returns how to end it, with how often another build was served
 */
export async function takeTurns(
  cluster: SoakCluster,
  everyMs: number,
  failed: (error: Error) => void,
): Promise<() => Promise<number>> {
  const mark = (sign: string) => [
    { file: 'src/shared/screen-heading.tsx', from: '{title}\n', to: `{'${sign} ' + title}\n` },
  ];
  // What an earlier soak rolled back on the same cluster is marked bad: each has builds of its own.
  const run = Date.now();
  const builds = [await buildVariant(REMOTE, mark(`A ${run}:`)), await buildVariant(REMOTE, mark(`B ${run}:`))];
  try {
    for (const { dist } of builds) await cluster.release('publish', REMOTE, '--promote', '--dist', dist);
  } finally {
    await Promise.all(builds.map(removeVariant));
  }
  const stop = new AbortController();
  let turns = 0;
  const turning = (async () => {
    for (;;) {
      await wait(everyMs, null, { signal: stop.signal });
      const next = builds[turns % builds.length]?.buildId as string;
      await cluster.release('rollback', REMOTE, '--to', next, '--reason', 'soak');
      turns += 1;
    }
  })().catch((error: Error) => {
    if (!stop.signal.aborted) failed(error);
  });
  return async () => {
    stop.abort();
    await turning;
    return turns;
  };
}
