import { unwatchFile, watchFile } from 'node:fs';
import { buildBase, type BuildDescriptor, type SignedSnapshot, type Snapshot } from '@redress/contracts/releases';
import {
  contentKey,
  descriptorKey,
  encodedKey,
  integrityOf,
  type BlobStore,
  type Encoding,
} from '../blobs/blob-store.ts';
import { openSignedBuild, type SignedBuild } from '../builds/signed-build.ts';
import type { Trust } from '../keys/trust.ts';
import { acceptSnapshot, SnapshotRejected } from '../snapshots/accept-snapshot.ts';
import type { HeadFiles } from './head-file.ts';
import type { SnapshotSource } from './source.ts';

/** What the site serves now. Everything in it has been verified. */
export interface HeldSnapshot {
  signed: SignedSnapshot;
  snapshot: Snapshot;
}

export interface ReaderHealth {
  ok: boolean;
  /** Why the snapshot may be behind, for a person. */
  detail?: string;
  number: number;
  /** When the source last answered. */
  checkedAt: string | null;
}

/**
 * The read side of releases: the verified snapshot of a channel in memory, and files of builds by their place on the
 * site. Works on without its source: what was verified last stays, in memory and on disk.
 */
export interface ReleaseReader {
  channel: string;
  held(): HeldSnapshot | null;
  /** Keys a document may trust: key id to raw public key. */
  channelKeys(): Record<string, string>;
  /** Told after a newer snapshot is held; what the listener answers is part of serving it. @returns how to stop hearing */
  onSnapshot(listener: (held: HeldSnapshot) => void | Promise<void>): () => void;
  /** Number of the snapshot that every listener is done with: what a new load gets. */
  servedNumber(): number;
  /** @param folder - `0.1.0-0123456789ab`, as in an asset's address; `null` for a build that was never published */
  describe(name: string, folder: string): Promise<BuildDescriptor | null>;
  /** Bytes of a build's file, checked against its hash; `null` when the store has lost them. */
  file(descriptor: BuildDescriptor, path: string, encoding?: Encoding): Promise<Buffer | null>;
  health(): ReaderHealth;
  /** Looks at the source now, as a change would make it. */
  refresh(): Promise<void>;
  /** A snapshot that this very program has just made: held at once, after the same checks as any other. */
  offer(signed: SignedSnapshot): void;
  start(): Promise<void>;
  stop(): void;
}

const MAX_DESCRIPTORS = 1_000;
/** How often the head file is looked at, for what the break-glass command put there. */
const FILE_CHECK_MS = 500;

export function createReleaseReader(deps: {
  channel: string;
  source: SnapshotSource;
  blobs: BlobStore;
  heads: HeadFiles;
  trust: () => Trust;
  now: () => Date;
  log: (message: string) => void;
}): ReleaseReader {
  const { channel, source, blobs, heads, trust, now, log } = deps;
  const listeners = new Set<(held: HeldSnapshot) => void | Promise<void>>();
  let served = 0;
  const descriptors = new Map<string, BuildDescriptor | null>();
  let held: HeldSnapshot | null = null;
  let problem: string | null = null;
  let checkedAt: Date | null = null;
  let unsubscribe = () => {};
  let refreshing: Promise<void> | null = null;
  let askedAgain = false;

  /** @returns whether it is newer than what was held */
  function accept(received: unknown, { allowExpired }: { allowExpired: boolean }): boolean {
    const before = held?.snapshot.number ?? 0;
    const accepted = acceptSnapshot(received, {
      trust: trust(),
      channel,
      heldNumber: before,
      now: now(),
      allowExpired,
    });
    if (held && accepted.snapshot.number === before) return false;
    held = accepted;
    const { number } = accepted.snapshot;
    void Promise.allSettled([...listeners].map((listener) => listener(accepted))).then(() => {
      served = Math.max(served, number);
    });
    return true;
  }

  function acceptHeadFile(): void {
    const kept = heads.read(channel);
    if (!kept) return;
    try {
      // Accepted once already, or signed by hand in an emergency: better old than nothing; its age shows in readyz.
      accept(kept, { allowExpired: true });
    } catch (error) {
      if (!(error instanceof SnapshotRejected && error.code === 'older'))
        log(`${heads.fileOf(channel)}: ${(error as Error).message}`);
    }
  }

  async function ask(): Promise<void> {
    try {
      const received = await source.fetch(channel);
      checkedAt = now();
      problem = null;
      if (received && accept(received, { allowExpired: false }) && held) heads.write(channel, held.signed);
    } catch (error) {
      const message = `${source.name}: ${(error as Error).message}`;
      if (problem !== message) log(`Serving what was verified last. ${message}`);
      problem = message;
    }
  }

  /** One question at a time; a change heard while asking asks once more. */
  async function refresh(): Promise<void> {
    if (refreshing) {
      askedAgain = true;
      return refreshing;
    }
    refreshing = (async () => {
      do {
        askedAgain = false;
        await ask();
      } while (askedAgain);
    })();
    try {
      await refreshing;
    } finally {
      refreshing = null;
    }
  }

  return {
    channel,
    held: () => held,
    channelKeys: () => trust().channels[channel] ?? {},
    servedNumber: () => served,
    refresh,

    offer(received) {
      try {
        accept(received, { allowExpired: false });
      } catch (error) {
        log(`A snapshot just made is not accepted: ${(error as Error).message}`);
      }
    },

    onSnapshot(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async describe(name, folder) {
      const address = `${name}/${folder}`;
      const known = descriptors.get(address);
      if (known !== undefined) return known;
      const buildId = folder.slice(-12);
      if (!/^(shell|mf-[a-z0-9-]{1,40})$/.test(name) || !/^[0-9a-f]{12}$/.test(buildId)) return null;
      const stored = await blobs.get(descriptorKey(name, buildId));
      if (!stored) return null;
      const descriptor = openSignedBuild(JSON.parse(stored.toString('utf8')) as SignedBuild, trust());
      if (buildBase(descriptor) !== `/assets/${address}/`) return null;
      if (descriptors.size >= MAX_DESCRIPTORS) descriptors.clear();
      descriptors.set(address, descriptor);
      return descriptor;
    },

    async file(descriptor, path, encoding) {
      const integrity = descriptor.files[path]?.integrity;
      if (!integrity) return null;
      if (encoding) return blobs.get(encodedKey(integrity, encoding));
      const bytes = await blobs.get(contentKey(integrity));
      if (bytes && integrityOf(bytes) !== integrity) {
        log(`${descriptor.name} ${path}: the stored bytes are not the published ones; they are not served.`);
        return null;
      }
      return bytes;
    },

    health() {
      const number = held?.snapshot.number ?? 0;
      const checked = { number, checkedAt: checkedAt?.toISOString() ?? null };
      if (!held) return { ok: false, detail: problem ?? `The channel ${channel} has no snapshot yet.`, ...checked };
      const expired = new Date(held.snapshot.expiresAt) <= now();
      const detail = [
        ...(problem ? [`The release service does not answer (${problem}); serving snapshot ${number}.`] : []),
        ...(expired ? [`Snapshot ${number} expired on ${held.snapshot.expiresAt}.`] : []),
      ].join(' ');
      // A site that can serve is ready: taking it out of rotation would turn an old release into none.
      return detail ? { ok: true, detail, ...checked } : { ok: true, ...checked };
    },

    async start() {
      acceptHeadFile();
      unsubscribe = source.subscribe(channel, () => void refresh());
      watchFile(heads.fileOf(channel), { interval: FILE_CHECK_MS, persistent: false }, acceptHeadFile);
      await refresh();
    },

    stop() {
      unsubscribe();
      unwatchFile(heads.fileOf(channel), acceptHeadFile);
    },
  };
}
