import type { Actor } from './http/actor.ts';
import { assertManages } from './http/actor.ts';
import { contentKey, integrityOf } from './blobs/blob-store.ts';
import type { SignedBuild } from './builds/signed-build.ts';
import { diffBuilds, type BuildDiff } from './channels/diff.ts';
import type { Released } from './channels/channels.ts';
import type { ChannelStatus, HistoryRow } from './channels/channel-reads.ts';
import type { ServedBuild } from './channels/served-builds.ts';
import type { BuildSummary } from './builds/registry.ts';
import { appendToLedger, readLedger, verifyLedger, type LedgerEntry, type LedgerVerdict } from './ledger/ledger.ts';
import type { ReleaseCore } from './release-core.ts';
import { ReleaseRefusal } from './refusal.ts';

/**
 * What one person may do with releases. The command line and the console speak it over HTTP; without a running program
 * the command line calls it itself.
 */
export interface ReleaseOperations {
  status(channel: string): Promise<ChannelStatus>;
  /** Newest first. @param before - older snapshots than this number */
  history(channel: string, limit: number, before?: number): Promise<HistoryRow[]>;
  /** Newest first. @param page.before - `name@buildId`: builds published before it */
  builds(name: string | undefined, page: { limit: number; before?: string | undefined }): Promise<BuildSummary[]>;
  /** Builds that served a remote on a channel, latest first. @param page.before - a build id */
  servedBuilds(
    channel: string,
    remote: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<ServedBuild[]>;
  /** Between two snapshots of a channel; by default the last two. */
  diff(channel: string, from?: number, to?: number): Promise<BuildDiff[]>;
  /** @returns files still to be uploaded; empty when the build is published */
  publish(signed: SignedBuild): Promise<{ name: string; buildId: string; missing: string[]; isNew: boolean }>;
  /** Keeps one file's bytes under their own hash, for a `publish` to come. */
  upload(bytes: Buffer): Promise<{ integrity: string }>;
  /** @param builds - each by its id, the beginning of it, or its version */
  promote(
    channel: string,
    builds: readonly { name: string; build: string; evenIfBad?: boolean | undefined }[],
    options: { reason?: string | undefined; override?: boolean | undefined },
  ): Promise<Released>;
  rollback(
    channel: string,
    remote: string,
    options: { to?: string | undefined; reason?: string | undefined; override?: boolean | undefined },
  ): Promise<Released & { from: string; to: string }>;
  switchOff(channel: string, remote: string, reason?: string): Promise<Released>;
  switchOn(channel: string, remote: string, reason?: string): Promise<Released>;
  freeze(channel: string, window: { from: Date; until: Date; reason: string }): Promise<void>;
  ledger(limit: number, before?: number): Promise<(LedgerEntry & { hash: string })[]>;
  verifyLedger(knownHead?: string): Promise<LedgerVerdict>;
}

/** @param actor - whoever asks; each operation checks what they may do */
export function releaseOperations(core: ReleaseCore, actor: Actor): ReleaseOperations {
  const { registry, channels, blobs, db, now } = core;

  const sideOf = async (name: string, buildId: string | undefined) => {
    if (buildId === undefined) return null;
    const descriptor = await registry.find(name, buildId);
    return { descriptor, facts: await registry.facts(descriptor) };
  };

  return {
    status: (channel) => channels.status(channel),
    history: (channel, limit, before) => channels.history(channel, limit, before),
    builds: (name, page) => registry.list(name, page),
    servedBuilds: (channel, remote, page) => channels.servedBuilds(channel, remote, page),

    async diff(channel, from, to) {
      const number = to ?? (await channels.current(channel))?.number;
      if (number === undefined) throw new ReleaseRefusal('CHANNEL_EMPTY', `${channel} has no snapshot yet.`);
      const after = await channels.buildsAt(channel, number);
      const before = (from ?? number - 1) > 0 ? await channels.buildsAt(channel, from ?? number - 1) : {};
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
      const changed = names.filter((name) => before[name]?.current !== after[name]?.current);
      return Promise.all(
        changed.map(async (name) =>
          diffBuilds(name, await sideOf(name, before[name]?.current), await sideOf(name, after[name]?.current)),
        ),
      );
    },

    async publish(signed) {
      const { name, buildId, files } = registry.open(signed, actor);
      const missing: string[] = [];
      for (const [path, { integrity }] of Object.entries(files)) {
        const stored = await blobs.get(contentKey(integrity));
        if (!stored || integrityOf(stored) !== integrity) missing.push(path);
      }
      if (missing.length > 0) return { name, buildId, missing, isNew: true };
      const readFile = (path: string) => blobs.get(contentKey(files[path]?.integrity as string));
      const { isNew } = await registry.publish({ signed, readFile }, actor);
      return { name, buildId, missing, isNew };
    },

    async upload(bytes) {
      if (actor.role === 'reader' || actor.role === 'key-holder') {
        throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} may not publish.`);
      }
      const integrity = integrityOf(bytes);
      const key = contentKey(integrity);
      const stored = await blobs.get(key);
      if (!stored) await blobs.put(key, bytes);
      else if (integrityOf(stored) !== integrity) await blobs.replace(key, bytes);
      return { integrity };
    },

    async promote(channel, builds, options) {
      const refs = await Promise.all(
        builds.map(async ({ name, build, evenIfBad }) => ({
          name,
          buildId: await channels.resolveBuild(name, build),
          evenIfBad,
        })),
      );
      return channels.promote(channel, refs, actor, options);
    },

    rollback: (channel, remote, options) => channels.rollback(channel, remote, actor, options),
    switchOff: (channel, remote, reason) => channels.switchOff(channel, remote, actor, reason),
    switchOn: (channel, remote, reason) => channels.switchOn(channel, remote, actor, reason),

    async freeze(channel, { from, until, reason }) {
      assertManages(actor);
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('releases.freeze')
          .values({ channel, starts_at: from, ends_at: until, reason, actor: actor.name })
          .execute();
        const detail = { from: from.toISOString(), until: until.toISOString() };
        await appendToLedger(trx, { actor, action: 'freeze', subject: channel, detail, reason, now: now() });
      });
    },

    ledger: (limit, before) => readLedger(db, { limit, before }),

    async verifyLedger(knownHead) {
      const rows = await db.selectFrom('releases.ledger').selectAll().orderBy('seq').execute();
      return verifyLedger(rows, knownHead);
    },
  };
}
