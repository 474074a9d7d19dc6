/** The network to the database is cut without a word, or forgets its connections; PostgreSQL is full, ends at once, or has no room. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '../rehearsal/proof-page.ts';
import { startDatabaseProxy } from '@redress/database/testing';
import pg from 'pg';
import { databaseDisk } from './database-disk.ts';
import { NEED_DATABASE, readiness, sayingFigure, servers, underFault, type Drilling } from './under-fault.ts';

const CUT_MS = 20_000;
const FULL_MS = 15_000;
const STOPS = { stops: 'database' } as const;

/** Takes every connection that the server has left. @returns gives them back */
async function takeConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    try {
      await client.connect();
      taken.push(client);
    } catch (error) {
      if ((error as { code?: string }).code !== '53300') throw error;
      break;
    }
  }
  return async () => void (await Promise.all(taken.map((client) => client.end())));
}

async function endAtOnce(drilling: Drilling): Promise<void> {
  const { primary } = await servers(drilling);
  const pidFile = path.join(drilling.cluster.layout.folder, primary.name, 'postmaster.pid');
  // What `pg_ctl stop -m immediate` sends. It is started again.
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
}

export async function database(drilling: Drilling): Promise<Figure[]> {
  const { cluster, program } = drilling;
  const databaseUrl = program.env['DATABASE_URL'] ?? '';
  const members = cluster.layout.members.filter(({ role }) => NEED_DATABASE.includes(role));
  const proxy = await startDatabaseProxy(databaseUrl);
  const figures: Figure[] = [];
  try {
    for (const { name } of members)
      await cluster.ask('restart', name, `DATABASE_URL=${proxy.url}`, `DATABASE_DIRECT_URL=${proxy.url}`);
    const cut = `a network to the database that carries nothing for ${CUT_MS / 1_000} s`;
    figures.push(
      ...(await underFault(
        cut,
        drilling,
        async () => {
          proxy.hold();
          await wait(CUT_MS / 2);
          figures.push(
            sayingFigure(`${cut}: /readyz names it`, await readiness(drilling, NEED_DATABASE), 503, /DATABASE_URL/),
          );
          await wait(CUT_MS / 2);
          proxy.goOn();
        },
        STOPS,
      )),
      ...(await underFault(
        'a network that has forgotten every connection to the database',
        drilling,
        async () => proxy.forget(),
        STOPS,
      )),
      ...(await underFault(
        `a PostgreSQL without a connection left for ${FULL_MS / 1_000} s`,
        drilling,
        async () => {
          const giveBack = await takeConnections(databaseUrl);
          await wait(FULL_MS);
          await giveBack();
        },
        STOPS,
      )),
      ...(await underFault('a PostgreSQL that is ended at once', drilling, () => endAtOnce(drilling), STOPS)),
    );
  } finally {
    proxy.goOn();
    for (const { name } of members) await cluster.ask('restart', name);
    proxy.close();
  }
  return [...figures, ...(await databaseDisk(drilling))];
}
