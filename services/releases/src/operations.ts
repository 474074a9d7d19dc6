import type { Actor } from './http/actor.ts';
import { assertManages } from './http/actor.ts';
import { contentKey, integrityOf } from './blobs/blob-store.ts';
import type { SignedBuild } from './builds/signed-build.ts';
import { diffBuilds, type BuildDiff } from './channels/diff.ts';
import type { ChangeOptions } from './channels/channel-change.ts';
import type { Move, RollbackTarget } from './channels/roll-back.ts';
import type { Released } from './channels/channels.ts';
import type { ChannelStatus, HistoryRow } from './channels/channel-reads.ts';
import type { ServedBuild } from './channels/served-builds.ts';
import type { BuildSummary } from './builds/registry.ts';
import { appendToLedger, readLedger, verifyLedger, type LedgerEntry, type LedgerVerdict } from './ledger/ledger.ts';
import type { ReleaseCore } from './release-core.ts';
import { ReleaseRefusal } from './refusal.ts';

export interface Freeze {
  id: number;
  from: string;
  until: string;
  reason: string;
  actor: string;
}

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
    options: ChangeOptions,
  ): Promise<Released>;
  rollback(
    channel: string,
    remote: string,
    options: ChangeOptions & { to?: string | undefined },
  ): Promise<Released & { from: string; to: string }>;
  /** Several remotes, or everything as a numbered snapshot had it, in one snapshot. */
  rollBack(channel: string, target: RollbackTarget, options: ChangeOptions): Promise<Released & { moves: Move[] }>;
  switchOff(channel: string, remote: string, reason?: string, seen?: number): Promise<Released>;
  switchOn(channel: string, remote: string, reason?: string, seen?: number): Promise<Released>;
  /** Takes a remote off a channel for good. */
  retire(channel: string, remote: string, options: ChangeOptions): Promise<Released>;
  /** Windows in force or to come, the next to end first. */
  freezes(channel: string): Promise<Freeze[]>;
  /** Ends a window now. @throws {ReleaseRefusal} `FREEZE_INVALID` when there is none with this number */
  thaw(channel: string, id: number, reason: string): Promise<void>;
  freeze(channel: string, window: { from: Date; until: Date; reason: string }): Promise<void>;
  ledger(limit: number, before?: number): Promise<(LedgerEntry & { hash: string })[]>;
  verifyLedger(knownHead?: string): Promise<LedgerVerdict>;
}

/** @param actor - whoever asks; each operation checks what they may do */
export function releaseOperations(core: ReleaseCore, actor: Actor): ReleaseOperations {
  const { registry, channels, blobs, keys, db, now } = core;

  const sideOf = async (name: string, buildId: string | undefined) => {
    if (buildId === undefined) return null;
    const descriptor = await registry.find(name, buildId);
    return { descriptor, facts: await registry.facts(descriptor) };
  };

  /** A channel is one that the trust document has keys of. */
  const assertChannel = (channel: string) => {
    if (keys.trust().channels[channel]) return;
    throw new ReleaseRefusal('CHANNEL_UNKNOWN', `There is no channel ${channel}.`);
  };

  return {
    async status(channel) {
      assertChannel(channel);
      return channels.status(channel);
    },
    async history(channel, limit, before) {
      assertChannel(channel);
      return channels.history(channel, limit, before);
    },
    builds: (name, page) => registry.list(name, page),
    servedBuilds: (channel, remote, page) => channels.servedBuilds(channel, remote, page),

    async diff(channel, from, to) {
      assertChannel(channel);
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
      assertChannel(channel);
      const refs = await Promise.all(
        builds.map(async ({ name, build, evenIfBad }) => ({
          name,
          buildId: await channels.resolveBuild(name, build),
          evenIfBad,
        })),
      );
      return channels.promote(channel, refs, actor, options);
    },

    async rollback(channel, remote, options) {
      assertChannel(channel);
      return channels.rollback(channel, remote, actor, options);
    },
    async rollBack(channel, target, options) {
      assertChannel(channel);
      return channels.rollBack(channel, target, actor, options);
    },
    async switchOff(channel, remote, reason, seen) {
      assertChannel(channel);
      return channels.switchOff(channel, remote, actor, reason, seen);
    },
    async switchOn(channel, remote, reason, seen) {
      assertChannel(channel);
      return channels.switchOn(channel, remote, actor, reason, seen);
    },
    async retire(channel, remote, options) {
      assertChannel(channel);
      return channels.retire(channel, remote, actor, options);
    },

    async freezes(channel) {
      assertChannel(channel);
      const rows = await db
        .selectFrom('releases.freeze')
        .selectAll()
        .where('channel', '=', channel)
        .where('ends_at', '>', now())
        .orderBy('ends_at')
        .execute();
      return rows.map(({ id, starts_at: from, ends_at: until, reason, actor: by }) => ({
        id: Number(id),
        from: from.toISOString(),
        until: until.toISOString(),
        reason,
        actor: by,
      }));
    },

    async thaw(channel, id, reason) {
      assertManages(actor);
      assertChannel(channel);
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('releases.freeze')
          .where('channel', '=', channel)
          .where('id', '=', id)
          .where('ends_at', '>', now())
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new ReleaseRefusal('FREEZE_INVALID', `${channel} has no freeze ${id}.`);
        await appendToLedger(trx, { actor, action: 'thaw', subject: channel, detail: { id }, reason, now: now() });
      });
    },

    async freeze(channel, { from, until, reason }) {
      assertManages(actor);
      assertChannel(channel);
      if (until <= now() || until <= from) {
        throw new ReleaseRefusal('FREEZE_INVALID', `A freeze until ${until.toISOString()} would be over already.`);
      }
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
