import type { Move, Released, StaffPassRow } from '@redress/contracts/release-api';
import type { SignedSnapshot } from '@redress/contracts/releases';
import { bound } from '../bound.ts';
import { systemActor, type Actor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { preview, type PreviewTarget } from '../previews/make-preview.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { changeRollout, type RolloutAct } from '../rollouts/change-rollout.ts';
import { rollOut, type WantedRollout } from '../rollouts/roll-out.ts';
import { SNAPSHOT_LIFETIME_MS } from '../snapshots/make-snapshot.ts';
import { addStaffPass, endStaffPass } from '../staff/staff-passes.ts';
import { createChannelChanger, type ChangeOptions, type ChangerDeps } from './channel-change.ts';
import { channelMarks } from './channel-marks.ts';
import { announce, assertMayServe, type ChannelAct, type ChannelContext } from './channel-context.ts';
import { channelReads, type BuildRef, type ChannelReads } from './channel-reads.ts';
import { promote } from './promote.ts';
import { createRehearsal, type Rehearsed } from './rehearsal.ts';
import { rename, type Renaming } from './rename.ts';
import { rollback, rollBack, type RollbackTarget } from './roll-back.ts';
import { servedBuilds } from './served-builds.ts';
import { retire, switchOff, switchOn } from './switch-off.ts';

export interface Channels extends ChannelReads {
  /** Serves these builds, all in one snapshot. A promotion ends the hold that a rollback put on a remote. */
  promote(channel: string, builds: readonly BuildRef[], actor: Actor, options?: ChangeOptions): Promise<Released>;
  /** Serves an earlier build of one remote: `to`, or the last good one before the current. Needs a reason. */
  rollback(
    channel: string,
    remote: string,
    actor: Actor,
    options: ChangeOptions & { to?: string | undefined },
  ): Promise<Released & { from: string; to: string }>;
  /** Serves earlier builds of several remotes, or of everything as a numbered snapshot had it, in one snapshot. */
  rollBack(
    channel: string,
    target: RollbackTarget,
    actor: Actor,
    options: ChangeOptions,
  ): Promise<Released & { moves: Move[] }>;
  /** Serves a build to a share of the visitors, or changes the share. */
  rollOut(channel: string, wanted: WantedRollout, actor: Actor, options?: ChangeOptions): Promise<Released>;
  /** Pauses or resumes the steps of a rollout, makes its build everybody's, or takes it back. */
  changeRollout(
    channel: string,
    remote: string,
    act: RolloutAct,
    actor: Actor,
    options?: ChangeOptions,
  ): Promise<Released>;
  /** Signs what a preview shows until it ends; the channel serves nothing else because of it. */
  preview(
    channel: string,
    target: PreviewTarget,
    until: Date,
    actor: Actor,
  ): Promise<{ signed: SignedSnapshot; what: string; isNew: boolean }>;
  /** Makes the address at which one browser becomes staff. For release managers. */
  addStaffPass(
    wanted: { channel: string; person: string; days: number; reason: string | null },
    actor: Actor,
  ): Promise<StaffPassRow & { path: string }>;
  /** Ends a staff pass. @returns the snapshot by which sites learn of it; `null` while nothing rolls out to staff */
  endStaffPass(pass: { channel: string; id: number; reason: string }, actor: Actor): Promise<number | null>;
  /** Puts a build under another name in the place of a remote. Needs a reason. */
  rename(channel: string, renaming: Renaming, actor: Actor, options: ChangeOptions): Promise<Released>;
  /** Takes the mark of a rollback back: the build may be served, and gone back to, again. Needs a reason. */
  unmark(channel: string, build: { name: string; buildId: string }, actor: Actor, reason: string): Promise<void>;
  /** Takes a remote off a channel for good, with its pages and slots. For release managers; needs a reason. */
  retire(channel: string, remote: string, actor: Actor, options: ChangeOptions): Promise<Released>;
  /** Kill switch: no tab loads a file of this remote; its routes and slots say that it is off. Needs a reason. */
  switchOff(
    channel: string,
    remote: string,
    actor: Actor,
    reason: string | undefined,
    seen?: number,
  ): Promise<Released>;
  switchOn(channel: string, remote: string, actor: Actor, reason?: string, seen?: number): Promise<Released>;
  /**
   * Signs the same builds again when half of the snapshot's life is over, or the channel's key has changed.
   * @returns `null` when there is no reason to
   */
  renew(channel: string, options?: { force?: boolean }): Promise<Released | null>;
  /** Tries an act on channels that keep nothing. @see Rehearsal */
  rehearse(act: (channels: Channels) => Promise<unknown>): Promise<Rehearsed>;
}

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
