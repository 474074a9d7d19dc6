import type { Rollout } from '@redress/contracts/release-api';
import type { Cohorts, RolloutRule } from '@redress/contracts/releases';
import { beginServing } from '../channels/served-builds.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { changeRows, removeRows, rowsWith } from '../store/rows.ts';
import type { Db, RowOf, SnapshotBuilds } from '../store/schema.ts';

/** A build that a share of the visitors of a channel has. */
export type RolloutRow = RowOf<'rollout'>;

const PARTS_OF_A_PERCENT = 100;
export const bucketsOf = (percent: number): number => Math.round(percent * PARTS_OF_A_PERCENT);
export const percentOf = ({ buckets }: { buckets: number }): number => buckets / PARTS_OF_A_PERCENT;

export const ruleOf = ({ remote, build_id, base_build_id, buckets, salt, cohorts }: RolloutRow): RolloutRule => ({
  remote,
  build: build_id,
  base: base_build_id,
  buckets,
  salt,
  ...(cohorts ? { cohorts } : {}),
});

/** `null` for one that names nobody. */
export const namedCohorts = (cohorts: Cohorts): Cohorts | null => (Object.keys(cohorts).length > 0 ? cohorts : null);

export const shownRollout = (row: RolloutRow, version: string): Rollout => ({
  buildId: row.build_id,
  version,
  percent: percentOf(row),
  cohorts: row.cohorts,
  state: row.state,
  next: row.next,
  nextAt: row.next_at?.toISOString() ?? null,
  actor: row.actor,
  startedAt: row.started_at.toISOString(),
  reason: row.reason,
});

/** By name, so that variants are made and named in one order. */
export const readRollouts = (db: Db, channel: string): Promise<RolloutRow[]> =>
  rowsWith(db, 'rollout', { channel }).orderBy('remote').execute();

/** What the channel serves with these builds in place of everybody's; back from each of them leads to that one. */
export const withRollouts = (builds: SnapshotBuilds, rollouts: readonly RolloutRow[]): SnapshotBuilds => ({
  ...builds,
  ...Object.fromEntries(
    rollouts.map(({ remote, build_id, base_build_id }) => [remote, { current: build_id, lastGood: base_build_id }]),
  ),
});

/** Each combination of them, none of them first. */
export const combinations = <T>(items: readonly T[]): T[][] =>
  items.reduce<T[][]>((all, item) => [...all, ...all.map((some) => [...some, item])], [[]]);

/**
 * Those that go on with what the channel serves next: a remote that is switched off or gone, has the build by now, or
 * another one than the share was compared with, is one build for everybody.
 */
export const runningRollouts = (
  rollouts: readonly RolloutRow[],
  { builds, off }: { builds: SnapshotBuilds; off: readonly string[] },
): RolloutRow[] =>
  rollouts
    .filter(({ remote, base_build_id }) => !off.includes(remote) && builds[remote]?.current === base_build_id)
    .toSorted((one, other) => (one.remote < other.remote ? -1 : 1));

/** @throws {ReleaseRefusal} `ROLLING_OUT`: what a share of the visitors has would go, without anybody having decided it */
export function assertNoOtherRollsOut(rollouts: readonly RolloutRow[], remote: string, buildId?: string): void {
  const rolling = rollouts.find((row) => row.remote === remote);
  if (!rolling || rolling.build_id === buildId) return;
  const share = `${percentOf(rolling)} % of the visitors`;
  throw new ReleaseRefusal('ROLLING_OUT', `${remote} ${rolling.build_id} rolls out to ${share}.`);
}

/** @throws {ReleaseRefusal} `CHANGED_MEANWHILE` when a step was due and somebody paused the rollout since, or set another share */
export function assertStillDue(
  rollouts: readonly RolloutRow[],
  remote: string,
  { isStep, seen }: { isStep?: boolean | undefined; seen?: number | undefined },
): void {
  const row = rollouts.find((each) => each.remote === remote);
  if (!isStep || (row?.state === 'running' && row.number === seen)) return;
  throw new ReleaseRefusal('CHANGED_MEANWHILE', `The rollout of ${remote} was changed while its step was due.`);
}

/** Enters what rolls out with a snapshot: builds that begin to serve a share, and those that no longer do. */
export async function recordRollouts(
  db: Db,
  { channel, number, at }: { channel: string; number: number; at: Date },
  rollouts: readonly RolloutRow[],
): Promise<void> {
  const before = await readRollouts(db, channel);
  if (before.length === 0 && rollouts.length === 0) return;
  const isIn = (rows: readonly RolloutRow[], { remote, build_id }: RolloutRow) =>
    rows.some((row) => row.remote === remote && row.build_id === build_id);
  for (const ended of before.filter((row) => !isIn(rollouts, row))) {
    const { remote, build_id } = ended;
    // A build that was promoted serves on.
    const rolled = { channel, remote, build_id, since_kind: 'rollout' } as const;
    await changeRows(db, 'served_build', rolled, { last_number: number - 1, last_at: at });
  }
  await removeRows(db, 'rollout', { channel });
  for (const row of rollouts) {
    const { next, cohorts, ...rest } = row;
    await db
      .insertInto('releases.rollout')
      .values({
        ...rest,
        next: next && JSON.stringify(next),
        cohorts: cohorts && JSON.stringify(cohorts),
      })
      .execute();
    if (isIn(before, row)) continue;
    const { remote, build_id } = row;
    await beginServing(db, { channel, number, kind: 'rollout', at }, { remote, build_id });
  }
}
