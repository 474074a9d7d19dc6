import type { SnapshotKind } from '@redress/contracts/release-api';
import type { SignedRelease } from '@redress/contracts/releases';
import type { Transaction } from 'kysely';
import { recordServed } from '../channels/served-builds.ts';
import { recordRollouts, type RolloutRow } from '../rollouts/rollouts.ts';
import { signedRolloutOf } from '../rollouts/sign-rollout.ts';
import type { ReleaseTables, SnapshotBuilds } from '../store/schema.ts';

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
export async function keepSnapshot(trx: Transaction<ReleaseTables>, snapshot: KeptSnapshot): Promise<void> {
  const { channel, number, signed, kind, reason, actor, at, before, builds, rollouts = [] } = snapshot;
  await trx
    .insertInto('releases.snapshot')
    .values({
      channel,
      number,
      variant: '',
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
  const signedRollout = rollouts.length > 0 ? signedRolloutOf(signed) : null;
  const rollout = signedRollout && JSON.stringify(signedRollout);
  await trx.updateTable('releases.channel').set({ number, rollout }).where('name', '=', channel).execute();
}
