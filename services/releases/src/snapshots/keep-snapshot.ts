import type { SnapshotKind } from '@redress/contracts/release-api';
import type { SignedRelease } from '@redress/contracts/releases';
import { recordServed } from '../channels/served-builds.ts';
import { recordRollouts, type RolloutRow } from '../rollouts/rollouts.ts';
import { changeRows } from '../store/rows.ts';
import type { SnapshotBuilds, Trx } from '../store/schema.ts';

/** A signed snapshot with its circumstances: just made, made without the database, or brought back from the store. */
export interface KeptSnapshot {
  channel: string;
  number: number;
  signed: SignedRelease;
  kind: SnapshotKind;
  reason: string | null;
  actor: string;
  at: Date;
  /** What the channel served before, and what it serves with this one. */
  before: SnapshotBuilds;
  builds: SnapshotBuilds;
  /** What rolls out with it. Without it every rollout ends: what is brought back from files says nothing of them. */
  rollouts?: readonly RolloutRow[];
}

/** Keeps a snapshot as the newest of its channel, with the builds that begin to serve with it and those that end. */
export async function keepSnapshot(trx: Trx, snapshot: KeptSnapshot): Promise<void> {
  const { channel, number, signed, kind, reason, actor, at, before, builds, rollouts = [] } = snapshot;
  await trx
    .insertInto('releases.snapshot')
    .values({
      channel,
      number,
      key_id: signed.keyId,
      signature: signed.signature,
      payload: signed.payload,
      builds: JSON.stringify(builds),
      kind,
      reason,
      actor,
      created_at: at,
    })
    .execute();
  await recordServed(trx, { channel, number, kind, at }, before, builds);
  await recordRollouts(trx, { channel, number, at }, rollouts);
  const rollout = rollouts.length > 0 && signed.rollout ? JSON.stringify(signed.rollout) : null;
  await changeRows(trx, 'channel', { name: channel }, { number, rollout });
}
