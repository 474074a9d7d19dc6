/** The replica stays away for a minute: no commit is acknowledged meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '../rehearsal/proof-page.ts';
import { select } from '../../support/database.ts';
import { servers, underFault, type Drilling } from './under-fault.ts';
import { startReads } from './reads.ts';

const AWAY_MS = 60_000;

export async function replica(drilling: Drilling): Promise<Figure[]> {
  const { cluster, program } = drilling;
  const { name } = (await servers(drilling)).replica;
  const what = `a replica that is away for ${AWAY_MS / 1_000} s`;
  const reads = await startReads(program);
  let connections = Number.NaN;
  const figures = await underFault(
    what,
    drilling,
    async () => {
      await cluster.ask('lose', name);
      await wait(AWAY_MS);
      const sql = "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'";
      [{ count: connections } = { count: Number.NaN }] = await select<{ count: number }>(program, sql).catch(() => []);
      await cluster.ask('start', name);
    },
    { stops: 'database' },
  );
  const { asked, failed } = await reads.end();
  for (const line of failed.slice(0, 5)) process.stdout.write(`  read: ${line}\n`);
  return [
    ...figures,
    {
      what: `${what}: looks at a draft that failed`,
      measured: `${failed.length} of ${asked}`,
      limit: 'none',
      isReached: failed.length === 0,
    },
    {
      what: `${what}: connections of PostgreSQL at its end`,
      measured: Number.isNaN(connections) ? 'none left to ask it' : String(connections),
      limit: 'some left',
      isReached: !Number.isNaN(connections),
    },
  ];
}
