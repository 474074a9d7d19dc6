import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeptProcess } from './kept-process.ts';
import { OWNER, postgresServer, type PostgresPlace, type PostgresServer } from './postgres-server.ts';

interface Side {
  server: PostgresServer;
  process?: KeptProcess;
}

/** Starts both. @returns nothing; each has its process as soon as it runs */
async function startBoth(primary: Side, replica: Side): Promise<void> {
  const isNew = !primary.server.isThere();
  if (isNew) await primary.server.create();
  primary.process = await primary.server.start();
  if (isNew) await primary.server.ask(`create database ${OWNER}`);
  // Also after a failover that was cut off: what the former primary holds has been replaced.
  const isCopied = replica.server.isReplica();
  if (!isCopied) await replica.server.copyFrom(primary.server);
  replica.process = await replica.server.start();
  if (!isCopied) await primary.server.waitForReplica();
}

/** A primary and a replica that streams from it. Which of the two is which changes with a failover. */
export async function startPostgresPair(place: PostgresPlace & { ports: readonly [number, number] }) {
  const [first, second] = place.ports.map((port, index): Side => ({
    server: postgresServer(place, index + 1, port),
  })) as [Side, Side];
  /** Which of the two takes writes, from the moment of a promotion: the files of a former primary look like a primary's. */
  const noteFile = path.join(place.folder, 'postgres.primary');
  const noted = existsSync(noteFile) ? Number(readFileSync(noteFile, 'utf8')) : Number(first.server.isReplica());
  let [primary, replica] = noted === 1 && second.server.isThere() ? [second, first] : [first, second];
  const stop = async () => {
    // The replica first: a primary that waits for it would not end.
    await replica.process?.stop();
    await primary.process?.stop();
  };
  try {
    await startBoth(primary, replica);
  } catch (error) {
    await stop();
    throw error;
  }

  const failOver = async (onPrimary: (port: number) => void) => {
    await primary.process?.end();
    // The synchronous standby of the configuration is this server itself after the promotion.
    await replica.server.promote();
    writeFileSync(noteFile, String([first, second].indexOf(replica)));
    await replica.server.waitForNobody();
    [primary, replica] = [replica, primary];
    onPrimary(primary.server.port);
    await replica.server.copyFrom(primary.server);
    await replica.process?.restart();
    await primary.server.waitForReplica();
  };
  let isFailingOver = false;
  return {
    /** Port of the one that takes writes. */
    primary: () => primary.server.port,
    processes: () => [first, second].flatMap(({ process }) => process ?? []),
    /** Kills the primary as a fault would, and makes the replica the primary. The former one comes back as its replica. */
    async failover(onPrimary: (port: number) => void): Promise<void> {
      // The second one would take the data of both away.
      if (isFailingOver) throw new Error('A failover is under way.');
      isFailingOver = true;
      await failOver(onPrimary).finally(() => (isFailingOver = false));
    },
    stop,
  };
}
export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;
