/**
 * `npm run cluster -- drill rollback`: how long a rollback takes from the command to both sites, with both release services, with
 * either of them lost, and after the store was away.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import type { Figure } from './rehearsal/proof-page.ts';
import { joinCluster } from '../support/cluster.ts';
import { drillCluster } from './drill-cluster.ts';
import { prepareRollbacks, rollbackFigure, type Rollbacks } from './rollbacks.ts';

const STORE_AWAY_MS = 10_000;

async function drill(cluster: RunningCluster, rollbacks: Rollbacks): Promise<Figure[]> {
  const figures = [await rollbackFigure('with both release services', rollbacks)];
  for (const name of ['releases-1', 'releases-2']) {
    await cluster.ask('lose', name);
    figures.push(await rollbackFigure(`with ${name} lost`, rollbacks));
    await cluster.ask('start', name);
    // One release service has to run at any time: it receives the commands of this drill.
    await cluster.untilAllReady();
  }
  await cluster.ask('lose', 's3');
  await wait(STORE_AWAY_MS);
  await cluster.ask('start', 's3');
  await cluster.untilAllReady();
  figures.push(await rollbackFigure(`after the store was away for ${STORE_AWAY_MS / 1_000} s`, rollbacks));
  return figures;
}

await drillCluster({ title: 'Rollback', command: 'npm run cluster -- drill rollback' }, async (cluster) => {
  const rollbacks = await prepareRollbacks(cluster, await joinCluster());
  try {
    const about = 'A rollback over the console’s address in nginx; each site is asked itself, every 10 ms.';
    return { about, figures: await drill(cluster, rollbacks) };
  } finally {
    await rollbacks.end();
  }
});
