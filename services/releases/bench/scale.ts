/**
 * `npm run bench:release-scale`: what a promotion and a rollback take with 30 remotes of 5,000 releases each, beside 5
 * remotes of 50. Rows of old releases are written by SQL; the acts are the service's own. `--proof` writes its part of
 * docs/proof.md.
 */
import { withMigrationDatabase } from '@redress/database';
import { openProof, percentile, postgres, proofTable, proofWanted } from '@redress/tools/proof';
import type { Db } from '../src/store/schema.ts';
import { aReleaseWorld, aRemote, aShell, MANAGER, rollBackOne } from '../src/testing/index.ts';
import { CHANNEL, fillReleases } from './many-rows.ts';

const ROUNDS = 60;
/** Rounds that are not counted: code is compiled and builds are read for the first time. */
const WARM_UP = 10;
const SIZES = [
  [5, 50],
  [30, 50],
  [30, 5_000],
] as const;
/** A rollback among many releases may take this much more than among few. */
const MOST_MORE = 1.1;
const MOST_SNAPSHOTS = 20_000;

/** A remote with a page of its own. */
const aPage = (name: string, buildId: string, version: string) =>
  aRemote({
    name,
    owner: 'team-wizard',
    buildId,
    version,
    change({ config }) {
      config.routes = [{ path: `/${name}`, layout: 'public', documentClass: 'public', title: name }];
    },
  });

/** A channel with so many remotes and releases, and one round of acts on it. */
async function prepare(remotes: number, releases: number) {
  const world = await aReleaseWorld();
  const names = Array.from({ length: remotes }, (_, index) => `mf-r${index}`);
  const first = names.map((name) => aPage(name, 'a1', '1.0.0'));
  await world.release(aShell(), ...first);
  const remote = names[0] as string;
  const second = aPage(remote, 'b2', '1.1.0');
  await world.publish(second);
  // Without the limits of time that the service's own connections have.
  const snapshots = Math.min(releases * remotes, MOST_SNAPSHOTS);
  await withMigrationDatabase(world.databaseUrl, (db) => fillReleases(db as Db, names, { each: releases, snapshots }));
  const { buildId } = second.descriptor;
  await world.core.channels.promote(CHANNEL, [{ name: remote, buildId }], MANAGER);
  const figures = { rollback: [] as number[], promote: [] as number[] };
  return {
    label: `${remotes} x ${releases}`,
    figures,
    close: () => world.close(),
    async round() {
      const started = performance.now();
      const { to } = await rollBackOne(world.core.channels, CHANNEL, remote, MANAGER, { reason: 'bench' });
      figures.rollback.push(performance.now() - started);
      if (to !== first[0]?.descriptor.buildId) throw new Error(`Rolled back to ${to}.`);
      const again = performance.now();
      const build = { name: remote, buildId, evenIfBad: true };
      await world.core.channels.promote(CHANNEL, [build], MANAGER);
      figures.promote.push(performance.now() - again);
    },
  };
}

const proof = openProof({
  name: 'release-scale',
  title: 'Rollback among many releases',
  command: 'npm run bench:release-scale -- --proof',
  database: postgres(),
});
const acts = ['rollback', 'promote'] as const;
const rows: string[][] = [];
const medians = new Map<string, number>();
const channels = [];
for (const [remotes, releases] of SIZES) channels.push(await prepare(remotes, releases));
// In turns: what else the machine does falls on all of them.
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  // Another one begins each time: what the one before leaves to be written falls on the next.
  const first = round % channels.length;
  for (const { round: run } of [...channels.slice(first), ...channels.slice(0, first)]) await run();
}
for (const { label, figures, close } of channels) {
  for (const act of acts) {
    const measured = figures[act].slice(WARM_UP);
    const [p50, p95] = [percentile(measured, 0.5), percentile(measured, 0.95)];
    medians.set(`${act} ${label}`, p50);
    rows.push([act, label, p50.toFixed(1), p95.toFixed(1), proof.load()]);
  }
  await close();
}
const table = proofTable(['act', 'remotes x releases', 'p50, ms', 'p95, ms', 'load average'], rows);
const timesAsLong = (act: string, against: string) =>
  (medians.get(`${act} 30 x 5000`) ?? 0) / (medians.get(`${act} ${against}`) ?? 1);
const notReached = acts.flatMap((act) => {
  const few = timesAsLong(act, '5 x 50');
  if (few <= MOST_MORE) return [];
  const same = timesAsLong(act, '30 x 50').toFixed(2);
  return [
    `A ${act} with 30 x 5,000 at most 10 % slower than with 5 x 50: ${few.toFixed(2)} times as long; ${same} times as long as with 30 x 50.`,
  ];
});
process.stdout.write(`${table}\n${notReached.join('\n')}\n`);
if (proofWanted()) {
  const said = `${ROUNDS} of each, in turns. Of old snapshots at most ${MOST_SNAPSHOTS} rows are written.`;
  process.stdout.write(`${await proof.write({ body: `${said}\n\n${table}`, notReached })}\n`);
}
