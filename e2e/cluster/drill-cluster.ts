import { keepDrilled, openClusterProof, type Drilled } from './rehearsal/proof-page.ts';
import { openCluster, type RunningCluster } from './rehearsal/running-cluster.ts';

/**
 * Runs one drill in the cluster that is up here, or in one that is started for it, and keeps what it measured.
 * @param drill - `null`: what it measured is a part of the whole, and says nothing for the page
 * @param code - folder of the code that a cluster which is started now runs
 */
export async function drillCluster(
  { title, command, code }: Pick<Drilled, 'title' | 'command'> & { code?: string },
  drill: (cluster: RunningCluster) => Promise<Pick<Drilled, 'about' | 'figures'> | null>,
): Promise<void> {
  const startedAt = new Date();
  const proof = openClusterProof(command);
  const cluster = await openCluster(code);
  try {
    const found = await drill(cluster);
    if (found) await keepDrilled(proof, { title, command, ...found }, startedAt);
  } finally {
    await cluster.end();
  }
}
