import { bound } from '../bound.ts';
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
import { announce, assertMayServe, type ChannelAct, type ChannelContext } from './channel-context.ts';
import type { Channels } from './channels-api.ts';
import { channelReads } from './channel-reads.ts';
import { promote } from './promote.ts';
import { createRehearsal } from './rehearsal.ts';
import { rename } from './rename.ts';
import { rollback, rollBack } from './roll-back.ts';
import { servedBuilds } from './served-builds.ts';
import { retire, switchOff, switchOn } from './switch-off.ts';

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
  // A snapshot by a key that no longer signs would end with that key.
  const isOldKey = current.signed.keyId !== keys.channelKey(channel).keyId;
  if (!isSoon && !isOldKey && !force) return null;
  const result = await changer.within(channel, (trx, state) =>
    changer.commit(trx, channel, state, {
      kind: 'renew',
      actor: systemActor('renewal'),
      reason: null,
      next: { builds: state.builds, off: state.off },
      subject: channel,
      detail: {},
    }),
  );
  return announce(context, channel, result);
};

export function createChannels(deps: Omit<ChannelContext, 'reads' | 'changer'> & Omit<ChangerDeps, 'reads'>): Channels {
  const reads = channelReads(deps);
  const context = { ...deps, reads, changer: createChannelChanger({ ...deps, reads }) };
  return {
    ...reads,
    ...bound(context, {
      promote,
      rollback,
      rollBack,
      rollOut,
      changeRollout,
      preview,
      addStaffPass,
      endStaffPass,
      rename,
      unmark,
      retire,
      switchOff,
      switchOn,
      renew,
    }),
    rehearse(act) {
      const rehearsal = createRehearsal();
      return rehearsal.run(() => act(createChannels({ ...deps, rehearsal })));
    },
  };
}
