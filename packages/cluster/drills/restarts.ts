/**
 * `npm run cluster:restarts`: 50 requests a second go through nginx while each process is restarted in order, and then while
 * each is killed. Ends with 1 when a restart in order cost one request, or a kill more than one of 350.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { clusterAtHand, type AtHand } from '../src/at-hand.ts';
import { startLoad, type Load } from '../src/load.ts';
import { keepDrilled, openClusterProof } from '../src/proof-page.ts';

const PER_SECOND = 50;
const KILL_ALLOWANCE = 350;
const SETTLE_MS = 2_000;
const COMMAND = 'npm run cluster:restarts';

async function round({ ask, layout, untilAllReady }: AtHand, act: 'restart' | 'kill'): Promise<Load> {
  const load = startLoad(layout.origin, PER_SECOND);
  for (const { name } of layout.members.filter(({ role }) => role !== 'sandbox')) {
    await ask(act, name);
    // A process that was killed is found missing only after its pause; nginx asks one that is back after a second.
    await wait(SETTLE_MS);
    await untilAllReady();
    await wait(SETTLE_MS);
  }
  await load.end();
  for (const line of load.failed.slice(0, 10)) process.stdout.write(`  ${line}\n`);
  return load;
}

const startedAt = new Date();
const proof = openClusterProof(COMMAND);
const cluster = await clusterAtHand();
try {
  const restarted = await round(cluster, 'restart');
  const killed = await round(cluster, 'kill');
  await keepDrilled(
    proof,
    {
      title: 'Restarts',
      command: COMMAND,
      about: `${PER_SECOND} requests a second through nginx while each process but the sandbox is restarted in order, then killed.`,
      figures: [
        {
          what: 'requests failed while each was restarted in order',
          measured: `${restarted.failed.length} of ${restarted.sent()}`,
          limit: 'none',
          isReached: restarted.failed.length === 0,
        },
        {
          what: 'requests failed while each was killed',
          measured: `${killed.failed.length} of ${killed.sent()}`,
          limit: `at most one of ${KILL_ALLOWANCE}`,
          isReached: killed.failed.length <= killed.sent() / KILL_ALLOWANCE,
        },
      ],
    },
    startedAt,
  );
} finally {
  await cluster.end();
}
