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
import type { Channels, TriedChannels } from './channels-api.ts';
import { channelReads } from './channel-reads.ts';
import { promote } from './promote.ts';
import { createRehearsal } from './rehearsal.ts';
import { rollBack } from './roll-back.ts';
import { servedBuilds } from './served-builds.ts';
import { retire, switchOff, switchOn } from './switch-off.ts';
import { takePlace } from './take-place.ts';

const unmark: ChannelAct<'unmark'> = async (context, channel, { name, buildId }, actor, reason) => {
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

const renew: ChannelAct<'renew'> = async (context, channel, { force = false } = {}) => {
  const { changer, reads, keys, now } = context;
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
};

const channelsIn = (context: ChannelContext): TriedChannels => ({
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

export function createChannels(deps: Omit<ChannelContext, 'reads' | 'changer'> & Omit<ChangerDeps, 'reads'>): Channels {
  const reads = channelReads(deps);
  const changer = createChannelChanger({ ...deps, reads });
  return {
    ...channelsIn({ ...deps, reads, changer }),
    rehearse(act) {
      const rehearsal = createRehearsal(changer, { db: deps.db, reads });
      return rehearsal.run(() => act(channelsIn({ ...deps, reads, changer: rehearsal.changer })));
    },
  };
}
