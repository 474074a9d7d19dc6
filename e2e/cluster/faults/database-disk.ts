/** The disk of PostgreSQL fills: its data and its log of changes are on one. */
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCluster } from '../rehearsal/running-cluster.ts';
import type { Figure } from '../rehearsal/proof-page.ts';
import { ask } from '../../support/database.ts';
import { mountDisk, whyNoDisk, type SmallDisk } from './disks.ts';
import { NEED_DATABASE, readiness, sayingFigure, servers, underFault, type Drilling } from './under-fault.ts';

const FULL_MS = 20_000;
/** What the server may write until the disk is filled. */
const ROOM_MB = 512;
/** Prepared files of the log: more than a server of these settings keeps. */
const MOST_SEGMENTS = 200;

/** Puts the data of a server of the cluster on a small disk. @returns the disk, and brings the data back */
async function onSmallDisk(cluster: RunningCluster, name: string): Promise<{ disk: SmallDisk; end(): Promise<void> }> {
  const data = path.join(cluster.layout.folder, name);
  const usedMb = Number(execFileSync('du', ['-sm', data], { encoding: 'utf8' }).split('\t')[0]);
  const disk = mountDisk(usedMb + ROOM_MB);
  const own = path.join(disk.folder, 'data');
  await cluster.ask('stop', name);
  execFileSync('cp', ['-a', data, own]);
  execFileSync('chmod', ['755', disk.folder]);
  execFileSync('mount', ['--bind', own, data]);
  await cluster.ask('start', name);
  return {
    disk,
    async end() {
      disk.makeRoom();
      await cluster.ask('stop', name);
      execFileSync('umount', [data]);
      const copied = `${data}.copied`;
      rmSync(copied, { recursive: true, force: true });
      execFileSync('cp', ['-a', own, copied]);
      rmSync(data, { recursive: true });
      renameSync(copied, data);
      disk.remove();
      await cluster.ask('start', name);
    },
  };
}

/** Asks for a new file of the log until there is no room for one. @returns what ended it */
async function useUpLog(databaseUrl: string): Promise<string> {
  for (let segment = 0; segment < MOST_SEGMENTS; segment += 1) {
    try {
      // An empty one is not left: something has to be in it.
      await ask(databaseUrl, "select pg_logical_emit_message(false, 'drill', 'x')");
      await ask(databaseUrl, 'select pg_switch_wal()');
    } catch (error) {
      return (error as Error).message;
    }
  }
  return `${MOST_SEGMENTS} files of the log had room`;
}

export async function databaseDisk(drilling: Drilling): Promise<Figure[]> {
  const { cluster, program } = drilling;
  const what = `PostgreSQL on a disk that is full for ${FULL_MS / 1_000} s`;
  const why = whyNoDisk();
  if (why !== null) return [{ what, measured: `not tried: ${why}`, isReached: false }];
  const { name, port } = (await servers(drilling)).primary;
  const direct = new URL(program.env['DATABASE_URL'] ?? '');
  direct.port = String(port);
  const { disk, end } = await onSmallDisk(cluster, name);
  try {
    await cluster.untilAllReady();
    const said: Figure[] = [];
    const figures = await underFault(
      what,
      drilling,
      async () => {
        disk.fill();
        const startedAt = performance.now();
        const ended = await useUpLog(direct.href);
        said.push({ what: `${what}: what a client of the server met`, measured: ended, isReached: true });
        await wait(Math.max(0, FULL_MS / 2 - (performance.now() - startedAt)));
        said.push(
          sayingFigure(`${what}: /readyz names it`, await readiness(drilling, NEED_DATABASE), 503, /DATABASE_URL/),
        );
        await wait(FULL_MS / 2);
        disk.makeRoom();
      },
      { stops: 'database' },
    );
    return [...figures, ...said];
  } finally {
    await end();
    await cluster.untilAllReady();
  }
}
