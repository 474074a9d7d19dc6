import type { Finding, Move } from '@redress/contracts/release-api';
import type { SignedRelease } from '@redress/contracts/releases';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { tell } from '../notices/tell.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { SnapshotBuilds } from '../store/schema.ts';
import type { ChangeOptions, ChannelChanger } from './channel-change.ts';
import { channelMarks } from './channel-marks.ts';
import type { ChannelReads } from './channel-reads.ts';
import { assertSeen } from './seen.ts';
import { servedBuilds } from './served-builds.ts';

/**
 * What is to go back: remotes, each to a named build or its last good one, or everything to a numbered snapshot.
 * `rollingOut`: nothing but this build, which a share of the visitors has.
 */
export type RollbackTarget =
  | { remotes: readonly { remote: string; to?: string | undefined; rollingOut?: string | undefined }[] }
  | { snapshot: number };

export interface RollbackDeps {
  reads: ChannelReads;
  changer: ChannelChanger;
  ownerOf: (name: string) => string | null;
  /** @throws {ReleaseRefusal} unless the actor may serve this build */
  assertMayServe: (actor: Actor, build: { name: string; buildId: string }) => Promise<void>;
  now: () => Date;
}

/**
 * Serves earlier builds, all in one snapshot; marks those it leaves as bad and holds the remotes. Where a remote rolls out,
 * the build that does is what is taken back, unless another one is named than everybody has.
 */
export async function rollBack(
  { reads, changer, ownerOf, assertMayServe, now }: RollbackDeps,
  channel: string,
  target: RollbackTarget,
  actor: Actor,
  options: ChangeOptions,
): Promise<{ number: number; signed: SignedRelease; overridden: Finding[]; moves: Move[] }> {
  const { reason } = options;
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'A rollback needs a reason.');
  const wanted = 'remotes' in target ? target.remotes : await buildsOf(reads, channel, target.snapshot);
  return changer.within(channel, async (trx, state) => {
    const served = servedBuilds(trx, channel);
    const moves: Move[] = [];
    const aborted: Move[] = [];
    const asked = 'remotes' in target ? target.remotes.map(({ remote }) => remote) : [];
    // Before anything is looked for: after somebody else's rollback there may be nothing before.
    await assertSeen(trx, { channel, number: state.number }, options.seen, asked);
    for (const { remote, to: named, rollingOut } of wanted) {
      const from = state.builds[remote]?.current;
      // A remote that came later stays: going back takes no page away.
      if (!from && 'snapshot' in target) continue;
      if (!from) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}.`);
      const rolling = state.rollouts.find((row) => row.remote === remote);
      // Ended by somebody else meanwhile: the build of everybody is not what was to be taken back.
      if (rollingOut !== undefined && rolling?.build_id !== rollingOut) {
        throw new ReleaseRefusal('ROLLOUT_UNKNOWN', `${remote} ${rollingOut} does not roll out on ${channel}.`);
      }
      const wantedBuild = named && (await reads.resolveBuild(remote, named));
      if (rolling && (wantedBuild === undefined || wantedBuild === from)) {
        assertMayRelease(actor, ownerOf(remote));
        aborted.push({ remote, from: rolling.build_id, to: from });
        continue;
      }
      const to = wantedBuild ?? (await served.lastGood(remote, from));
      if (to === from && wanted.length > 1) continue;
      assertMayRelease(actor, ownerOf(remote));
      if (!to) throw new ReleaseRefusal('NOTHING_BEFORE', `${remote} has no earlier good build on ${channel}.`);
      if (to === from) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${remote} ${to} already.`);
      // A rollback passes fewer checks than a promotion, so it serves only builds that have served before.
      const before = await served.find(remote, to);
      if (!before?.servedEverybody) {
        throw new ReleaseRefusal('NEVER_SERVED', `${channel} never served ${remote} ${to}.`);
      }
      await assertMayServe(actor, { name: remote, buildId: to });
      moves.push({ remote, from, to });
    }
    const all = [...moves, ...aborted];
    const [first] = all;
    if (!first) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves these builds already.`);
    const names = all.map(({ remote }) => remote);
    if ('snapshot' in target) await assertSeen(trx, { channel, number: state.number }, options.seen, names);
    const marks = channelMarks(trx, channel, now());
    const builds: SnapshotBuilds = { ...state.builds };
    for (const { remote, from, to } of moves) {
      // Forward again to what a rollback left: the build that it brought was good, and is the way back.
      if (await marks.isHeld(remote, { from: to, to: from })) await marks.endHolds([remote]);
      else {
        await served.markBad(remote, from, { actor, reason, at: now(), isWithdrawn: options.urgent === true });
        await marks.hold(remote, { from, to }, actor, reason);
      }
      await served.clearBad(remote, to);
      builds[remote] = { current: to, lastGood: await served.lastGood(remote, to) };
    }
    for (const { remote, from } of aborted) {
      await served.markBad(remote, from, { actor, reason, at: now(), isWithdrawn: options.urgent === true });
    }
    const others = state.rollouts.filter(({ remote }) => !names.includes(remote));
    const rollouts = await changer.fitting(builds, others);
    const ended = others.filter((row) => !rollouts.includes(row)).map(({ remote }) => remote);
    const overridden = await changer.passGate(trx, {
      channel,
      before: state.builds,
      after: builds,
      actor,
      options,
      isRollback: true,
    });
    const isRollback = moves.length > 0;
    const committed = await changer.commit(trx, channel, state, {
      kind: isRollback ? 'rollback' : 'rollout',
      actor,
      reason,
      next: { builds, off: state.off, rollouts },
      action: isRollback ? 'rollback' : 'rollout-abort',
      subject: names.join(' '),
      detail: {
        ...(all.length === 1 ? { from: first.from, to: first.to } : { moves: isRollback ? moves : aborted }),
        ...(isRollback && aborted.length > 0 ? { aborted } : {}),
        ...(ended.length > 0 ? { ended } : {}),
        ...('snapshot' in target ? { backTo: target.snapshot } : {}),
        ...(options.urgent ? { urgent: true } : {}),
        ...(overridden.length > 0 ? { overridden } : {}),
      },
    });
    if (options.tell) {
      const { kind, facts } = options.tell;
      const done = { ...facts, buildId: first.from, to: first.to, snapshot: committed.number };
      const about = { channel, remote: names.join(' '), teams: names.map(ownerOf) };
      await tell(trx, { key: `${kind} ${channel} ${committed.number}`, kind, facts: done, ...about }, now());
    }
    return { ...committed, overridden, moves: all };
  });
}

async function buildsOf(reads: ChannelReads, channel: string, number: number) {
  const builds = await reads.buildsAt(channel, number);
  return Object.entries(builds).map(([remote, { current }]) => ({ remote, to: current, rollingOut: undefined }));
}
