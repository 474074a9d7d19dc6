import {
  type DocumentSnapshot,
  type IndexedRemote,
  type Snapshot,
  type SnapshotIndex,
  isIndexText,
} from '@redress/contracts/releases';
import type { RemoteBuilds } from './failed-builds.ts';
import {
  SnapshotError,
  type SnapshotExpectation,
  assertNamed,
  assertSigned,
  canVerify,
  checkHead,
  checkSnapshot,
} from './snapshot.ts';

/** A snapshot as a tab has it. */
export interface TabSnapshot extends Snapshot {
  /** Remotes whose builds are not known yet: their parts are asked for when they are needed (decision 0109). */
  rest?: Record<string, IndexedRemote>;
}

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * The builds in a part of a snapshot, when it is the one that the index names.
 * @throws {SnapshotError} `wrong-part`: forged, or of another snapshot or variant
 */
export async function readPart(name: string, text: string, digest: string): Promise<RemoteBuilds> {
  // A page without https has no digests, and could not verify its index either.
  if ('subtle' in crypto) {
    const found = base64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    if (found !== digest) throw new SnapshotError('wrong-part');
  }
  const builds = JSON.parse(text) as RemoteBuilds;
  assertNamed(name, builds);
  return builds;
}

async function openIndex(payload: string, parts: Record<string, string>, now: Date): Promise<TabSnapshot> {
  const { kind: _kind, remotes, ...head } = checkHead<SnapshotIndex>(payload, { now });
  let snapshot: TabSnapshot = { ...head, remotes: {}, rest: remotes };
  for (const [name, text] of Object.entries(parts)) {
    const indexed = Object.hasOwn(remotes, name) ? remotes[name] : undefined;
    if (!indexed) throw new SnapshotError('wrong-part');
    snapshot = withBuilds(snapshot, name, await readPart(name, text, indexed.part));
  }
  return snapshot;
}

/** The snapshot with a part that has come. */
export function withBuilds(snapshot: TabSnapshot, name: string, builds: RemoteBuilds): TabSnapshot {
  const { [name]: _known, ...rest } = snapshot.rest ?? {};
  return { ...snapshot, remotes: { ...snapshot.remotes, [name]: builds }, rest };
}

/**
 * The release that a document brought: the whole of it, or its index with some parts.
 * @returns `isVerified`: false in a browser that cannot verify, which keeps what its document brought
 * @throws {SnapshotError} when it must not be used
 */
export async function openDocumentSnapshot(
  signed: DocumentSnapshot,
  expected: Pick<SnapshotExpectation, 'keys' | 'now'>,
): Promise<{ snapshot: TabSnapshot; isVerified: boolean }> {
  const { payload, parts = {} } = signed;
  const isVerified = await canVerify();
  if (isVerified) await assertSigned(signed, payload, expected.keys);
  const snapshot = isIndexText(payload)
    ? await openIndex(payload, parts, expected.now)
    : checkSnapshot(payload, expected);
  return { snapshot, isVerified };
}
