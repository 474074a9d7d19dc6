import { BuildAbout, type LedgerEntry } from '@redress/contracts/release-api';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { ledgerKey, snapshotKey } from '../blobs/build-files.ts';
import { channelMarks } from '../channels/channel-marks.ts';
import { lockChannel } from '../channels/lock-channel.ts';
import { systemActor, type Actor } from '../http/actor.ts';
import { appendToLedger, ledgerHead, lockLedger, verifyLedger } from '../ledger/ledger.ts';
import type { ReleaseCore } from '../release-core.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { outlastStore } from '../retention/store-lock.ts';
import type { ReleaseTables } from '../store/schema.ts';
import { endPersonRow } from '../people/people.ts';
import { acceptSnapshot } from './accept-snapshot.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import { parseEntry, readArchived, type ArchivedEntry, type ArchivedSnapshot } from './archive.ts';

/** What came back from the store of builds into an empty or an older database. */
export interface Rebuilt {
  /** Entries of the ledger that the database had itself. */
  known: number;
  builds: number;
  snapshots: number;
  entries: number;
  /** What could not be brought back, for a person. */
  notes: string[];
}

type Trx = Transaction<ReleaseTables>;

/**
 * What the store has of the ledger beyond the database. Nothing where the two part earlier: the database has gone its own
 * way, and the archive keeps both.
 * @throws {ReleaseRefusal} `ARCHIVE_BROKEN` when it was changed in the store
 */
async function readLedgerBeyond({ blobs }: ReleaseCore, trx: Kysely<ReleaseTables>) {
  const known = await ledgerHead(trx);
  // A database that is there starts without its store as well.
  const stored = known && (await readArchived<ArchivedEntry>(blobs, ledgerKey(known.seq)).catch(() => null));
  if (known && stored?.hash !== known.hash) return { known: known.seq, rows: [] };
  const rows: (ArchivedEntry & { seq: number })[] = [];
  for (let seq = (known?.seq ?? 0) + 1; ; seq += 1) {
    const row = await readArchived<ArchivedEntry>(blobs, ledgerKey(seq));
    if (!row) break;
    rows.push({ seq, hash: row.hash, entry: row.entry });
  }
  if (rows.length > 0) {
    const before = await trx.selectFrom('releases.ledger').selectAll().orderBy('seq').execute();
    const { ok, fault } = verifyLedger([...before, ...rows]);
    if (!ok)
      throw new ReleaseRefusal('ARCHIVE_BROKEN', `Entry ${fault?.seq} of the ledger in the store: ${fault?.what}.`);
  }
  return { known: known?.seq ?? 0, rows };
}

/** Snapshots of a channel that a key of it has signed, oldest first. */
async function readSnapshots(
  { blobs, keys, heads, now }: ReleaseCore,
  { channel, after, last }: { channel: string; after: number; last: number },
  notes: string[],
) {
  const found: (ArchivedSnapshot & { number: number })[] = [];
  for (let number = after + 1; number <= last; number += 1) {
    const archived = await readArchived<ArchivedSnapshot>(blobs, snapshotKey(channel, number));
    if (!archived) continue;
    try {
      const checks = { trust: keys.trust(), channel, heldNumber: 0, now: now(), allowExpired: true };
      const { snapshot } = acceptSnapshot(archived.signed, checks);
      if (snapshot.number === number) found.push({ ...archived, number });
    } catch (error) {
      notes.push(`Snapshot ${number} of ${channel} is left out: ${(error as Error).message}`);
    }
  }
  const head = heads.read(channel) as { payload?: string } | null;
  const newest = head?.payload ? (JSON.parse(head.payload) as { number: number }).number : 0;
  if (newest > (found.at(-1)?.number ?? 0))
    notes.push(`${channel} is taken from its file: snapshot ${newest} is newer.`);
  return found;
}

/** Rollbacks, switches and promotions of the ledger, in the order in which they were made. */
async function replayMarks(trx: Trx, entries: readonly LedgerEntry[]): Promise<void> {
  for (const { action, subject, detail, actor: name, role, reason, at: instant } of entries) {
    const channel = typeof detail['channel'] === 'string' ? detail['channel'] : null;
    if (channel === null) continue;
    const actor = { ...systemActor(name), role } as Actor;
    const marks = channelMarks(trx, channel, new Date(instant));
    if (action === 'rollback' || action === 'break-glass rollback' || action === 'rollout-abort') {
      const one = [{ remote: subject, from: detail['from'], to: detail['to'] }];
      const moves = (detail['moves'] ?? one) as { remote: string; from: string; to: string }[];
      for (const { remote, from, to } of moves) {
        const mark = { actor, reason: reason ?? '', isWithdrawn: detail['urgent'] === true };
        await marks.markBad(remote, from, mark);
        if (action === 'rollout-abort') continue;
        await marks.clearBad(remote, to);
        await marks.hold(remote, { from, to }, actor, reason ?? '');
      }
    } else if (action === 'promote' || action === 'keep' || action === 'retire' || action === 'rename') {
      const names = subject.split(' ');
      await marks.endHolds(names);
      for (const { name: remote, buildId } of (detail['builds'] ?? []) as { name: string; buildId: string }[])
        await marks.clearBad(remote, buildId);
      if (action === 'retire') await marks.switchOn(subject);
    } else if (action === 'switch-off') {
      await marks.switchOff(subject, String(detail['buildId']), actor, reason ?? '');
    } else if (action === 'switch-on') await marks.switchOn(subject);
  }
}

/** A backup still has people and tokens that were ended since, and rights that were taken: none of them comes back. */
async function replayEnds(trx: Trx, entries: readonly LedgerEntry[]): Promise<void> {
  await trx.deleteFrom('releases.session').execute();
  for (const { action, subject, detail, at: instant } of entries) {
    const handle = subject.replace(/^@/, '');
    if (action === 'token-end' || action === 'token-rotate') {
      await trx.deleteFrom('releases.token').where('name', '=', subject).where('person', 'is not', null).execute();
    } else if (action === 'person-end') {
      await endPersonRow(trx, { handle, name: String(detail['name']), at: new Date(instant) });
    } else if (action === 'person-change') {
      const [role, team] = [String(detail['role']), (detail['team'] ?? null) as string | null];
      await trx.updateTable('releases.person').set({ role, team }).where('handle', '=', handle).execute();
    }
    for (const name of (detail['tokensEnded'] ?? []) as string[])
      await trx.deleteFrom('releases.token').where('name', '=', name).execute();
  }
}

async function enterBuilds(
  core: ReleaseCore,
  trx: Trx,
  wanted: ReadonlySet<string>,
  published: readonly LedgerEntry[],
) {
  let entered = 0;
  const notes: string[] = [];
  for (const text of wanted) {
    const [name = '', buildId = ''] = text.split('@');
    const entry = published.find(({ subject, detail }) => subject === name && detail['buildId'] === buildId);
    try {
      await core.registry.restore(
        trx,
        name,
        buildId,
        entry && {
          at: new Date(entry.at),
          by: entry.actor,
          about: z.safeParse(BuildAbout, entry.detail['about']).data ?? null,
        },
      );
      entered += 1;
    } catch (error) {
      if (!isReleaseRefusal(error)) throw error;
      notes.push(`${text} is left out: ${error.message}`);
    }
  }
  return { entered, notes };
}

/**
 * Brings builds, snapshots and ledger back from the store of builds into a database that has none of them, or an older part
 * of them as a backup has, with what the ledger says of rollbacks and switches. The ledger goes on with an entry that says
 * so. Without it an older database would write its own next entries over those in the store.
 * @returns `null` when there is nothing to bring back: the store has nothing beyond the database
 */
export async function rebuildReleases(core: ReleaseCore): Promise<Rebuilt | null> {
  const { db, now } = core;
  // Looked at first without the lock: every start asks, and while the store is slow each act of others would wait for it.
  if ((await readLedgerBeyond(core, db)).rows.length === 0) return null;
  return db.transaction().execute(async (trx) => {
    await outlastStore(trx);
    // Until the end nobody adds an entry: what the store has beyond the last one is really lost here.
    await lockLedger(trx);
    const { known, rows } = await readLedgerBeyond(core, trx);
    if (rows.length === 0) return null;
    const entries = rows.map(parseEntry);
    const notes: string[] = [];
    const numbers = new Map<string, number>();
    for (const { detail } of entries) {
      const { channel, snapshot } = detail as { channel?: string; snapshot?: number };
      if (channel && snapshot) numbers.set(channel, Math.max(snapshot, numbers.get(channel) ?? 0));
    }
    await trx.insertInto('releases.ledger').values(rows).execute();
    const published = entries.filter(({ action }) => action === 'publish');
    const wanted = new Set(published.map(({ subject, detail }) => `${subject}@${String(detail['buildId'])}`));
    let snapshots = 0;
    for (const [channel, last] of numbers) {
      const after = await lockChannel(trx, channel);
      const found = await readSnapshots(core, { channel, after, last }, notes);
      for (const { builds } of found)
        for (const [name, { current, lastGood }] of Object.entries(builds))
          for (const buildId of [current, lastGood]) if (buildId) wanted.add(`${name}@${buildId}`);
      let { builds: before } = await core.channels.stateAt(channel, after, trx);
      for (const { number, signed, builds, kind, reason, actor, createdAt } of found) {
        const circumstances = { kind, reason, actor, at: new Date(createdAt), before };
        await keepSnapshot(trx, { channel, number, signed, builds, ...circumstances });
        before = builds;
      }
      snapshots += found.length;
    }
    const builds = await enterBuilds(core, trx, wanted, published);
    await replayMarks(trx, entries);
    await replayEnds(trx, entries);
    const detail = { known, builds: builds.entered, snapshots, entries: entries.length };
    const actor = systemActor('rebuild');
    const reason = known === 0 ? 'the database was lost' : 'the database was older than the store';
    await appendToLedger(trx, { actor, action: 'rebuild', subject: 'releases', detail, reason, now: now() });
    return { ...detail, notes: [...notes, ...builds.notes] };
  });
}

export const sayRebuilt = ({ known, builds, snapshots, entries, notes }: Rebuilt): string[] => [
  `${known === 0 ? 'Rebuilt from the store' : `The database ended at entry ${known} of the ledger; brought back from the store`}: ${builds} builds, ${snapshots} snapshots, ${entries} entries of the ledger. Not in the store: people and their tokens, pins, freezes, planned promotions, settings of channels.`,
  ...notes,
];
