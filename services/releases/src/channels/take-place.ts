import type { ServedBuild } from '@redress/contracts/release-api';
import { assertMayPromote, assertMayRelease } from '../http/actor.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertNoOtherRollsOut } from '../rollouts/rollouts.ts';
import type { SnapshotBuilds } from '../store/schema.ts';
import { assertMayServe, type ChannelAct } from './channel-context.ts';
import type { BuildRef } from './channel-reads.ts';
import { channelMarks } from './channel-marks.ts';
import { assertSeen } from './seen.ts';
import { servedBuilds } from './served-builds.ts';

/**
 * Puts a build under another name in the place of a remote, in one snapshot: no page and no slot is without an owner in
 * between. The gate compares the two as one remote. Back to a build that served under the name before is a rollback:
 * what it leaves is marked bad, and only what others use counts.
 * @see decision 0223
 */
export const takePlace: ChannelAct<{ remote: string; to: BuildRef }> = async (
  context,
  channel,
  { remote, to },
  actor,
  options = {},
) => {
  const { changer, registry, keys, now } = context;
  const { reason } = options;
  const { name, buildId } = to;
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'Retiring a remote needs a reason.');
  if (remote === 'shell' || name === 'shell' || name === remote)
    throw new ReleaseRefusal('REQUEST_INVALID', 'A remote takes the place of another one, and none that of the shell.');
  const [before, after] = [registry.ownerOf(remote), registry.ownerOf(name)];
  assertMayRelease(actor, before);
  if (before !== after)
    throw new ReleaseRefusal('OWNER_CHANGED', `${remote} belongs to ${before}, ${name} to ${after}.`);
  await assertMayServe(context, actor, to);
  return changer.within(channel, async (trx, state, commit) => {
    await assertSeen(trx, { channel, number: state.number }, options.seen, [remote, name]);
    const { [remote]: renamed, ...others } = state.builds;
    if (!renamed) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no remote ${remote}.`);
    if (others[name]) throw new ReleaseRefusal('REQUEST_INVALID', `${channel} has a remote ${name} already.`);
    // It would come back under the new name, without anybody having switched it on.
    if (state.off.includes(remote))
      throw new ReleaseRefusal('REQUEST_INVALID', `${remote} is switched off: switch it on first.`);
    const served = servedBuilds(trx, channel);
    const isBack = isWayBack(await served.find(name, buildId));
    // The way back is open to the team on every channel.
    if (!isBack) {
      assertMayPromote(actor, keys.trust(), channel);
      assertNoOtherRollsOut(state.rollouts, remote);
    }
    const marks = channelMarks(trx, channel, now());
    await marks.endHolds([remote, name]);
    if (isBack) await marks.markBad(remote, renamed.current, { actor, reason });
    else await marks.clearPromoted(to);
    const builds: SnapshotBuilds = {
      ...others,
      [name]: { current: buildId, lastGood: await served.lastGood(name, buildId) },
    };
    const found = await changer.passGate(trx, {
      channel,
      before: state.builds,
      after: builds,
      renamed: { from: remote, to: name },
      rollouts: state.rollouts.filter((rollout) => rollout.remote !== remote),
      actor,
      options,
      isRollback: isBack,
    });
    return commit({
      kind: 'promote',
      actor,
      reason,
      next: { builds },
      subject: `${remote} ${name}`,
      detail: { builds: [{ name, from: renamed.current, buildId }], retired: remote, ...(isBack ? { isBack } : {}) },
      ...found,
    });
  });
};

/** Whether a build served everybody under its name and was not left as bad: what the way back goes to. */
export const isWayBack = (served: ServedBuild | null): boolean =>
  served !== null && served.bad === null && served.servedEverybody;
