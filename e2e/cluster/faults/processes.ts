/** Worker processes killed while they make letters, 30 s without any worker process, and full disks. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '../rehearsal/proof-page.ts';
import { figureOfRollbacks, prepareRollbacks } from '../rollbacks.ts';
import { mountDisk, whyNoDisk, type SmallDisk } from './disks.ts';
import { underFault, type Drilling } from './under-fault.ts';

const KILLS = 6;
const KILL_EVERY_MS = 10_000;
const NO_WORKER_MS = 30_000;
const FULL_MS = 20_000;
const DISK_MB = 64;
/** As `mailedCode` says it. A worker's job is another's 25 s after it was killed. */
const LATE_CODE = {
  what: 'did not get their code within 15 s',
  words: /Timeout 15000ms exceeded while waiting on the predicate/,
};
const WORKERS = ['worker-1', 'worker-2'] as const;

/** As the kernel does when memory is short: without a word. */
const killedWorkers = (drilling: Drilling): Promise<Figure[]> =>
  underFault(
    `workers killed every ${KILL_EVERY_MS / 1_000} s, ${KILLS} times`,
    drilling,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await wait(KILL_EVERY_MS);
        await drilling.cluster.ask('kill', WORKERS[kill % WORKERS.length] as string);
      }
    },
    { kills: true, mayMeet: LATE_CODE },
  );

const queueOfNobody = (drilling: Drilling): Promise<Figure[]> =>
  underFault(
    `no worker for ${NO_WORKER_MS / 1_000} s`,
    drilling,
    async () => {
      for (const name of WORKERS) await drilling.cluster.ask('stop', name);
      await wait(NO_WORKER_MS);
      for (const name of WORKERS) await drilling.cluster.ask('start', name);
    },
    { mayMeet: LATE_CODE },
  );

async function fullDisks(drilling: Drilling): Promise<Figure[]> {
  const { cluster, program } = drilling;
  const what = `the disk of one process of each role is full for ${FULL_MS / 1_000} s`;
  const why = whyNoDisk();
  if (why !== null) return [{ what, measured: `not tried: ${why}`, isReached: false }];
  const disks: SmallDisk[] = [];
  const names = cluster.layout.members.map(({ name }) => name).filter((name) => name.endsWith('-2'));
  try {
    for (const name of names) {
      const disk = mountDisk(DISK_MB);
      disks.push(disk);
      await cluster.ask('restart', name, `DATA_DIR=${path.join(disk.folder, 'data')}`);
    }
    const rollbacks = await prepareRollbacks(cluster, program);
    let rollbackMs = Number.NaN;
    const figures = await underFault(what, drilling, async () => {
      for (const disk of disks) disk.fill();
      await wait(FULL_MS / 2);
      rollbackMs = await rollbacks.measure();
      await wait(FULL_MS / 2);
      for (const disk of disks) disk.makeRoom();
    });
    await rollbacks.end();
    return [...figures, figureOfRollbacks(what, [rollbackMs])];
  } finally {
    for (const name of names) await cluster.ask('restart', name);
    for (const disk of disks) disk.remove();
  }
}

export const processes = async (drilling: Drilling): Promise<Figure[]> => [
  ...(await killedWorkers(drilling)),
  ...(await queueOfNobody(drilling)),
  ...(await fullDisks(drilling)),
];
