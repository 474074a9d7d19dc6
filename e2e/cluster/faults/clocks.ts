/** A process of each role a minute ahead, then a minute behind; a replica that does not replay what it receives, then one that is away. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { REPOSITORY } from '../rehearsal/places.ts';
import type { Figure } from '../rehearsal/proof-page.ts';
import { ask } from '../../support/database.ts';
import { prepareRollbacks, rollbackFigure } from '../rollbacks.ts';
import { servers, underFault, type Drilling } from './under-fault.ts';

const DWELL_MS = 15_000;
const REPLICA_AWAY_MS = 5_000;
const SHIFTED_CLOCK = path.join(REPOSITORY, 'e2e/drill/shifted-clock.mjs');

const shiftOf = (shiftMs: number): string =>
  shiftMs === 0 ? 'with the same clock' : `${shiftMs > 0 ? 'ahead' : 'behind'} by a minute`;

/** The second process of each role has another clock than the first and the database; with 0, the same, for comparison. */
async function clocks(drilling: Drilling, shiftMs: number): Promise<Figure[]> {
  const { cluster, program } = drilling;
  const names = cluster.layout.members.map(({ name }) => name).filter((name) => name.endsWith('-2'));
  const what = `a process of each role ${shiftOf(shiftMs)}`;
  for (const name of shiftMs === 0 ? [] : names)
    await cluster.ask('restart', name, `CLOCK_SHIFT_MS=${shiftMs}`, `NODE_OPTIONS=--import=${SHIFTED_CLOCK}`);
  const rollbacks = await prepareRollbacks(cluster, program);
  const rollback: Figure[] = [];
  const figures = await underFault(what, drilling, async () => {
    await wait(DWELL_MS);
    rollback.push(await rollbackFigure(what, rollbacks));
  });
  await rollbacks.end();
  for (const name of shiftMs === 0 ? [] : names) await cluster.ask('restart', name);
  return [...figures, ...rollback];
}

async function replica(drilling: Drilling): Promise<Figure[]> {
  const { cluster, program } = drilling;
  const { name, port } = (await servers(drilling)).replica;
  const address = new URL(program.env['DATABASE_URL'] ?? '');
  address.port = String(port);
  const lagging = await underFault('a replica that receives and does not replay', drilling, async () => {
    await ask(address.href, 'select pg_wal_replay_pause()');
    await wait(DWELL_MS);
    await ask(address.href, 'select pg_wal_replay_resume()');
  });
  const away = await underFault(`a replica that is away for ${REPLICA_AWAY_MS / 1_000} s`, drilling, async () => {
    await wait(2_000);
    await cluster.ask('lose', name);
    await wait(REPLICA_AWAY_MS);
    await cluster.ask('start', name);
  });
  return [...lagging, ...away];
}

export const clocksAndReplica = async (drilling: Drilling): Promise<Figure[]> => [
  ...(await clocks(drilling, 0)),
  ...(await clocks(drilling, 60_000)),
  ...(await clocks(drilling, -60_000)),
  ...(await replica(drilling)),
];
