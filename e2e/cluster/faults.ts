/**
 * `npm run cluster:faults`: a process of each role a minute ahead, then a minute behind; a replica that does not replay what it
 * receives, then one that is away. Visitors, people who pay for claims, and a rollback meet each.
 */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clusterAtHand, type AtHand } from '@redress/cluster/at-hand';
import { startLoad } from '@redress/cluster/load';
import { REPOSITORY } from '@redress/cluster/places';
import { keepDrilled, openClusterProof, type Figure } from '@redress/cluster/proof-page';
import { joinCluster } from '../support/cluster.ts';
import { select } from '../support/database.ts';
import type { Program } from '../support/program.ts';
import { countPosted, startClaimants } from './claimants.ts';
import { prepareRollbacks, rollbackFigure } from './rollbacks.ts';

const PER_SECOND = 20;
const DWELL_MS = 15_000;
const REPLICA_AWAY_MS = 5_000;
const SHIFTED_CLOCK = path.join(REPOSITORY, 'e2e/drill/shifted-clock.mjs');
const COMMAND = 'npm run cluster:faults';

/** What people meet while `fault` lasts. */
async function underFault(
  what: string,
  cluster: AtHand,
  program: Program,
  fault: () => Promise<void>,
): Promise<Figure[]> {
  const load = startLoad(cluster.layout.origin, PER_SECOND);
  const claimants = startClaimants(program);
  try {
    await fault();
  } finally {
    await load.end();
    await claimants.end();
  }
  const { claims, failed } = claimants;
  for (const line of [...load.failed, ...failed].slice(0, 10)) process.stdout.write(`  ${line}\n`);
  const sandbox = cluster.layout.members.find(({ role }) => role === 'sandbox');
  const { mailings, missing, twice } = await countPosted(program, sandbox?.environment['DATA_DIR'] ?? '', claims);
  return [
    {
      what: `${what}: requests failed`,
      measured: `${load.failed.length} of ${load.sent()}`,
      limit: 'none',
      isReached: load.failed.length === 0,
    },
    {
      what: `${what}: people who could not finish their claim`,
      measured: `${failed.length} of ${claims.length + failed.length}`,
      limit: 'none',
      isReached: failed.length === 0 && claims.length > 0,
    },
    {
      what: `${what}: letters at the carrier`,
      measured: `${mailings}, ${missing} missing, ${twice} twice`,
      limit: 'each once',
      isReached: missing === 0 && twice === 0,
    },
  ];
}

const shiftOf = (shiftMs: number): string =>
  shiftMs === 0 ? 'with the same clock' : `${shiftMs > 0 ? 'ahead' : 'behind'} by a minute`;

/** The second process of each role has another clock than the first and the database; with 0, the same, for comparison. */
async function clocks(cluster: AtHand, program: Program, shiftMs: number): Promise<Figure[]> {
  const names = cluster.layout.members.map(({ name }) => name).filter((name) => name.endsWith('-2'));
  const what = `a process of each role ${shiftOf(shiftMs)}`;
  for (const name of shiftMs === 0 ? [] : names)
    await cluster.ask('restart', name, `CLOCK_SHIFT_MS=${shiftMs}`, `NODE_OPTIONS=--import=${SHIFTED_CLOCK}`);
  const rollbacks = await prepareRollbacks(cluster, program);
  const rollback: Figure[] = [];
  const figures = await underFault(what, cluster, program, async () => {
    await wait(DWELL_MS);
    rollback.push(await rollbackFigure(what, rollbacks));
  });
  await rollbacks.end();
  for (const name of shiftMs === 0 ? [] : names) await cluster.ask('restart', name);
  return [...figures, ...rollback];
}

async function replica(cluster: AtHand, program: Program): Promise<Figure[]> {
  const status = await cluster.ask('status');
  const primary = Number(/primary\s+127\.0\.0\.1:(\d+)/.exec(status.at(-1) ?? '')?.[1]);
  const index = cluster.layout.ports.postgres.findIndex((port) => port !== primary);
  const address = new URL(program.env['DATABASE_URL'] ?? '');
  address.port = String(cluster.layout.ports.postgres[index]);
  const onReplica = (sql: string) => select({ dataDir: '', env: { DATABASE_URL: address.href } }, sql);
  const lagging = await underFault('a replica that receives and does not replay', cluster, program, async () => {
    await onReplica('select pg_wal_replay_pause()');
    await wait(DWELL_MS);
    await onReplica('select pg_wal_replay_resume()');
  });
  const name = `postgres-${index + 1}`;
  const away = await underFault(
    `a replica that is away for ${REPLICA_AWAY_MS / 1_000} s`,
    cluster,
    program,
    async () => {
      await wait(2_000);
      await cluster.ask('lose', name);
      await wait(REPLICA_AWAY_MS);
      await cluster.ask('start', name);
      await wait(DWELL_MS);
    },
  );
  return [...lagging, ...away];
}

const startedAt = new Date();
const proof = openClusterProof(COMMAND);
const cluster = await clusterAtHand();
try {
  const program = await joinCluster();
  const figures = [
    ...(await clocks(cluster, program, 0)),
    ...(await clocks(cluster, program, 60_000)),
    ...(await clocks(cluster, program, -60_000)),
    ...(await replica(cluster, program)),
  ];
  const about = `${PER_SECOND} requests a second and people who pay for claims. The database has the machine’s clock. While the replica is away, what must be written waits for it.`;
  await keepDrilled(proof, { title: 'Clocks and replica', command: COMMAND, about, figures }, startedAt);
} finally {
  await cluster.end();
}
