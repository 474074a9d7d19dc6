/**
 * `npm run cluster -- drill restarts`: 50 requests a second and commands to the release service go through nginx while each process is
 * restarted in order, and then while each is killed. Ends with 1 when a restart in order cost one request or command, or the
 * kills more than one request of 350, or more commands than were on their way.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from './rehearsal/running-cluster.ts';
import { startCommands } from './rehearsal/commands.ts';
import type { Layout } from './rehearsal/layout.ts';
import { startLoad, type Load } from './rehearsal/load.ts';
import { drillCluster } from './drill-cluster.ts';

const PER_SECOND = 50;
const KILL_ALLOWANCE = 350;
const SETTLE_MS = 2_000;
/** Commands that are on their way at once. */
const MOST_IN_ONE = 2;

function managerToken({ members }: Layout): string {
  const releases = members.find(({ role }) => role === 'releases');
  return readFileSync(path.join(releases?.environment['KEYS_DIR'] ?? '', 'release-manager.token'), 'utf8').trim();
}

async function round({ ask, layout, untilAllReady }: RunningCluster, act: 'restart' | 'kill') {
  const load = startLoad(layout.origin, PER_SECOND);
  const commands = startCommands(layout.consoleOrigin, managerToken(layout));
  for (const { name } of layout.members.filter(({ role }) => role !== 'sandbox')) {
    await ask(act, name);
    // A process that was killed is found missing only after its pause; nginx asks one that is back after a second.
    await wait(SETTLE_MS);
    await untilAllReady();
    await wait(SETTLE_MS);
  }
  await Promise.all([load.end(), commands.end()]);
  for (const line of [...load.failed, ...commands.failed].slice(0, 20)) process.stdout.write(`  ${line}\n`);
  return { load, commands };
}

const partOf = ({ failed, sent }: Load) => `${failed.length} of ${sent()}`;

await drillCluster({ title: 'Restarts', command: 'npm run cluster -- drill restarts' }, async (cluster) => {
  const restarted = await round(cluster, 'restart');
  const killed = await round(cluster, 'kill');
  const releaseServices = cluster.layout.members.filter(({ role }) => role === 'releases').length;
  return {
    about: `${PER_SECOND} requests a second through nginx while each process but the sandbox is restarted in order, then killed; meanwhile commands through the console’s address, and one who asks there for news.`,
    figures: [
      {
        what: 'requests failed while each was restarted in order',
        measured: partOf(restarted.load),
        limit: 'none',
        isReached: restarted.load.failed.length === 0,
      },
      {
        what: 'commands failed while each was restarted in order',
        measured: partOf(restarted.commands),
        limit: 'none',
        isReached: restarted.commands.failed.length === 0,
      },
      {
        what: 'requests failed while each was killed',
        measured: partOf(killed.load),
        limit: `at most one of ${KILL_ALLOWANCE}`,
        isReached: killed.load.failed.length <= killed.load.sent() / KILL_ALLOWANCE,
      },
      {
        what: 'commands failed while each was killed',
        measured: partOf(killed.commands),
        limit: `those that a killed release service had taken: at most ${MOST_IN_ONE * releaseServices}`,
        isReached: killed.commands.failed.length <= MOST_IN_ONE * releaseServices,
      },
    ],
  };
});
