import { assertManages, assertMayRelease, type Actor } from '../http/actor.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { assertMayServe, type ChannelAct, type ChannelContext } from './channel-context.ts';
import type { Change, ChangeOptions } from './channel-change.ts';
import { channelMarks } from './channel-marks.ts';
import type { ChannelState } from './channel-reads.ts';
import { assertSeen } from './seen.ts';

type One = { channel: string; remote: string; actor: Actor; options: ChangeOptions };
type OneChange = Pick<Change, 'kind' | 'next' | 'detail'>;

/** @param work - decides about one remote of the channel and its build, and writes its marks */
const changeOne = (
  { changer, now }: ChannelContext,
  { channel, remote, actor, options: { reason, seen } }: One,
  work: (buildId: string, state: ChannelState, marks: ReturnType<typeof channelMarks>) => Promise<OneChange>,
) =>
  changer.within(channel, async (trx, state, commit) => {
    const buildId = state.builds[remote]?.current;
    if (!buildId || remote === 'shell')
      throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no remote ${remote}.`);
    const change = await work(buildId, state, channelMarks(trx, channel, now()));
    await assertSeen(trx, { channel, number: state.number }, seen, [remote]);
    return commit({ actor, reason, subject: remote, ...change });
  });

const without = ({ off }: ChannelState, remote: string) => off.filter((name) => name !== remote);

/** Kill switch: no tab loads a file of this remote; its routes and slots say that it is off. Needs a reason. */
export const switchOff: ChannelAct<string> = async (context, channel, remote, actor, options = {}) => {
  const { reason } = options;
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'Switching a remote off needs a reason.');
  return changeOne(context, { channel, remote, actor, options }, async (buildId, state, marks) => {
    assertMayRelease(actor, context.registry.ownerOf(remote));
    await marks.switchOff(remote, buildId, actor, reason);
    return { kind: 'switch-off', next: { off: [...without(state, remote), remote] }, detail: { buildId } };
  });
};

export const switchOn: ChannelAct<string> = (context, channel, remote, actor, options = {}) =>
  changeOne(context, { channel, remote, actor, options }, async (buildId, state, marks) => {
    if (!state.off.includes(remote)) throw new ReleaseRefusal('ALREADY_CURRENT', `${remote} is on.`);
    await assertMayServe(context, actor, { name: remote, buildId });
    await marks.switchOn(remote);
    return { kind: 'switch-on', next: { off: without(state, remote) }, detail: { buildId } };
  });

/** Takes a remote off a channel for good, with its pages and slots. For release managers; needs a reason. */
export const retire: ChannelAct<string> = async (context, channel, remote, actor, options = {}) => {
  if (!options.reason) throw new ReleaseRefusal('REASON_MISSING', 'Retiring a remote needs a reason.');
  assertManages(actor);
  return changeOne(context, { channel, remote, actor, options }, async (from, state, marks) => {
    const { [remote]: _, ...builds } = state.builds;
    await marks.switchOn(remote);
    await marks.endHolds([remote]);
    return { kind: 'retire', next: { builds, off: without(state, remote) }, detail: { from, to: null } };
  });
};
