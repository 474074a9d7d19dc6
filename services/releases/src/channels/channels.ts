import type { Released } from '@redress/contracts/release-api';
import { bound } from '@redress/server/bound';
import { systemActor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { preview } from '../previews/make-preview.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { changeRollout } from '../rollouts/change-rollout.ts';
import { rollOut } from '../rollouts/roll-out.ts';
import { SNAPSHOT_LIFETIME_MS } from '../snapshots/make-snapshot.ts';
import { addStaffPass, endStaffPass } from '../staff/staff-passes.ts';
import { createChannelChanger, type ChangerDeps } from './channel-change.ts';
import { channelMarks } from './channel-marks.ts';
import { assertMayServe, type ChannelAct, type ChannelContext } from './channel-context.ts';
import { channelReads, type BuildRef } from './channel-reads.ts';
import { promote } from './promote.ts';
import { createRehearsal, type Rehearsed } from './rehearsal.ts';
import { rollBack } from './roll-back.ts';
import { servedBuilds } from './served-builds.ts';
import { retire, switchOff, switchOn } from './switch-off.ts';
import { takePlace } from './take-place.ts';

/** Takes the mark of a rollback back: the build may be served, and gone back to, again. Needs a reason. */
const unmark: ChannelAct<BuildRef, void> = async (context, channel, { name, buildId }, actor, { reason } = {}) => {
  const { changer, now } = context;
  await assertMayServe(context, actor, { name, buildId });
  await changer.within(channel, async (trx) => {
    const bad = (await servedBuilds(trx, channel).find(name, buildId))?.bad;
    if (!bad) throw new ReleaseRefusal('ALREADY_CURRENT', `${name} ${buildId} is not marked bad on ${channel}.`);
    await channelMarks(trx, channel, now()).clearBad(name, buildId);
    const detail = { channel, buildId, was: bad.reason, by: bad.actor };
    await appendToLedger(trx, { actor, action: 'unmark', subject: name, detail, reason, now: now() });
  });
};

/**
 * Signs the same builds again when half of the snapshot's life is over, or the channel's key has changed.
 * @returns `null` when there is no reason to
 */
async function renew(
  { changer, reads, keys, now }: ChannelContext,
  channel: string,
  { force = false } = {},
): Promise<Released | null> {
  const current = await reads.current(channel);
  if (!current) return null;
  const { expiresAt } = JSON.parse(current.signed.payload) as { expiresAt: string };
  const isSoon = new Date(expiresAt).getTime() - now().getTime() <= SNAPSHOT_LIFETIME_MS / 2;
  // A snapshot by a key that no longer signs would end with that key. After a restore sites wait for a number above theirs.
  const isOldKey = current.signed.keyId !== keys.channelKey(channel).keyId;
  if (!isSoon && !isOldKey && !current.isPutBack && !force) return null;
  return changer.within(channel, (_trx, _state, commit) =>
    commit({ kind: 'renew', actor: systemActor('renewal'), subject: channel }),
  );
}

const channelsIn = (context: ChannelContext) => ({
  ...context.reads,
  ...bound(context, {
    promote,
    rollBack,
    rollOut,
    changeRollout,
    preview,
    addStaffPass,
    endStaffPass,
    takePlace,
    unmark,
    retire,
    switchOff,
    switchOn,
    renew,
  }),
});

/** Channels on which an act is tried. */
export type TriedChannels = ReturnType<typeof channelsIn>;

/** Reads of what channels serve, and every act that changes it. */
export function createChannels(deps: Omit<ChannelContext, 'reads' | 'changer'> & Omit<ChangerDeps, 'reads'>) {
  const reads = channelReads(deps);
  const changer = createChannelChanger({ ...deps, reads });
  return {
    ...channelsIn({ ...deps, reads, changer }),
    /** Tries an act on channels that keep nothing. @see Rehearsal */
    rehearse(act: (channels: TriedChannels) => Promise<unknown>): Promise<Rehearsed> {
      const rehearsal = createRehearsal(changer, { db: deps.db, reads });
      return rehearsal.run(() => act(channelsIn({ ...deps, reads, changer: rehearsal.changer })));
    },
  };
}
export type Channels = ReturnType<typeof createChannels>;
