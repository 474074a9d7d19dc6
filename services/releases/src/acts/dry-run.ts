import type { DryRun } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { diffBuilds } from '../channels/diff.ts';
import type { TriedChannels } from '../channels/channels.ts';
import type { Served as After } from '../channels/channel-change.ts';
import { shellFirst } from '../channels/channel-reads.ts';
import type { Rehearsed } from '../channels/rehearsal.ts';
import { completeBuilds } from '../channels/complete-builds.ts';
import { readBuildSet } from '../gate/build-set.ts';
import { dependentsOf } from '../gate/dependents.ts';
import { checkTypes } from '../gate/types.ts';
import type { Actor } from '../http/actor.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { InputOf } from '../release-operations.ts';
import { isReleaseRefusal, type ReleaseRefusal } from '../refusal.ts';
import { percentOf, withRollouts } from '../rollouts/rollouts.ts';
import { channelActs, ofKnownChannels } from './channel-acts.ts';
import { obstacleOf } from './obstacle.ts';

type Asked = InputOf<'dryRun'>;
type Core = Pick<ReleaseCore, 'channels' | 'registry' | 'files' | 'db'>;

/** Stands for the reason that is not given yet: it is asked for with the act, and this one is kept nowhere. */
const NO_REASON = 'only tried';

/**
 * Tries a call of the contract: the act itself up to where it would write, in a transaction that is rolled back.
 * @see Rehearsal
 */
export async function dryRun(core: ReleaseCore, asked: Asked, actor: Actor): Promise<DryRun> {
  const { channel } = asked;
  let confirmWithinMinutes: number | null = null;
  const tried = await core.channels.rehearse((channels) =>
    actOf(core, channels, asked, actor, (minutes) => void (confirmWithinMinutes = minutes)),
  );
  // Each by itself: of several builds everything that is lost is named.
  const lost = (tried.wanted?.begin ?? []).map((build) =>
    refusalOf(completeBuilds(core).assert(core.db, [build], READ_ONLY)),
  );
  const refusals = [tried.refusal, ...(await Promise.all(lost))].filter((refusal) => refusal !== null);
  const obstacles = [
    ...refusals.map((refusal) => obstacleOf(refusal, false)),
    ...tried.findings.map((finding) => obstacleOf(finding, true)),
  ];
  const isRefused = obstacles.some(({ canBeOverridden }) => !(canBeOverridden && tried.isOverridden));
  const before = tried.state ?? { number: (await core.channels.current(channel))?.number ?? 0, ...NOTHING };
  const after = tried.wanted?.next ?? before;
  const changes = await changesOf(core, before, after);
  const holds = await core.channels.holds(channel);
  return {
    channel,
    number: before.number,
    outcome: isRefused ? 'refused' : confirmWithinMinutes === null ? 'done' : 'waits',
    obstacles,
    confirmWithinMinutes,
    ...changes,
    endedRollouts: endedBy(tried, after),
    holds: changes.moves.flatMap(({ remote }) => {
      const hold = holds[remote];
      return hold ? [{ remote, from: hold.from, reason: hold.reason }] : [];
    }),
    serves: await servesOf(core, after),
  };
}

const READ_ONLY = { repair: false } as const;
const NOTHING: After = { builds: {}, off: [], rollouts: [] };

function actOf(
  core: ReleaseCore,
  channels: TriedChannels,
  { call, reason = NO_REASON, ...input }: Asked,
  actor: Actor,
  onSecondPerson: (minutes: number) => void,
): Promise<unknown> {
  // The table pairs each name with its own input; the contract has checked that these two belong together.
  const act = ofKnownChannels(core.keys, channelActs(core, channels, onSecondPerson))[call] as (
    input: object,
    actor: Actor,
  ) => Promise<unknown>;
  return act({ ...input, reason }, actor);
}

/** @returns why it was refused; `null` when it was not */
async function refusalOf(work: Promise<unknown>): Promise<ReleaseRefusal | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (isReleaseRefusal(error)) return error;
    throw error;
  }
}

const namesOf = (...all: readonly object[]): string[] => [...new Set(all.flatMap((one) => Object.keys(one)))].sort();

async function changesOf(
  core: Core,
  before: After,
  after: After,
): Promise<Pick<DryRun, 'moves' | 'diffs' | 'switched' | 'closes' | 'warnings' | 'dependents'>> {
  const moved = namesOf(before.builds, after.builds).flatMap((remote) => {
    const [from, to] = [before.builds[remote]?.current ?? null, after.builds[remote]?.current ?? null];
    return from === to ? [] : [{ remote, from, to, percent: null }];
  });
  const shares = after.rollouts
    .filter((row) => !before.rollouts.includes(row))
    .map((row) => ({
      remote: row.remote,
      from: row.base_build_id,
      to: row.build_id,
      percent: percentOf(row),
      ...(row.cohorts ? { cohorts: row.cohorts } : {}),
    }));
  const moves = [...moved, ...shares];
  const switched = namesOf(before.builds, after.builds)
    .filter((remote) => before.off.includes(remote) !== after.off.includes(remote))
    .map((remote) => ({ remote, off: after.off.includes(remote) }));
  const [setBefore, setAfter] = [
    await readBuildSet(core, before.builds),
    await readBuildSet(core, withRollouts(after.builds, after.rollouts)),
  ];
  const changed = new Set([...moves, ...switched].map(({ remote }) => remote));
  const diffs = await Promise.all(moves.map(({ remote, from, to }) => diffBuilds(core.registry, remote, from, to)));
  return {
    moves,
    diffs,
    switched,
    closes: [...changed].flatMap((remote) => {
      const closed = setBefore[remote];
      const stays = remote in after.builds && !after.off.includes(remote);
      return closed && !stays ? [{ remote, pages: pagesOf(closed), slots: Object.keys(closed.config.slots) }] : [];
    }),
    warnings: changed.size > 0 ? checkTypes(setBefore, setAfter).warnings : [],
    dependents: [...changed].flatMap((remote) => dependentsOf(remote, setBefore)),
  };
}

const pagesOf = ({ config }: BuildDescriptor) => config.routes.map(({ path, title }) => ({ path, title }));

/** What a share of the visitors had and nobody has as a share any more. */
const endedBy = ({ state, wanted }: Rehearsed, after: After): DryRun['endedRollouts'] =>
  (wanted ? (state?.rollouts ?? []) : [])
    .filter((row) => !after.rollouts.some(({ remote, build_id }) => remote === row.remote && build_id === row.build_id))
    .map((row) => ({ remote: row.remote, buildId: row.build_id, percent: percentOf(row) }));

const servesOf = ({ registry }: Core, { builds, off }: After): Promise<DryRun['serves']> =>
  Promise.all(
    Object.entries(builds)
      .sort(([one], [other]) => shellFirst(one, other))
      .map(async ([name, { current: buildId }]) => {
        const { version } = await registry.find(name, buildId);
        return { name, buildId, version, off: off.includes(name) };
      }),
  );
