import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { makeDocuments, type BuildFiles, type DocumentSet, type DocumentSettings } from './document-set.ts';

/** What is served at one number: a snapshot, and variants of it while builds roll out (decision 0218). */
export interface HeldRelease {
  snapshot: Snapshot;
  signed: SignedSnapshot;
  rollout: {
    variants: ReadonlyMap<string, { snapshot: Snapshot; signed: SignedSnapshot }>;
    /** Whether it makes a difference who asks. */
    dependsOnVisitor: boolean;
    /** @returns a key of `variants`; `null` for the snapshot that everybody else has */
    variantFor(visitor: { bucketId: string }): string | null;
  } | null;
}

/** The documents of a release, those of every variant. */
export interface DocumentSets {
  snapshotNumber: number;
  /** Whether a visitor has to be known before they get a document. */
  dependsOnVisitor: boolean;
  /** @param bucketId - read only where it makes a difference */
  of(bucketId: string): DocumentSet;
  /** @see DocumentSet.recompress */
  recompress(isWanted: () => boolean): Promise<void>;
}

/** Draws every document of a release: afterwards a request is a decision about who asks and a look into a map. */
export async function makeDocumentSets(
  held: HeldRelease,
  files: BuildFiles,
  settings: Omit<DocumentSettings, 'isByVisitor'>,
): Promise<DocumentSets> {
  const { rollout } = held;
  const isByVisitor = rollout?.dependsOnVisitor === true;
  const make = (variant: Parameters<typeof makeDocuments>[0]) =>
    makeDocuments(variant, files, { ...settings, isByVisitor });
  const base = await make(held);
  const variants = new Map<string | null, DocumentSet>();
  for (const [name, variant] of rollout?.variants ?? []) variants.set(name, await make(variant));
  return {
    snapshotNumber: held.snapshot.number,
    dependsOnVisitor: isByVisitor,
    of: (bucketId) => (rollout && variants.get(rollout.variantFor({ bucketId }))) || base,
    async recompress(isWanted) {
      for (const set of [base, ...variants.values()]) await set.recompress(isWanted);
    },
  };
}
