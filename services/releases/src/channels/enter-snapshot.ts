import type { SnapshotKind } from '@redress/contracts/release-api';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { BuildRegistry } from '../builds/registry.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import type { HeadFiles } from '../reader/head-file.ts';
import { isReleaseRefusal } from '../refusal.ts';
import { signedRolloutOf } from '../rollouts/sign-rollout.ts';
import { keepSnapshot } from '../snapshots/keep-snapshot.ts';
import { acceptSnapshot } from '../snapshots/accept-snapshot.ts';
import type { ReleaseTables, SnapshotBuilds } from '../store/schema.ts';
import { channelMarks } from './channel-marks.ts';
import type { ChannelReads } from './channel-reads.ts';
import { lockChannel } from './lock-channel.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { systemActor } from '../http/actor.ts';

/** What is needed to enter a snapshot that was made without the database. */
export interface EntryDeps {
  db: Kysely<ReleaseTables>;
  channels: Pick<ChannelReads, 'stateAt'>;
  registry: BuildRegistry;
  keys: KeyFolder;
  heads: HeadFiles;
  now: () => Date;
}

/** Takes a signed snapshot that was made without the database into it, under its own number, with the builds in it. */
export async function enterSnapshot(
  core: EntryDeps,
  trx: Transaction<ReleaseTables>,
  entry: {
    signed: SignedSnapshot;
    snapshot: Snapshot;
    /** Number the channel is at. */
    after: number;
    kind: SnapshotKind;
    reason: string | null;
    actor: string;
    at: Date;
  },
): Promise<void> {
  const { signed, snapshot, kind, reason, actor, at } = entry;
  const { channel, number } = snapshot;
  const { builds: before } = await core.channels.stateAt(channel, entry.after, trx);
  const builds: SnapshotBuilds = { shell: { current: snapshot.shell.buildId, lastGood: null } };
  // The snapshot names no build of a remote that is switched off.
  for (const name of Object.keys(snapshot.off ?? {})) if (before[name]) builds[name] = before[name];
  for (const [name, { current, lastGood }] of Object.entries(snapshot.remotes)) {
    builds[name] = { current: current.buildId, lastGood: lastGood?.buildId ?? null };
  }
  for (const [name, { current, lastGood }] of Object.entries(builds)) {
    for (const buildId of [current, lastGood]) if (buildId) await core.registry.restore(trx, name, buildId);
  }
  await keepSnapshot(trx, { channel, number, signed, kind, reason, actor, at, before, builds });
}

/**
 * After a lost or older database: the head file says what the channel serves. Its remotes are held, so that a start does
 * not put a build in their place that may have been rolled back before.
 * @returns sentences for the log
 */
export async function restoreHead(core: EntryDeps, channel: string): Promise<string[]> {
  const kept = core.heads.read(channel);
  if (!kept) return [];
  try {
    const now = core.now();
    const { signed, snapshot } = acceptSnapshot(kept, {
      trust: core.keys.trust(),
      channel,
      heldNumber: 0,
      now,
      allowExpired: true,
    });
    return await core.db.transaction().execute(async (trx) => {
      const after = await lockChannel(trx, channel);
      if (snapshot.number <= after) return [];
      const reason = `the database was at ${after}, the files at ${snapshot.number}`;
      const actor = systemActor('restore');
      await enterSnapshot(core, trx, { signed, snapshot, after, kind: 'restored', reason, actor: actor.name, at: now });
      const marks = channelMarks(trx, channel, now);
      for (const [name, { current }] of Object.entries({ shell: { current: snapshot.shell }, ...snapshot.remotes })) {
        await marks.hold(name, { from: current.buildId, to: current.buildId }, actor, reason);
      }
      const detail = {
        channel,
        snapshot: snapshot.number,
        from: after,
        ...(snapshot.ledger ? { lostHead: snapshot.ledger.hash } : {}),
      };
      await appendToLedger(trx, { actor, action: 'restore', subject: channel, detail, reason, now });
      const off = Object.keys(snapshot.off ?? {});
      return [
        `${channel} is taken over from its file: ${reason}. What it serves is held until somebody promotes.`,
        ...(off.length > 0 ? [`Switched off until they are promoted again: ${off.join(', ')}.`] : []),
      ];
    });
  } catch (error) {
    const why = isReleaseRefusal(error) ? `${error.code}: ${error.message}` : (error as Error).message;
    return [`The file of ${channel} is not taken over: ${why}`];
  }
}

const ofAnyForm = z.looseObject({});
const HeadOfRollout = z.union([z.object({ rollout: ofAnyForm }), z.object({ cohortRollout: ofAnyForm })]);

/**
 * Whether the file of a channel says that something rolls out and the database, brought back, does not: sites go on with
 * it until there is another number.
 */
export async function hasLostRollouts(
  { heads, channels }: { heads: HeadFiles; channels: Pick<ChannelReads, 'current'> },
  channel: string,
): Promise<boolean> {
  const kept = z.safeParse(HeadOfRollout, heads.read(channel));
  const current = (await channels.current(channel))?.signed;
  return kept.success && !(current && signedRolloutOf(current));
}
