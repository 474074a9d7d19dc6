import type { DocumentSnapshot, SignedSnapshot, Snapshot, SnapshotBuild } from '@redress/contracts/releases';

/** A snapshot that documents are made of. */
export interface DrawnSnapshot {
  snapshot: Snapshot;
  signed: SignedSnapshot;
  /** Its index, signed, and the text of each remote's part; `null`: documents hold the whole snapshot. */
  index: { signed: SignedSnapshot; parts: ReadonlyMap<string, { text: string }> } | null;
}

/**
 * What a document says of the release: the index and the part of its own remote (decision 0109). Whatever else a tab needs
 * it asks for. The whole snapshot where the shell was built before, in a preview, which is kept nowhere, and where the
 * release service signed no index.
 */
export function snapshotFor(
  { snapshot, signed, index }: DrawnSnapshot,
  remote: SnapshotBuild | null,
): DocumentSnapshot {
  if (!index || !snapshot.shell.readsIndex || snapshot.preview) return signed;
  // A tab says which builds that roll out it runs.
  const names = new Set([...(remote ? [remote.name] : []), ...(snapshot.variant ?? [])]);
  const parts = [...names].flatMap((name) => {
    const part = index.parts.get(name);
    return part ? [[name, part.text] as const] : [];
  });
  return { ...index.signed, parts: Object.fromEntries(parts) };
}
