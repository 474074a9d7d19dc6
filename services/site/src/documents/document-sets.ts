import { makeDocuments, type BuildFiles, type DocumentSet, type DocumentSettings } from './document-set.ts';
import type { DrawnSnapshot } from './drawn-snapshot.ts';

/** What is served at one number: a snapshot, and variants of it while builds roll out (decision 0218). */
export interface HeldRelease extends DrawnSnapshot {
  rollout: HeldRollout | null;
}

/** Who asks, as far as it makes a difference. */
export interface Visitor {
  bucketId: string;
  isStaff: boolean;
  country: string | null;
  groups: readonly string[];
}

export interface HeldRollout {
  variants: ReadonlyMap<string, DrawnSnapshot>;
  /** What has to be known of a visitor. */
  asks: { bucket: boolean; staff: boolean; country: boolean; groups: boolean };
  /** Staff passes that were ended before their time. */
  endedPasses: readonly number[];
  /** @returns a key of `variants`; `null` for the snapshot that everybody else has */
  variantFor(visitor: Visitor): string | null;
}

/** The documents of a release, those of every variant. */
export interface DocumentSets {
  snapshotNumber: number;
  /** @param who - asked only where it makes a difference */
  of(who: (rollout: HeldRollout) => Visitor): DocumentSet;
  /** @see DocumentSet.recompress */
  recompress(isWanted: () => boolean): Promise<void>;
}

/** Draws every document of a release: afterwards a request is a decision about who asks and a look into a map. */
export async function makeDocumentSets(
  held: HeldRelease,
  files: BuildFiles,
  settings: Omit<DocumentSettings, 'variesBy'> & { countryHeader: string | null },
): Promise<DocumentSets> {
  const { rollout } = held;
  const isByVisitor = rollout !== null && Object.values(rollout.asks).includes(true);
  const ofCountry = rollout?.asks.country && settings.countryHeader !== null ? [settings.countryHeader] : [];
  const variesBy = isByVisitor ? ['cookie', ...ofCountry] : [];
  const make = (variant: DrawnSnapshot) => makeDocuments(variant, files, { ...settings, variesBy });
  const base = await make(held);
  const variants = new Map<string | null, DocumentSet>();
  for (const [name, variant] of rollout?.variants ?? []) variants.set(name, await make(variant));
  return {
    snapshotNumber: held.snapshot.number,
    // At 100 % every visitor has the one variant, and nothing is asked of them.
    of: (who) => (rollout && variants.get(rollout.variantFor(who(rollout)))) || base,
    async recompress(isWanted) {
      for (const set of [base, ...variants.values()]) await set.recompress(isWanted);
    },
  };
}
