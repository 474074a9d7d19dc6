import {
  SNAPSHOT_KIND,
  snapshotBuild,
  type BuildDescriptor,
  type Snapshot,
  type SignedSnapshot,
} from '@redress/contracts/releases';
import type { SigningKey } from '@redress/release-client/publish';

/** How long a snapshot is valid without being renewed. */
export const SNAPSHOT_LIFETIME_MS = 30 * 86_400_000;

/** Which build of each remote a snapshot serves. */
export interface Composition {
  shell: BuildDescriptor;
  remotes: Record<string, { current: BuildDescriptor; lastGood: BuildDescriptor | null }>;
  off: Record<string, BuildDescriptor>;
  /** Ids of builds that open tabs leave at once. */
  withdrawn?: readonly string[];
  unfit?: Readonly<Record<string, string[]>>;
  /** Newest entry of the ledger. */
  ledger?: { seq: number; hash: string } | null;
  /** Remotes whose build is one that rolls out. */
  variant?: readonly string[];
  /** Of a preview: what is seen, and until when. */
  preview?: { what: string; by: string; until: Date };
}

export function makeSnapshot(
  composition: Composition,
  { channel, number, now }: { channel: string; number: number; now: Date },
): Snapshot {
  const byName = <T>(record: Record<string, T>) =>
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  const off = byName(composition.off).map(
    ([name, { config }]) => [name, { routes: config.routes, slots: Object.keys(config.slots) }] as const,
  );
  return {
    format: 1,
    product: 'redress',
    channel,
    number,
    createdAt: now.toISOString(),
    expiresAt: (composition.preview?.until ?? new Date(now.getTime() + SNAPSHOT_LIFETIME_MS)).toISOString(),
    shell: snapshotBuild(composition.shell),
    remotes: Object.fromEntries(
      byName(composition.remotes).map(([name, { current, lastGood }]) => [
        name,
        { current: snapshotBuild(current), lastGood: lastGood && snapshotBuild(lastGood) },
      ]),
    ),
    ...(off.length > 0 ? { off: Object.fromEntries(off) } : {}),
    ...(composition.ledger ? { ledger: composition.ledger } : {}),
    ...(composition.withdrawn?.length ? { withdrawn: [...composition.withdrawn] } : {}),
    ...(composition.unfit && Object.keys(composition.unfit).length > 0 ? { unfit: composition.unfit } : {}),
    ...(composition.variant?.length ? { variant: [...composition.variant] } : {}),
    ...(composition.preview ? { preview: { what: composition.preview.what, by: composition.preview.by } } : {}),
  };
}

/** What is signed begins with its kind. */
export function signSnapshot(snapshot: Snapshot, key: SigningKey): SignedSnapshot {
  const { kind = SNAPSHOT_KIND, ...rest } = snapshot;
  const payload = JSON.stringify({ kind, ...rest });
  return { keyId: key.keyId, signature: key.sign(payload), payload };
}
