import type { Finding, Move } from '@redress/contracts/release-api';
import type { SignedSnapshot } from '@redress/contracts/releases';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { SnapshotBuilds } from '../store/schema.ts';
import type { ChangeOptions, ChannelChanger } from './channel-change.ts';
import { channelMarks } from './channel-marks.ts';
import type { ChannelReads } from './channel-reads.ts';
import { assertSeen } from './seen.ts';
import { servedBuilds } from './served-builds.ts';

/** What is to go back: remotes, each to a named build or its last good one, or everything to a numbered snapshot. */
export type RollbackTarget = { remotes: readonly { remote: string; to?: string | undefined }[] } | { snapshot: number };

export interface RollbackDeps {
  reads: ChannelReads;
  changer: ChannelChanger;
  ownerOf: (name: string) => string | null;
  /** @throws {ReleaseRefusal} unless the actor may serve this build */
  assertMayServe: (actor: Actor, build: { name: string; buildId: string }) => Promise<void>;
  now: () => Date;
}

/** Serves earlier builds, all in one snapshot; marks those it leaves as bad and holds the remotes. */
export async function rollBack(
  { reads, changer, ownerOf, assertMayServe, now }: RollbackDeps,
  channel: string,
  target: RollbackTarget,
  actor: Actor,
  options: ChangeOptions,
): Promise<{ number: number; signed: SignedSnapshot; overridden: Finding[]; moves: Move[] }> {
  const { reason } = options;
  if (!reason) throw new ReleaseRefusal('REASON_MISSING', 'A rollback needs a reason.');
  const wanted = 'remotes' in target ? target.remotes : await buildsOf(reads, channel, target.snapshot);
  return changer.within(channel, async (trx, state) => {
    const served = servedBuilds(trx, channel);
    const moves: Move[] = [];
    for (const { remote, to: named } of wanted) {
      const from = state.builds[remote]?.current;
      // A remote that came later stays: going back takes no page away.
      if (!from && 'snapshot' in target) continue;
      if (!from) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no ${remote}.`);
      const to = named ? await reads.resolveBuild(remote, named) : await served.lastGood(remote, from);
      if (to === from && wanted.length > 1) continue;
      assertMayRelease(actor, ownerOf(remote));
      if (!to) throw new ReleaseRefusal('NOTHING_BEFORE', `${remote} has no earlier good build on ${channel}.`);
      if (to === from) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves ${remote} ${to} already.`);
      // A rollback passes fewer checks than a promotion, so it serves only builds that have served before.
      if (!(await served.find(remote, to))) {
        throw new ReleaseRefusal('NEVER_SERVED', `${channel} never served ${remote} ${to}.`);
      }
      await assertMayServe(actor, { name: remote, buildId: to });
      moves.push({ remote, from, to });
    }
    if (moves.length === 0) throw new ReleaseRefusal('ALREADY_CURRENT', `${channel} serves these builds already.`);
    const names = moves.map(({ remote }) => remote);
    await assertSeen(trx, { channel, number: state.number }, options.seen, names);
    const marks = channelMarks(trx, channel, now());
    const builds: SnapshotBuilds = { ...state.builds };
    for (const { remote, from, to } of moves) {
      await served.markBad(remote, from, { actor, reason, at: now(), isWithdrawn: options.urgent === true });
      await served.clearBad(remote, to);
      await marks.hold(remote, { from, to }, actor, reason);
      builds[remote] = { current: to, lastGood: await served.lastGood(remote, to) };
    }
    const overridden = await changer.passGate(trx, {
      channel,
      before: state.builds,
      after: builds,
      actor,
      options,
      isRollback: true,
    });
    const [first] = moves;
    const committed = await changer.commit(trx, channel, state, {
      kind: 'rollback',
      actor,
      reason,
      next: { builds, off: state.off },
      action: 'rollback',
      subject: names.join(' '),
      detail: {
        ...(moves.length === 1 ? { from: first?.from, to: first?.to } : { moves }),
        ...('snapshot' in target ? { backTo: target.snapshot } : {}),
        ...(options.urgent ? { urgent: true } : {}),
        ...(overridden.length > 0 ? { overridden } : {}),
      },
    });
    return { ...committed, overridden, moves };
  });
}

async function buildsOf(reads: ChannelReads, channel: string, number: number) {
  const builds = await reads.buildsAt(channel, number);
  return Object.entries(builds).map(([remote, { current }]) => ({ remote, to: current }));
}
