import type { BlobStore } from '@redress/server/blob-store';
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
import { bound } from '@redress/server/bound';
import type { KeptBlobStore } from '../blobs/kept-blob-store.ts';
import { createFileCheck, type FileCheck } from '../builds/file-check.ts';
import { ownOf, type Trust } from '../keys/trust.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { acceptRelease, type HeldRollout, type HeldVariant } from '../rollouts/accept-release.ts';
import { SnapshotRejected } from '../snapshots/accept-snapshot.ts';
import { createAdoption, type Adoption } from './adoption.ts';
import { fetchCurrent } from './fetch-current.ts';
import type { HeadFiles } from './head-file.ts';
import { heldStaffPasses } from './held-staff-passes.ts';
import { heldPreviews } from './held-previews.ts';
import type { SnapshotSource } from './source.ts';
import { createStoredBuilds, type StoredBuilds } from './stored-builds.ts';

/** What the site serves now. Everything in it has been verified. */
export interface HeldSnapshot extends HeldVariant {
  /** As it is kept on disk, and given to other sites. */
  release: SignedRelease;
  /** What a share of the visitors has in place of it. */
  rollout: HeldRollout | null;
}

/** A page that is open asks for what its document did not hold, also when a newer snapshot is served. */
const MAX_PARTS = 2_000;
/** How often the head file is looked at, for what the break-glass command put there. */
const FILE_CHECK_MS = 500;

interface ReaderDeps {
  channel: string;
  source: SnapshotSource;
  blobs: BlobStore & Partial<KeptBlobStore>;
  heads: HeadFiles;
  trust: () => Trust;
  signedTrust: () => SignedTrust;
  now: () => Date;
  log: (message: string) => void;
}

type Listener = (held: HeldSnapshot) => void | Promise<void>;

interface Context extends ReaderDeps {
  builds: StoredBuilds;
  listeners: Set<Listener>;
  parts: LRUCache<string, string>;
  /** Takes what was verified into service once its files are there. */
  adoption: Adoption<HeldSnapshot>;
  /** Tells every listener of it. */
  showing: Adoption<HeldSnapshot>;
  held: HeldSnapshot | null;
  served: number;
  servedSince: Date | null;
  problem: string | null;
  freshness: SignedFreshness | null;
  refreshing: Promise<void> | null;
  /** Newest snapshot that was verified; held once its files are there. */
  newest: number;
  /** Highest number that was announced while the source was asked; one without a number counts as the highest. */
  announced: number;
  unwatch: () => void;
}

/** @returns the verified snapshot, or `null` when it is no newer than what is known */
function verify(context: Context, received: unknown, allowExpired = false): HeldSnapshot | null {
  const { channel, trust, now, newest } = context;
  const known = { trust: trust(), channel, heldNumber: newest, now: now() };
  const accepted = acceptRelease(received, { ...known, allowExpired });
  if (accepted.snapshot.number === newest) return null;
  context.newest = accepted.snapshot.number;
  return accepted;
}

/** @throws {ReleaseRefusal} `FILES_LOST` with the names of the files */
async function assertWhole({ builds }: Context, next: HeldSnapshot): Promise<void> {
  const lost = await Promise.all(currentBuilds({ ...next, rollout: null }).map((build) => builds.lostOf(build)));
  if (lost.flat().length > 0) throw new ReleaseRefusal('FILES_LOST', `${lost.flat().join(', ')}.`);
}

/** What only a share of the visitors would have must not keep a snapshot from everybody: a rollback may be in it. */
async function withWholeRollout({ builds, log }: Context, next: HeldSnapshot): Promise<HeldSnapshot> {
  const rolling = next.rollout?.builds ?? [];
  const lost = await Promise.all(rolling.map((build) => builds.lostOf(build).catch((error: Error) => [error.message])));
  if (lost.flat().length === 0) return next;
  log(`Nothing rolls out with snapshot ${next.snapshot.number} here: ${lost.flat().join(', ')}`);
  return { ...next, rollout: null };
}

/** Last good builds are read as well, so that they are here when the store is not. */
async function keepServedSnapshot(context: Context, next: HeldSnapshot): Promise<void> {
  const { blobs, builds, log } = context;
  if (!blobs.keepOnly) return;
  const lastGood = Object.values(next.snapshot.remotes).flatMap((remote) => remote.lastGood ?? []);
  for (const build of lastGood) {
    const lost = await builds.lostOf(build).catch((error: Error) => [error.message]);
    if (lost.length > 0) log(`The last good build of ${build.name} is not kept on this machine: ${lost.join(', ')}`);
  }
  // It names no build of a remote that is switched off, which has to be there when it is switched on again.
  if (Object.keys(next.snapshot.off ?? {}).length > 0) return;
  const keys = await Promise.all([...currentBuilds(next), ...lastGood].map((build) => builds.keysOf(build)));
  // What a newer one is about to serve has been fetched.
  if (context.newest !== next.snapshot.number) return;
  await blobs.keepOnly(new Set(keys.flat())).catch((error: Error) => log(error.message));
}

/** On a full disk the snapshot is served all the same: a rollback must reach the site, and a restart asks again. */
function keep({ log }: Context, write: () => void): void {
  try {
    write();
  } catch (error) {
    log(`A snapshot is served but could not be kept: ${(error as Error).message}`);
  }
}

async function present(context: Context, next: HeldSnapshot): Promise<void> {
  await Promise.all([...context.listeners].map((listener) => listener(next)));
  if (next.snapshot.number > context.served) context.servedSince = context.now();
  context.served = Math.max(context.served, next.snapshot.number);
}

async function adopt(context: Context, next: HeldSnapshot): Promise<void> {
  const { channel, heads, builds, parts, showing } = context;
  await assertWhole(context, next);
  const rolling = await withWholeRollout(context, next);
  context.held = rolling;
  for (const { index } of [rolling, ...(rolling.rollout?.variants.values() ?? [])])
    for (const { digest, text } of index?.parts.values() ?? []) parts.set(digest, text);
  builds.forgetLost();
  keep(context, () => heads.writeWhole(channel, next.release));
  // Not waited for: who reads the snapshot need not wait for the documents made of it.
  void showing.want(rolling).then(() => keepServedSnapshot(context, rolling));
}

async function acceptFile(context: Context, kept: unknown): Promise<void> {
  const { adoption, channel, heads, log } = context;
  if (!kept) return;
  try {
    // Accepted once already, or signed by hand in an emergency: better old than nothing; its age shows in readyz.
    const verified = verify(context, kept, true);
    if (verified) await adoption.want(verified);
  } catch (error) {
    if (!(error instanceof SnapshotRejected && error.code === 'older'))
      log(`${heads.fileOf(channel)}: ${(error as Error).message}`);
  }
}

async function ask(context: Context): Promise<void> {
  const { adoption, channel, heads, source, trust, now, newest, log } = context;
  try {
    const current = await fetchCurrent(source, { trust: trust(), channel, heldNumber: newest, now: now() });
    context.freshness = current.freshness;
    const verified = current.received ? verify(context, current.received) : null;
    context.problem = null;
    if (verified) {
      keep(context, () => heads.write(channel, verified.release));
      await adoption.want(verified);
    }
  } catch (error) {
    const message = `${source.name}: ${(error as Error).message}`;
    const isEmpty = error instanceof SnapshotRejected && error.code === 'empty';
    if (context.problem !== message && !isEmpty) log(`Serving what was verified last. ${message}`);
    context.problem = message;
  }
}

/**
 * One request at a time; a change that arrives meanwhile causes one more. Every service announces each change, so one that
 * announces what is held by then causes none.
 */
async function refresh(context: Context, number = Infinity): Promise<void> {
  if (number <= context.newest && context.problem === null) return;
  if (context.refreshing) {
    context.announced = Math.max(context.announced, number);
    return context.refreshing;
  }
  context.refreshing = Promise.resolve().then(async () => {
    do {
      context.announced = 0;
      await ask(context);
    } while (context.announced > context.newest);
  });
  try {
    await context.refreshing;
  } finally {
    context.refreshing = null;
  }
}

/** A snapshot that this very program has just made: held, or a newer one, when this resolves. It is checked as any other. */
const offer = async (context: Context, received: SignedRelease): Promise<void> => {
  const { adoption, log } = context;
  try {
    const verified = verify(context, received);
    if (verified) void adoption.want(verified);
  } catch (error) {
    log(`A snapshot just made is not accepted: ${(error as Error).message}`);
  }
  // Its announcement may have come first: then it is verified, and on its way into service.
  await adoption.tried();
};

/** Told after a newer snapshot is held; what the listener answers is part of serving it. @returns how to stop hearing */
const onSnapshot = ({ listeners }: Context, listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * A build of this remote that has a file of this name: one that is served or was read of late. `null` for any other: the
 * file is then asked for under its build.
 */
const holderOf = async ({ builds, held }: Context, name: string, path: string): Promise<BuildDescriptor | null> => {
  const served = held
    ? [...currentBuilds(held).filter((build) => build.name === name), ownOf(held.snapshot.remotes, name)?.lastGood]
    : [];
  for (const build of served) {
    const descriptor = build && (await builds.describeBuild(build));
    if (descriptor && Object.hasOwn(descriptor.files, path)) return descriptor;
  }
  return builds.describedWith(name, path);
};

/** `detail`: why the snapshot may be behind, for a person. */
const health = (context: Context): { ok: boolean; detail?: string } => {
  const { channel, adoption, showing, builds, held, served, problem, now } = context;
  const late = adoption.fault() ?? showing.fault();
  if (!held) return { ok: false, detail: late ?? problem ?? `The channel ${channel} has no snapshot yet.` };
  const { number, expiresAt } = held.snapshot;
  const lost = builds.foundLost();
  const expired = new Date(expiresAt) <= now();
  const detail = [
    ...(late ? [`${late} Serving snapshot ${Math.min(number, served)}.`] : []),
    ...(lost.length > 0 ? [`FILES_LOST: ${lost.join(', ')}.`] : []),
    ...(problem ? [`Nothing newer is taken (${problem}); serving snapshot ${number}.`] : []),
    ...(expired ? [`Snapshot ${number} expired on ${expiresAt}.`] : []),
  ].join(' ');
  // A site that can serve is ready: taking it out of rotation would turn an old release into none.
  return detail ? { ok: true, detail } : { ok: true };
};

async function start(context: Context): Promise<void> {
  const { channel, heads, source } = context;
  await acceptFile(context, heads.readWhole(channel));
  await acceptFile(context, heads.read(channel));
  const acceptHeadFile = () => void acceptFile(context, heads.read(channel));
  const unsubscribe = source.subscribe(channel, (number) => void refresh(context, number));
  watchFile(heads.fileOf(channel), { interval: FILE_CHECK_MS, persistent: false }, acceptHeadFile);
  context.unwatch = () => {
    unsubscribe();
    unwatchFile(heads.fileOf(channel), acceptHeadFile);
  };
  await refresh(context);
}

function stop({ unwatch, adoption, showing }: Context): void {
  unwatch();
  adoption.stop();
  showing.stop();
}

/**
 * The read side of releases: the verified snapshot of a channel in memory, and files of builds by their place on the
 * site. Works on without its source: what was verified last stays, in memory and on disk.
 * @param deps.files - shared with the release service of the same program, which has just read what it signs
 */
export function createReleaseReader({
  files,
  firstRetryMs,
  ...deps
}: ReaderDeps & { files?: FileCheck; firstRetryMs?: number }) {
  const { channel, source, blobs, trust, now, log } = deps;
  const builds = createStoredBuilds({ blobs, files: files ?? createFileCheck(blobs), trust, log });
  const inTurn = (adopt: (context: Context, next: HeldSnapshot) => Promise<void>) =>
    createAdoption<HeldSnapshot>({
      ...(firstRetryMs === undefined ? {} : { firstRetryMs }),
      log,
      describe: ({ snapshot }) => `Snapshot ${snapshot.number}`,
      adopt: (next) => adopt(context, next),
    });
  const context: Context = {
    ...deps,
    builds,
    listeners: new Set(),
    parts: new LRUCache({ max: MAX_PARTS }),
    adoption: inTurn(adopt),
    showing: inTurn(present),
    held: null,
    served: 0,
    servedSince: null,
    problem: null,
    freshness: null,
    refreshing: null,
    newest: 0,
    announced: 0,
    unwatch: () => {},
  };
  return {
    channel,
    held: () => context.held,
    /** Keys a document may trust: key id to raw public key. */
    channelKeys: (): Record<string, string> => trust().channels[channel] ?? {},
    /** Who may change these keys: a document carries it, so that a tab does not take another root's word. */
    root: (): PageData['releaseRoot'] & object => rootOf(trust()),
    signedTrust: deps.signedTrust,
    /** Number of the snapshot that every listener is done with: what a new load gets. */
    servedNumber: () => context.served,
    /** Since when; `null` before the first. */
    servedSince: () => context.servedSince,
    /** Previews that browsers have opened. */
    previews: heldPreviews({ channel, source, trust, now }),
    /** Staff passes whose addresses browsers open. */
    staff: heldStaffPasses({ channel, source, now }),
    /** @returns the text of a part that is served, or was served since this program began; `null` for any other digest */
    part: (digest: string) => context.parts.get(digest) ?? null,
    /** The last statement that was accepted: at which number the channel stands. */
    freshness: () => context.freshness,
    /** Looks at the source now, as a change would make it. */
    refresh: () => refresh(context),
    /** Calls every listener with what is held, again until all are done: for one that was not there when it came. */
    show: () => (context.held ? context.showing.want(context.held) : Promise.resolve()),
    describe: builds.describe,
    file: builds.file,
    dictionaryCopies: builds.dictionaryCopies,
    ...bound(context, { offer, onSnapshot, holderOf, health, start, stop }),
  };
}

const rootOf = ({ root: keys, threshold, version }: Trust) => ({ keys, threshold, version });

/** Every build that a new load can get, those that roll out behind those of everybody. */
const currentBuilds = ({ snapshot: { shell, remotes }, rollout }: HeldSnapshot): SnapshotBuild[] => [
  shell,
  ...Object.values(remotes).map(({ current }) => current),
  ...(rollout?.builds ?? []),
];

export type ReleaseReader = ReturnType<typeof createReleaseReader>;
