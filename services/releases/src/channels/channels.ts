import type { Move, Released, StaffPassRow } from '@redress/contracts/release-api';
import type { SignedRelease, SignedSnapshot } from '@redress/contracts/releases';
import type { Kysely } from 'kysely';
import type { FileCheck } from '../builds/file-check.ts';
import type { BuildRegistry } from '../builds/registry.ts';
import type { Budgets } from '../gate/gate.ts';
import { assertManages, assertMayPromote, assertMayRelease, systemActor, type Actor } from '../http/actor.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import { assertOwner, isOwnerOf } from '../keys/ownership.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { SNAPSHOT_LIFETIME_MS } from '../snapshots/make-snapshot.ts';
import type { ReleaseTables, SnapshotBuilds } from '../store/schema.ts';
import { createChannelChanger, type ChangeOptions, type ChannelChange } from './channel-change.ts';
import { channelMarks } from './channel-marks.ts';
import { createRehearsal, type Rehearsal, type Rehearsed } from './rehearsal.ts';
import { rename, type Renaming } from './rename.ts';
import { rollBack, type RollbackTarget } from './roll-back.ts';
import { makePreview, type PreviewTarget } from '../previews/make-preview.ts';
import { rollOut, type WantedRollout } from '../rollouts/roll-out.ts';
import { changeRollout, type RolloutAct } from '../rollouts/change-rollout.ts';
import { assertStillDue, percentOf, type RolloutRow } from '../rollouts/rollouts.ts';
import { addStaffPass, endStaffPass } from '../staff/staff-passes.ts';
import { assertSeen } from './seen.ts';
import { servedBuilds } from './served-builds.ts';
import { channelReads, type ChannelReads } from './channel-reads.ts';

export interface BuildRef {
  name: string;
  buildId: string;
  /** Somebody named this very build: it is served although it was rolled back. */
  evenIfBad?: boolean | undefined;
}

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

export function createChannels(deps: {
  db: Kysely<ReleaseTables>;
  registry: BuildRegistry;
  keys: KeyFolder;
  files: FileCheck;
  budgets: Budgets;
  now: () => Date;
  beforeChange: (channel: string) => Promise<unknown>;
  headNumber: (channel: string) => number;
  /** Called once a change is committed; the tabs' streams hang on it. */
  onChange: (change: ChannelChange, signed: SignedRelease) => Promise<void> | void;
  rehearsal?: Rehearsal;
}): Channels {
  const { db, registry, keys, now } = deps;
  const reads = channelReads({ db, registry });
  const changer = createChannelChanger({ ...deps, reads });

  /** The build to be served says who made it, the trust document whose the remote is: both must be one team. */
  const assertMayServe = async (actor: Actor, { name, buildId }: BuildRef) => {
    assertMayRelease(actor, registry.ownerOf(name));
    const { owner } = await registry.find(name, buildId);
    const trust = keys.trust();
    if (!isOwnerOf(trust, name, owner)) assertOwner(trust, name, owner);
  };

  const done = async <T extends { number: number; signed: SignedRelease }>(channel: string, made: T) => {
    const { signed, ...result } = made;
    await deps.onChange({ channel, number: result.number }, signed);
    return { channel, ...result };
  };

  const rollbackDeps = { reads, changer, ownerOf: registry.ownerOf, assertMayServe, now };

  const channels: Channels = {
    ...reads,

    async promote(channel, refs, actor, options = {}) {
      assertMayPromote(actor, keys.trust(), channel);
      for (const ref of refs) await assertMayServe(actor, ref);
      const names = refs.map(({ name }) => name);
      const result = await changer.within(channel, async (trx, state) => {
        await assertSeen(trx, { channel, number: state.number }, options.seen, names);
        assertNoOtherRollsOut(state.rollouts, refs);
        for (const name of names) assertStillDue(state.rollouts, name, options);
        const marks = channelMarks(trx, channel, now());
        const served = servedBuilds(trx, channel);
        const held = await marks.endHolds(names);
        const changed = refs.filter(({ name, buildId }) => state.builds[name]?.current !== buildId);
        if (changed.length === 0) {
          if (held === 0) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${names.join(', ')} already.`);
          // What a rollback put there is now the choice: nothing new is served, the next start promotes again.
          await appendToLedger(trx, {
            actor,
            action: 'keep',
            subject: names.join(' '),
            detail: { channel },
            now: now(),
          });
          return null;
        }
        const builds: SnapshotBuilds = { ...state.builds };
        for (const { name, buildId, evenIfBad } of changed) {
          const bad = evenIfBad ? null : (await served.find(name, buildId))?.bad;
          if (bad) {
            throw new ReleaseRefusal('MARKED_BAD', `${bad.actor} marked ${name} ${buildId} bad: ${bad.reason}.`);
          }
          await served.clearBad(name, buildId);
          builds[name] = {
            current: buildId,
            lastGood: await served.lastGood(name, buildId),
          };
        }
        const overridden = await changer.passGate(trx, {
          channel,
          before: state.builds,
          after: builds,
          rollouts: state.rollouts,
          actor,
          options,
          isRollback: false,
        });
        const warnings = await changer.warningsOf(trx, channel, state.builds, builds);
        const off = Object.fromEntries(
          Object.keys(state.off).map((name) => [name, builds[name]?.current ?? (state.off[name] as string)]),
        );
        const committed = await changer.commit(trx, channel, state, {
          kind: 'promote',
          actor,
          reason: options.reason ?? null,
          next: { builds, off },
          action: 'promote',
          subject: changed.map(({ name }) => name).join(' '),
          detail: {
            builds: changed.map(({ name, buildId }) => ({ name, from: state.builds[name]?.current ?? null, buildId })),
            ...(overridden.length > 0 ? { overridden } : {}),
            ...(warnings.length > 0 ? { warnings } : {}),
            ...options.planned,
          },
        });
        return { ...committed, overridden, ...(warnings.length > 0 ? { warnings } : {}) };
      });
      if (result) return done(channel, result);
      return { channel, number: (await reads.current(channel))?.number ?? 0, overridden: [] };
    },

    async rollback(channel, remote, actor, { to, ...options }) {
      const { moves, ...result } = await rollBack(rollbackDeps, channel, { remotes: [{ remote, to }] }, actor, options);
      const [move] = moves as [Move];
      return { ...(await done(channel, result)), from: move.from, to: move.to };
    },

    async rollBack(channel, target, actor, options) {
      const result = await rollBack(rollbackDeps, channel, target, actor, options);
      return done(channel, result);
    },

    async rollOut(channel, wanted, actor, options = {}) {
      assertMayPromote(actor, keys.trust(), channel);
      await assertMayServe(actor, { name: wanted.remote, buildId: wanted.buildId });
      return done(channel, await rollOut({ changer, now }, channel, wanted, actor, options));
    },

    changeRollout: (channel, remote, act, actor, options = {}) =>
      changeRollout(
        {
          changer,
          rollouts: reads.rollouts,
          promote: (buildId) => channels.promote(channel, [{ name: remote, buildId }], actor, options),
          async takeBack(buildId) {
            const { moves: _, ...released } = await channels.rollBack(
              channel,
              { remotes: [{ remote, rollingOut: buildId }] },
              actor,
              options,
            );
            return released;
          },
          ownerOf: registry.ownerOf,
          trust: keys.trust,
          now,
        },
        { channel, remote, act },
        actor,
        options,
      ),

    preview: (channel, target, until, actor) =>
      makePreview({ changer, reads, registry, assertMayServe }, { channel, target, until }, actor),

    addStaffPass: (wanted, actor) => addStaffPass({ changer, now }, wanted, actor),
    async endStaffPass(pass, actor) {
      const made = await endStaffPass({ changer, now }, pass, actor);
      return made && (await done(pass.channel, made)).number;
    },

    async rename(channel, renaming, actor, options) {
      const mayPromote = () => assertMayPromote(actor, keys.trust(), channel);
      return done(
        channel,
        await rename({ ...rollbackDeps, assertMayPromote: mayPromote }, channel, renaming, actor, options),
      );
    },

    async unmark(channel, { name, buildId }, actor, reason) {
      await assertMayServe(actor, { name, buildId });
      await changer.within(channel, async (trx) => {
        const served = servedBuilds(trx, channel);
        const bad = (await served.find(name, buildId))?.bad;
        if (!bad) throw new ReleaseRefusal('ALREADY_CURRENT', `${name} ${buildId} is not marked bad on ${channel}.`);
        await served.clearBad(name, buildId);
        const detail = { channel, buildId, was: bad.reason, by: bad.actor };
        await appendToLedger(trx, { actor, action: 'unmark', subject: name, detail, reason, now: now() });
      });
    },

    async retire(channel, remote, actor, options) {
      const { reason } = options;
      if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'Retiring a remote needs a reason.');
      assertManages(actor);
      const result = await changer.within(channel, async (trx, state) => {
        const { [remote]: retired, ...builds } = state.builds;
        if (!retired || remote === 'shell') {
          throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no remote ${remote}.`);
        }
        await assertSeen(trx, { channel, number: state.number }, options.seen, [remote]);
        const { [remote]: _, ...off } = state.off;
        const marks = channelMarks(trx, channel, now());
        await marks.switchOn(remote);
        await marks.endHolds([remote]);
        return changer.commit(trx, channel, state, {
          kind: 'retire',
          actor,
          reason,
          next: { builds, off },
          action: 'retire',
          subject: remote,
          detail: { from: retired.current, to: null },
        });
      });
      return { ...(await done(channel, result)), overridden: [] };
    },

    async switchOff(channel, remote, actor, reason, seen) {
      if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'Switching a remote off needs a reason.');
      const result = await changer.within(channel, async (trx, state) => {
        const buildId = state.builds[remote]?.current;
        if (!buildId || remote === 'shell') {
          throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no remote ${remote}.`);
        }
        assertMayRelease(actor, registry.ownerOf(remote));
        await assertSeen(trx, { channel, number: state.number }, seen, [remote]);
        await channelMarks(trx, channel, now()).switchOff(remote, buildId, actor, reason);
        return changer.commit(trx, channel, state, {
          kind: 'switch-off',
          actor,
          reason,
          next: { builds: state.builds, off: { ...state.off, [remote]: buildId } },
          action: 'switch-off',
          subject: remote,
          detail: { buildId },
        });
      });
      return { ...(await done(channel, result)), overridden: [] };
    },

    async switchOn(channel, remote, actor, reason, seen) {
      const result = await changer.within(channel, async (trx, state) => {
        const { [remote]: buildId, ...off } = state.off;
        if (buildId === undefined) throw new ReleaseRefusal('ALREADY_CURRENT', `${remote} is on.`);
        await assertMayServe(actor, { name: remote, buildId });
        await assertSeen(trx, { channel, number: state.number }, seen, [remote]);
        await channelMarks(trx, channel, now()).switchOn(remote);
        return changer.commit(trx, channel, state, {
          kind: 'switch-on',
          actor,
          reason: reason ?? null,
          next: { builds: state.builds, off },
          action: 'switch-on',
          subject: remote,
          detail: { buildId },
        });
      });
      return { ...(await done(channel, result)), overridden: [] };
    },

    async renew(channel, { force = false } = {}) {
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
          action: 'renew',
          subject: channel,
          detail: {},
        }),
      );
      return { ...(await done(channel, result)), overridden: [] };
    },

    rehearse(act) {
      const rehearsal = createRehearsal();
      return rehearsal.run(() => act(createChannels({ ...deps, rehearsal })));
    },
  };
  return channels;
}

/** @throws {ReleaseRefusal} `ROLLING_OUT`: what a share of the visitors has would go, without anybody having decided it */
function assertNoOtherRollsOut(rollouts: readonly RolloutRow[], refs: readonly BuildRef[]): void {
  for (const { name, buildId } of refs) {
    const rolling = rollouts.find(({ remote }) => remote === name);
    if (!rolling || rolling.build_id === buildId) continue;
    throw new ReleaseRefusal(
      'ROLLING_OUT',
      `${name} ${rolling.build_id} rolls out to ${percentOf(rolling)} % of the visitors.`,
    );
  }
}
