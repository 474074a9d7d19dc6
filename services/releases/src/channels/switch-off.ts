import { assertManages, assertMayRelease } from '../http/actor.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertMayServe, type ChannelAct } from './channel-context.ts';
import { channelMarks } from './channel-marks.ts';
import { assertSeen } from './seen.ts';

/** Kill switch: no tab loads a file of this remote; its routes and slots say that it is off. Needs a reason. */
export const switchOff: ChannelAct<string> = async (context, channel, remote, actor, options = {}) => {
  const { changer, registry, now } = context;
  const { reason, seen } = options;
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'Switching a remote off needs a reason.');
  return changer.within(channel, async (trx, state, commit) => {
    const buildId = state.builds[remote]?.current;
    if (!buildId || remote === 'shell')
      throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no remote ${remote}.`);
    assertMayRelease(actor, registry.ownerOf(remote));
    await assertSeen(trx, { channel, number: state.number }, seen, [remote]);
    await channelMarks(trx, channel, now()).switchOff(remote, buildId, actor, reason);
    return commit({
      kind: 'switch-off',
      actor,
      reason,
      next: { off: [...new Set([...state.off, remote])] },
      subject: remote,
      detail: { buildId },
    });
  });
};

export const switchOn: ChannelAct<string> = async (context, channel, remote, actor, options = {}) => {
  const { changer, now } = context;
  const { reason, seen } = options;
  return changer.within(channel, async (trx, state, commit) => {
    if (!state.off.includes(remote)) throw new ReleaseRefusal('ALREADY_CURRENT', `${remote} is on.`);
    const buildId = state.builds[remote]?.current;
    if (!buildId) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no remote ${remote}.`);
    await assertMayServe(context, actor, { name: remote, buildId });
    await assertSeen(trx, { channel, number: state.number }, seen, [remote]);
    await channelMarks(trx, channel, now()).switchOn(remote);
    return commit({
      kind: 'switch-on',
      actor,
      reason,
      next: { off: state.off.filter((name) => name !== remote) },
      subject: remote,
      detail: { buildId },
    });
  });
};

/** Takes a remote off a channel for good, with its pages and slots. For release managers; needs a reason. */
export const retire: ChannelAct<string> = async (context, channel, remote, actor, options = {}) => {
  const { changer, now } = context;
  const { reason, seen } = options;
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'Retiring a remote needs a reason.');
  assertManages(actor);
  return changer.within(channel, async (trx, state, commit) => {
    const { [remote]: retired, ...builds } = state.builds;
    if (!retired || remote === 'shell')
      throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no remote ${remote}.`);
    await assertSeen(trx, { channel, number: state.number }, seen, [remote]);
    const marks = channelMarks(trx, channel, now());
    await marks.switchOn(remote);
    await marks.endHolds([remote]);
    return commit({
      kind: 'retire',
      actor,
      reason,
      next: { builds, off: state.off.filter((name) => name !== remote) },
      subject: remote,
      detail: { from: retired.current, to: null },
    });
  });
};
