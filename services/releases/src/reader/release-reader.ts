import type { BlobStore } from '@redress/blob-store';
import { LRUCache } from 'lru-cache';
import { unwatchFile, watchFile } from 'node:fs';
import type {
  BuildDescriptor,
  PageData,
  SignedFreshness,
  SignedRelease,
  SignedTrust,
  SnapshotBuild,
} from '@redress/contracts/releases';
import type { KeptBlobStore } from '../blobs/kept-blob-store.ts';
import { createFileCheck, type FileCheck } from '../builds/file-check.ts';
import { ownOf, type Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { acceptRelease, type HeldRollout, type HeldVariant } from '../rollouts/accept-release.ts';
import { SnapshotRejected } from '../snapshots/accept-snapshot.ts';
import { createAdoption } from './adoption.ts';
import { fetchCurrent } from './fetch-current.ts';
import type { HeadFiles } from './head-file.ts';
import { heldStaffPasses, type HeldStaffPasses } from './held-staff-passes.ts';
import { heldPreviews, type HeldPreviews } from './held-previews.ts';
import type { SnapshotSource } from './source.ts';
import { createStoredBuilds, type StoredBuilds } from './stored-builds.ts';

/** What the site serves now. Everything in it has been verified. */
export interface HeldSnapshot extends HeldVariant {
  /** As it is kept on disk, and given to other sites. */
  release: SignedRelease;
  /** What a share of the visitors has in place of it. */
  rollout: HeldRollout | null;
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
export interface ReleaseReader extends Pick<StoredBuilds, 'describe' | 'file'> {
  channel: string;
  held(): HeldSnapshot | null;
  /** Who may change these keys: a document carries it, so that a tab does not take another root's word. */
  root(): PageData['releaseRoot'] & object;
  signedTrust(): SignedTrust;
  /** Keys a document may trust: key id to raw public key. */
  channelKeys(): Record<string, string>;
  /** Told after a newer snapshot is held; what the listener answers is part of serving it. @returns how to stop hearing */
  onSnapshot(listener: (held: HeldSnapshot) => void | Promise<void>): () => void;
  /** Calls every listener with what is held, again until all are done: for one that was not there when it came. */
  show(): Promise<void>;
  /** Number of the snapshot that every listener is done with: what a new load gets. */
  servedNumber(): number;
  /** Since when; `null` before the first. */
  servedSince(): Date | null;
  /** Previews that browsers have opened. */
  previews: HeldPreviews;
  /** Staff passes whose addresses browsers open. */
  staff: HeldStaffPasses;
  /** @returns the text of a part that is served, or was served since this program began; `null` for any other digest */
  part(digest: string): string | null;
  /** The last statement that was accepted: at which number the channel stands. */
  freshness(): SignedFreshness | null;
  /**
   * A build of this remote that has a file of this name: one that is served or was read of late. `null` for any other: the
   * file is then asked for under its build.
   */
  holderOf(name: string, path: string): Promise<BuildDescriptor | null>;
  health(): ReaderHealth;
  /** Looks at the source now, as a change would make it. */
  refresh(): Promise<void>;
  /** A snapshot that this very program has just made: held, or a newer one, when this resolves. It is checked as any other. */
  offer(signed: SignedRelease): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

/** A page that is open asks for what its document did not hold, also when a newer snapshot is served. */
const MAX_PARTS = 2_000;
/** How often the head file is looked at, for what the break-glass command put there. */
const FILE_CHECK_MS = 500;

export function createReleaseReader(deps: {
  channel: string;
  source: SnapshotSource;
  blobs: BlobStore & Partial<KeptBlobStore>;
  heads: HeadFiles;
  trust: () => Trust;
  signedTrust: () => SignedTrust;
  now: () => Date;
  log: (message: string) => void;
  /** Shared with the release service of the same program, which has just read what it signs. */
  files?: FileCheck;
  firstRetryMs?: number;
}): ReleaseReader {
  const { channel, source, blobs, heads, trust, now, log, files = createFileCheck(blobs) } = deps;
  const builds = createStoredBuilds({ blobs, files, trust, log });
  const listeners = new Set<(held: HeldSnapshot) => void | Promise<void>>();
  let served = 0;
  let servedSince: Date | null = null;
  const parts = new LRUCache<string, string>({ max: MAX_PARTS });
  let held: HeldSnapshot | null = null;
  let problem: string | null = null;
  let checkedAt: Date | null = null;
  let freshness: SignedFreshness | null = null;
  let unsubscribe = () => {};
  let refreshing: Promise<void> | null = null;
  /** Highest number that was announced while the source was asked; one without a number counts as the highest. */
  let announced = 0;

  /** Newest snapshot that was verified; held once its files are there. */
  let newest = 0;
  /** @returns the verified snapshot, or `null` when it is no newer than what is known */
  function verify(received: unknown, { allowExpired }: { allowExpired: boolean }): HeldSnapshot | null {
    const accepted = acceptRelease(received, {
      trust: trust(),
      channel,
      heldNumber: newest,
      now: now(),
      allowExpired,
    });
    if (accepted.snapshot.number === newest) return null;
    newest = accepted.snapshot.number;
    return accepted;
  }

  /** @throws {ReleaseRefusal} `FILES_LOST` with the names of the files */
  async function assertWhole(next: HeldSnapshot): Promise<void> {
    const lost = await Promise.all(currentBuilds({ ...next, rollout: null }).map((build) => builds.lostOf(build)));
    if (lost.flat().length > 0) throw new ReleaseRefusal('FILES_LOST', `${lost.flat().join(', ')}.`);
  }
  /** What only a share of the visitors would have must not keep a snapshot from everybody: a rollback may be in it. */
  async function withWholeRollout(next: HeldSnapshot): Promise<HeldSnapshot> {
    const rolling = next.rollout?.builds ?? [];
    const lost = await Promise.all(
      rolling.map((build) => builds.lostOf(build).catch((error: Error) => [error.message])),
    );
    if (lost.flat().length === 0) return next;
    log(`Nothing rolls out with snapshot ${next.snapshot.number} here: ${lost.flat().join(', ')}`);
    return { ...next, rollout: null };
  }

  /** Last good builds are read as well, so that they are here when the store is not. */
  async function keepServedSnapshot(next: HeldSnapshot): Promise<void> {
    if (!blobs.keepOnly) return;
    const lastGood = Object.values(next.snapshot.remotes).flatMap((remote) => remote.lastGood ?? []);
    for (const build of lastGood) {
      const lost = await builds.lostOf(build).catch((error: Error) => [error.message]);
      if (lost.length > 0) log(`The last good build of ${build.name} is not kept on this machine: ${lost.join(', ')}`);
    }
    // It names no build of a remote that is switched off, which has to be there when it is switched on again.
    if (Object.keys(next.snapshot.off ?? {}).length > 0) return;
    const keys = await Promise.all([...currentBuilds(next), ...lastGood].map((build) => builds.keysOf(build)));
    await blobs.keepOnly(new Set(keys.flat())).catch((error: Error) => log(error.message));
  }

  /** On a full disk the snapshot is served all the same: a rollback must reach the site, and a restart asks again. */
  const keep = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      log(`A snapshot is served but could not be kept: ${(error as Error).message}`);
    }
  };

  const showing = createAdoption<HeldSnapshot>({
    ...(deps.firstRetryMs === undefined ? {} : { firstRetryMs: deps.firstRetryMs }),
    log,
    describe: ({ snapshot }) => `Snapshot ${snapshot.number}`,
    async adopt(next) {
      await Promise.all([...listeners].map((listener) => listener(next)));
      if (next.snapshot.number > served) servedSince = now();
      served = Math.max(served, next.snapshot.number);
    },
  });
  const adoption = createAdoption<HeldSnapshot>({
    ...(deps.firstRetryMs === undefined ? {} : { firstRetryMs: deps.firstRetryMs }),
    log,
    describe: ({ snapshot }) => `Snapshot ${snapshot.number}`,
    async adopt(next) {
      await assertWhole(next);
      const rolling = await withWholeRollout(next);
      held = rolling;
      for (const { index } of [rolling, ...(rolling.rollout?.variants.values() ?? [])])
        for (const { digest, text } of index?.parts.values() ?? []) parts.set(digest, text);
      builds.forgetLost();
      keep(() => heads.writeWhole(channel, next.release));
      // Not waited for: who reads the snapshot need not wait for the documents made of it.
      void showing.want(rolling).then(() => keepServedSnapshot(rolling));
    },
  });

  async function acceptFile(kept: unknown): Promise<void> {
    if (!kept) return;
    try {
      // Accepted once already, or signed by hand in an emergency: better old than nothing; its age shows in readyz.
      const verified = verify(kept, { allowExpired: true });
      if (verified) await adoption.want(verified);
    } catch (error) {
      if (!(error instanceof SnapshotRejected && error.code === 'older'))
        log(`${heads.fileOf(channel)}: ${(error as Error).message}`);
    }
  }
  const acceptHeadFile = () => void acceptFile(heads.read(channel));

  async function ask(): Promise<void> {
    try {
      const current = await fetchCurrent(source, { trust: trust(), channel, heldNumber: newest, now: now() });
      checkedAt = now();
      freshness = current.freshness;
      const verified = current.received ? verify(current.received, { allowExpired: false }) : null;
      problem = null;
      if (verified) {
        keep(() => heads.write(channel, verified.release));
        await adoption.want(verified);
      }
    } catch (error) {
      const message = `${source.name}: ${(error as Error).message}`;
      if (problem !== message) log(`Serving what was verified last. ${message}`);
      problem = message;
    }
  }

  /**
   * One request at a time; a change that arrives meanwhile causes one more. Every service announces each change, so one that
   * announces what is held by then causes none.
   */
  async function refresh(number = Infinity): Promise<void> {
    if (number <= newest && problem === null) return;
    if (refreshing) {
      announced = Math.max(announced, number);
      return refreshing;
    }
    refreshing = Promise.resolve().then(async () => {
      do {
        announced = 0;
        await ask();
      } while (announced > newest);
    });
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
    root: () => rootOf(trust()),
    signedTrust: deps.signedTrust,
    servedNumber: () => served,
    servedSince: () => servedSince,
    previews: heldPreviews({ channel, source, trust, now }),
    staff: heldStaffPasses({ channel, source, now }),
    part: (digest) => parts.get(digest) ?? null,
    freshness: () => freshness,
    refresh: () => refresh(),

    async offer(received) {
      try {
        const verified = verify(received, { allowExpired: false });
        if (verified) void adoption.want(verified);
      } catch (error) {
        log(`A snapshot just made is not accepted: ${(error as Error).message}`);
      }
      // Its announcement may have come first: then it is verified, and on its way into service.
      await adoption.tried();
    },

    show: () => (held ? showing.want(held) : Promise.resolve()),

    onSnapshot(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    describe: builds.describe,
    file: builds.file,

    async holderOf(name, path) {
      const served = held
        ? [...currentBuilds(held).filter((build) => build.name === name), ownOf(held.snapshot.remotes, name)?.lastGood]
        : [];
      for (const build of served) {
        const descriptor = build && (await builds.describeBuild(build));
        if (descriptor && Object.hasOwn(descriptor.files, path)) return descriptor;
      }
      return builds.describedWith(name, path);
    },

    health() {
      const number = held?.snapshot.number ?? 0;
      const checked = { number, checkedAt: checkedAt?.toISOString() ?? null };
      const late = adoption.fault() ?? showing.fault();
      if (!held)
        return { ok: false, detail: late ?? problem ?? `The channel ${channel} has no snapshot yet.`, ...checked };
      const lost = builds.foundLost();
      const expired = new Date(held.snapshot.expiresAt) <= now();
      const detail = [
        ...(late ? [`${late} Serving snapshot ${Math.min(number, served)}.`] : []),
        ...(lost.length > 0 ? [`FILES_LOST: ${lost.join(', ')}.`] : []),
        ...(problem ? [`Nothing newer is taken (${problem}); serving snapshot ${number}.`] : []),
        ...(expired ? [`Snapshot ${number} expired on ${held.snapshot.expiresAt}.`] : []),
      ].join(' ');
      // A site that can serve is ready: taking it out of rotation would turn an old release into none.
      return detail ? { ok: true, detail, ...checked } : { ok: true, ...checked };
    },

    async start() {
      await acceptFile(heads.readWhole(channel));
      await acceptFile(heads.read(channel));
      unsubscribe = source.subscribe(channel, (number) => void refresh(number));
      watchFile(heads.fileOf(channel), { interval: FILE_CHECK_MS, persistent: false }, acceptHeadFile);
      await refresh();
    },

    stop() {
      unsubscribe();
      unwatchFile(heads.fileOf(channel), acceptHeadFile);
      adoption.stop();
      showing.stop();
    },
  };
}

const rootOf = ({ root: keys, threshold, version }: Trust) => ({ keys, threshold, version });

/** Every build that a new load can get, those that roll out behind those of everybody. */
const currentBuilds = ({ snapshot: { shell, remotes }, rollout }: HeldSnapshot): SnapshotBuild[] => [
  shell,
  ...Object.values(remotes).map(({ current }) => current),
  ...(rollout?.builds ?? []),
];
