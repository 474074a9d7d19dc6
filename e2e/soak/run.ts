/**
 * `npm run soak`: 300 wizards file claims in a cluster of its own for 30 minutes (`--minutes=2` for a short one) while two
 * tabs stay open and releases change; then says whether memory, event loops, queue or tables grew. `--proof` writes its page in docs/proof.
 */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openProof } from '@redress/tools/proof';
import { idleClock } from './idle-clock.ts';
import { judgeSeries, judgeTables } from './judge.ts';
import { takeTurns } from './releases-meanwhile.ts';
import { printReport, proofBody, type SoakResult } from './report.ts';
import { clusterToSoak } from './soak-cluster.ts';
import { openTabs } from './tabs.ts';
import { createTally } from './tally.ts';
import { BEGIN_MS, warmUpPace } from './warm-up-pace.ts';
import { startWatch } from './watch.ts';
import { fileClaim } from './wizard.ts';

const { values } = parseArgs({
  options: {
    wizards: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '30' },
    proof: { type: 'boolean', default: false },
  },
});
const WIZARDS = Number(values.wizards);
const MINUTES = Number(values.minutes);
/** Until every kind of call was made often and compiled; and in a long run until caches and pools are full. */
const WARM_UP_MS = Math.max(BEGIN_MS, (MINUTES * 60_000) / 6);
const WARM_UP_MORE_MS = 480_000;
const RELEASE_MS = Math.min(60_000, (MINUTES * 60_000) / 8);
const DRAIN_LIMIT_MS = 120_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function soak(): Promise<SoakResult> {
  const cluster = await clusterToSoak();
  const stops: (() => Promise<unknown>)[] = [() => cluster.end()];
  // What fails beside the wizards ends the soak at once, and the cluster with it.
  const broken = new AbortController();
  const failed = (error: Error) => broken.abort(error);
  const pause = (ms: number) => wait(ms, null, { signal: broken.signal });
  const stop = new AbortController();
  try {
    const tally = createTally();
    const endTurns = await takeTurns(cluster, RELEASE_MS, failed);
    stops.push(endTurns);
    const tabs = await openTabs(cluster, failed);
    stops.push(() => tabs.stop());
    const watch = await startWatch(cluster, failed);
    stops.push(() => watch.stop());
    say(`${WIZARDS} wizards; ${Math.round(WARM_UP_MS / 1000)} s or more to warm up, then ${MINUTES} minutes`);
    let number = 0;
    const startedAt = performance.now();
    let isWarm = false;
    const how = { stop: stop.signal, pace: () => (isWarm ? 1 : warmUpPace(tally.calmMs())) };
    const wizards = Array.from({ length: WIZARDS }, async (_, index) => {
      await wait((index / WIZARDS) * BEGIN_MS, null, { signal: stop.signal }).catch(() => {});
      while (!stop.signal.aborted) {
        await fileClaim(cluster, tally, (number += 1), how).catch(async (error: Error) => {
          if (stop.signal.aborted) return;
          tally.failed(error);
          await wait(1_000);
        });
      }
    });
    await pause(WARM_UP_MS);
    // Threads and caches are as full as they get when as many claims are filed as there are wizards; a busy machine takes longer.
    for (const last = performance.now() + WARM_UP_MORE_MS; tally.counts().posted < WIZARDS; await pause(1_000))
      if (performance.now() > last) break;
    const warmUpSeconds = Math.round((performance.now() - startedAt) / 1000);
    isWarm = true;
    const from = performance.now();
    const idleOf = idleClock();
    const begun = tally.counts();
    const [callsBefore, refusalsBefore] = [tally.calls(), tally.refusals()];
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      await pause(60_000);
      const { posted, paid } = tally.counts();
      say(
        `minute ${minute}: ${tally.calls()} calls, ${paid} paid, ${posted} posted, ${tally.refusals()} asked to come later, ${tally.failures().count} failed`,
      );
    }
    const until = performance.now();
    const idle = idleOf();
    stop.abort();
    await Promise.all(wizards);
    const turns = (await stops.splice(stops.indexOf(endTurns), 1)[0]?.()) as number;
    const left = await drain(watch.dueJobs);
    await tabs.stop();
    await watch.stop();
    stops.length = 1;
    const looks = watch.tables.filter(({ at }) => at >= from);
    const [first, last] = [looks[0], looks.at(-1)];
    if (!first || !last) throw new Error('The tables were not looked at.');
    const series = new Map([...watch.series, ...tabs.series, ['calls, p99 in ms', tally.latency()] as const]);
    const within = new Map([...series].map(([name, all]) => [name, all.filter(({ at }) => at <= until)]));
    const after = tally.counts();
    return {
      wizards: WIZARDS,
      minutes: MINUTES,
      warmUpSeconds,
      counts: after,
      calls: tally.calls(),
      stretch: { calls: tally.calls() - callsBefore, refusals: tally.refusals() - refusalsBefore, idle },
      refusalsBefore,
      failures: tally.failures(),
      turns,
      jobsLeft: left,
      tabErrors: tabs.errors,
      restarted: await watch.restarted(),
      series: judgeSeries(within, { from, idle }),
      tables: judgeTables([first.rows, last.rows], { claims: after.begun - begun.begun + WIZARDS, releases: turns }),
    };
  } finally {
    stop.abort();
    for (const stop of stops.toReversed()) await stop().catch((error: Error) => say(error.message));
  }
}

/** @returns the jobs that are still due two minutes after the last act; 0 when all are done sooner */
async function drain(dueJobs: () => Promise<number>): Promise<number> {
  for (const end = Date.now() + DRAIN_LIMIT_MS; ; await wait(1_000)) {
    const left = await dueJobs();
    if (left === 0 || Date.now() > end) return left;
  }
}

if (!existsSync('/proc/self/status'))
  throw new Error('The memory of processes is read from /proc, which only Linux has.');
const proof = openProof({
  name: 'soak',
  title: 'Wizards, and whether anything grows',
  command: ['npm run soak -- --proof', ...process.argv.slice(2).filter((each) => each !== '--proof')].join(' '),
  database: 'PostgreSQL with a streaming replica (e2e/cluster)',
  chromium: true,
});
const result = await soak();
printReport(result, say);
const body = proofBody(result);
if (values.proof) say(await proof.write(body));
process.exitCode = body.notReached.length === 0 ? 0 : 1;
