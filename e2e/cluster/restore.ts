/**
 * `npm run cluster -- drill restore`: a cluster in use is backed up and lost, and comes back in a new place from the folder of backups alone:
 * another database server, folders in place of the bucket, one program in place of nine. Then people sign in, letters, papers and
 * releases are there, and what waited goes out. Writes docs/proof/backup.md.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { openCluster, type RunningCluster } from './rehearsal/running-cluster.ts';
import type { Figure } from './rehearsal/proof-page.ts';
import { openProof, proofTable } from '@redress/tools/proof';
import { joinCluster } from '../support/cluster.ts';
import { badLuck } from './bad-luck.ts';
import { createBackups, type Backups } from './backups.ts';
import { lastSaved, makeStateBeforeLoss, type StateBeforeLoss } from './state-before-loss.ts';
import { startNewPlace } from './new-place.ts';

const COMMAND = 'npm run cluster -- drill restore';
/** A point is made every two seconds here, and every ten unless an operator says otherwise. */
const EVERY_SECONDS = 2;
const RPO_LIMIT_S = 30;
const RTO_LIMIT_S = 300;
const LOST = ['worker-1', 'worker-2'] as const;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Everything of the old place is gone from now on; its outside world (the sandbox) stays, as Stripe and Lob would. */
async function lose(cluster: RunningCluster): Promise<void> {
  for (const { name, role } of cluster.layout.members) {
    if (role !== 'sandbox' && !LOST.includes(name as 'worker-1')) await cluster.ask('pause', name);
  }
}

async function comeBack(cluster: RunningCluster): Promise<void> {
  for (const { name, role } of cluster.layout.members) if (role !== 'sandbox') await cluster.ask('resume', name);
}

type NewPlace = Awaited<ReturnType<typeof startNewPlace>>;

async function checks(place: NewPlace, stateBefore: StateBeforeLoss): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, check] of Object.entries(place.checks(stateBefore))) {
    const result = await check().then(
      (said) => ({ said, isReached: true }),
      ({ message }: Error) => ({ said: message.split('\n').slice(0, 3).join(' '), isReached: false }),
    );
    figures.push({ what, measured: result.said, isReached: result.isReached });
    process.stdout.write(`${result.isReached ? 'yes' : 'NO '}  ${what}: ${result.said}\n`);
  }
  return figures;
}

async function drill(cluster: RunningCluster): Promise<readonly Figure[]> {
  const program = await joinCluster();
  const folder = path.join(cluster.places.folder, 'restore');
  rmSync(folder, { recursive: true, force: true });
  const backups: Backups = await createBackups(cluster, program, folder);
  let place: NewPlace | null = null;
  try {
    await backups.startArchive(EVERY_SECONDS);
    const luck = await backups.archiveTroubles(() => cluster.ask('failover'), EVERY_SECONDS);
    await cluster.untilAllReady();
    const stateBefore = await makeStateBeforeLoss(program, {
      // So that a mail waits in the database.
      stopWorkers: async () => {
        for (const name of LOST) await cluster.ask('pause', name);
      },
      untilPoint: () => backups.untilPoint(),
    });
    const troubles = await badLuck(backups, folder);
    const lostAt = Date.now();
    backups.killArchive();
    await lose(cluster);
    // What is acknowledged between the loss of the archive and that of the processes is of after the loss.
    const answers = (await stateBefore.endWriting()).filter(({ at }) => at <= lostAt);
    const early = await backups.restoreDatabaseAt(stateBefore.beforeSecond);
    const operators = await backups.twoOperators();
    const restored = await backups.restoreEverything();
    place = await startNewPlace(cluster, backups, program);
    const rtoMs = Date.now() - restored.begunAt;
    const last = await lastSaved(place.databaseUrl, stateBefore);
    const lost = answers.filter(({ number }) => number > last);
    const rpoMs = lost.length === 0 ? 0 : lostAt - Math.min(...lost.map(({ at }) => at));
    return [
      {
        what: 'RPO: from the first save that is lost to the loss',
        measured: `${seconds(rpoMs)}; ${lost.length} of ${answers.length} acknowledged saves`,
        limit: `${RPO_LIMIT_S} s`,
        isReached: rpoMs < RPO_LIMIT_S * 1_000 && answers.length > 0,
      },
      {
        what: 'RPO at the worst moment: age of the newest point',
        measured: seconds(backups.oldestPointMs()),
        limit: `${RPO_LIMIT_S} s`,
        isReached: backups.oldestPointMs() < RPO_LIMIT_S * 1_000,
      },
      {
        what: 'RTO: from the command to a program that is ready',
        measured: seconds(rtoMs),
        limit: `${RTO_LIMIT_S} s`,
        isReached: rtoMs < RTO_LIMIT_S * 1_000,
      },
      ...early,
      ...operators,
      ...restored.figures,
      ...(await checks(place, stateBefore)),
      ...luck,
      ...troubles,
    ];
  } finally {
    await place?.stop();
    await comeBack(cluster);
    await backups.end();
  }
}

const proof = openProof({
  name: 'backup',
  title: 'Backup and restore',
  command: COMMAND,
  database: 'PostgreSQL of the cluster, with a replica',
});
const cluster = await openCluster();
try {
  const figures = await drill(cluster);
  const missed = figures.filter(({ isReached }) => !isReached);
  const rows = figures.map(({ what, measured, limit, isReached }) => [
    what,
    measured.replaceAll(cluster.places.folder, 'CLUSTER_DIR'),
    limit ?? '',
    isReached ? 'yes' : 'no',
  ]);
  await proof.write({
    body: [
      `A cluster in use, its archive running (a point every ${EVERY_SECONDS} s), is lost with its database, its bucket and its keys. The newest point is restored from the folder of backups into a new place: a new PostgreSQL, folders in place of the bucket, one program. The outside world (Stripe, Lob, mailbox) is that of before.`,
      proofTable(['what', 'measured', 'to reach', 'reached'], rows),
    ].join('\n\n'),
    notReached: missed.map(
      ({ what, measured }) => `${what}: ${measured.replaceAll(cluster.places.folder, 'CLUSTER_DIR')}`,
    ),
  });
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await cluster.end();
}
