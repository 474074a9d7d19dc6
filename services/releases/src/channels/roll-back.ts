import type { Move, Released } from '@redress/contracts/release-api';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { tell } from '../notices/tell.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { SnapshotBuilds, Trx } from '../store/schema.ts';
import { assertMayServe, type ChannelAct, type ChannelContext } from './channel-context.ts';
import { channelMarks } from './channel-marks.ts';
import type { ChannelState } from './channel-reads.ts';
import { assertSeen } from './seen.ts';
import { servedBuilds } from './served-builds.ts';

type WantedBack = { remote: string; to?: string | undefined; rollingOut?: string | undefined };

/**
 * What is to go back: remotes, each to a named build or its last good one, or everything to a numbered snapshot.
 * `rollingOut`: nothing but this build, which a share of the visitors has.
 */
export type RollbackTarget = { remotes: readonly WantedBack[] } | { snapshot: number };

/** `moves`: of everybody. `aborted`: of a share of the visitors. */
interface WayBack {
  moves: readonly Move[];
  aborted: readonly Move[];
}

async function findWayBack(
  context: ChannelContext,
  trx: Trx,
  {
    channel,
    state,
    wanted,
    isAll,
  }: { channel: string; state: ChannelState; wanted: readonly WantedBack[]; isAll: boolean },
  actor: Actor,
): Promise<WayBack> {
  const { reads, registry } = context;
  const served = servedBuilds(trx, channel);
  const moves: Move[] = [];
  const aborted: Move[] = [];
  for (const { remote, to: named, rollingOut } of wanted) {
    const from = state.builds[remote]?.current;
    // A remote that came later stays: going back takes no page away.
    if (!from && isAll) continue;
    if (!from) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}.`);
    const rolling = state.rollouts.find((row) => row.remote === remote);
    // Ended by somebody else meanwhile: the build of everybody is not what was to be taken back.
    if (rollingOut !== undefined && rolling?.build_id !== rollingOut)
      throw new ReleaseRefusal('ROLLOUT_UNKNOWN', `${remote} ${rollingOut} does not roll out on ${channel}.`);
    const wantedBuild = named && (await reads.resolveBuild(remote, named));
    if (rolling && (wantedBuild === undefined || wantedBuild === from)) {
      assertMayRelease(actor, registry.ownerOf(remote));
      aborted.push({ remote, from: rolling.build_id, to: from });
      continue;
    }
    const to = wantedBuild ?? (await served.lastGood(remote, from));
    if (to === from && wanted.length > 1) continue;
    assertMayRelease(actor, registry.ownerOf(remote));
    if (!to) throw new ReleaseRefusal('NOTHING_BEFORE', `${remote} has no earlier good build on ${channel}.`);
    if (to === from) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${remote} ${to} already.`);
    // A rollback passes fewer checks than a promotion, so it serves only builds that have served before.
    const before = await served.find(remote, to);
    if (!before?.servedEverybody) throw new ReleaseRefusal('NEVER_SERVED', `${channel} never served ${remote} ${to}.`);
    await assertMayServe(context, actor, { name: remote, buildId: to });
    moves.push({ remote, from, to });
  }
  return { moves, aborted };
}

/** Marks what is left as bad and holds the remotes. @returns what is served then */
async function leave(
  trx: Trx,
  { channel, state, moves, aborted, at }: WayBack & { channel: string; state: ChannelState; at: Date },
  bad: { actor: Actor; reason: string; isWithdrawn: boolean },
): Promise<SnapshotBuilds> {
  const served = servedBuilds(trx, channel);
  const marks = channelMarks(trx, channel, at);
  const builds: SnapshotBuilds = { ...state.builds };
  for (const { remote, from, to } of moves) {
    await marks.goBack({ remote, from, to }, bad);
    builds[remote] = { current: to, lastGood: await served.lastGood(remote, to) };
  }
  for (const { remote, from } of aborted) await marks.markBad(remote, from, bad);
  return builds;
}

/**
 * Serves earlier builds, all in one snapshot; marks those it leaves as bad and holds the remotes. Where a remote rolls out,
 * the build that does is what is taken back, unless another one is named than everybody has.
 */
export const rollBack: ChannelAct<RollbackTarget, Released & { moves: Move[] }> = async (
  context,
  channel,
  target,
  actor,
  options = {},
) => {
  const { reads, changer, registry, now } = context;
  const { reason, urgent = false } = options;
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'A rollback needs a reason.');
  const isAll = 'snapshot' in target;
  const wanted = isAll ? buildsOf(await reads.buildsAt(channel, target.snapshot)) : target.remotes;
  return changer.within(channel, async (trx, state, commit) => {
    const seen = (names: string[]) => assertSeen(trx, { channel, number: state.number }, options.seen, names);
    // Before anything is looked for: after somebody else's rollback there may be nothing before.
    if (!isAll) await seen(wanted.map(({ remote }) => remote));
    const way = await findWayBack(context, trx, { channel, state, wanted, isAll }, actor);
    const all = [...way.moves, ...way.aborted];
    const [first] = all;
    if (!first) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves these builds already.`);
    const names = all.map(({ remote }) => remote);
    if (isAll) await seen(names);
    const bad = { actor, reason, isWithdrawn: urgent };
    const builds = await leave(trx, { channel, state, ...way, at: now() }, bad);
    const others = state.rollouts.filter(({ remote }) => !names.includes(remote));
    const rollouts = await changer.fitting(builds, others);
    const ended = others.filter((row) => !rollouts.includes(row)).map(({ remote }) => remote);
    const found = await changer.passGate(trx, {
      channel,
      before: state.builds,
      after: builds,
      actor,
      options,
      isRollback: true,
    });
    const isRollback = way.moves.length > 0;
    const released = await commit({
      kind: isRollback ? 'rollback' : 'rollout',
      actor,
      reason,
      next: { builds, rollouts },
      action: isRollback ? 'rollback' : 'rollout-abort',
      subject: names.join(' '),
      detail: {
        ...(all.length === 1 ? { from: first.from, to: first.to } : { moves: isRollback ? way.moves : way.aborted }),
        ...(isRollback && way.aborted.length > 0 ? { aborted: way.aborted } : {}),
        ...(ended.length > 0 ? { ended } : {}),
        ...(isAll ? { backTo: target.snapshot } : {}),
        ...(urgent ? { urgent } : {}),
      },
      ...found,
    });
    if (options.tell) {
      const { kind, facts } = options.tell;
      const done = { ...facts, buildId: first.from, to: first.to, snapshot: released.number };
      const about = { channel, remote: names.join(' '), teams: names.map(registry.ownerOf) };
      await tell(trx, { key: `${kind} ${channel} ${released.number}`, kind, facts: done, ...about }, now());
    }
    return { ...released, moves: all };
  });
};

const buildsOf = (builds: SnapshotBuilds): WantedBack[] =>
  Object.entries(builds).map(([remote, { current }]) => ({ remote, to: current }));
