import { BuildAbout, type LedgerEntry } from '@redress/contracts/release-api';
import * as z from 'zod/mini';
import { channelMarks } from '../channels/channel-marks.ts';
import { lockChannel } from '../channels/lock-channel.ts';
import { systemActor, type Actor } from '../http/actor.ts';
import { appendToLedger, ledgerHead, lockLedger, verifyLedger } from '../ledger/ledger.ts';
import { numberOf } from '../reader/head-file.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { outlastStore } from '../retention/store-lock.ts';
import type { Db, SnapshotBuilds, Trx } from '../store/schema.ts';
import { endPersonRow } from '../people/token-bounds.ts';
import { acceptSnapshot } from './accept-snapshot.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import { parseEntry, readArchived, type ArchivedEntry, type ArchivedSnapshot } from './archive.ts';
import { enterHead, type RestoreDeps } from './enter-head.ts';

/** What came back into an empty or an older database. */
export interface Rebuilt {
  /** Entries of the ledger that the database had itself. */
  known: number;
  builds: number;
  snapshots: number;
  entries: number;
  /** What came from the files of channels, and what could not be brought back, for a person. */
  notes: string[];
}

type SeqEntry = ArchivedEntry & { seq: number };
/** What a channel serves, while its snapshots are entered one after the other. */
type Served = Map<string, { number: number; builds: SnapshotBuilds }>;

/**
 * What the store has of the ledger beyond the database. Nothing where the two part earlier: the database has gone its own
 * way, and the archive keeps both.
 * @throws {ReleaseRefusal} `ARCHIVE_BROKEN` when it was changed in the store
 */
async function readLedgerBeyond({ blobs }: RestoreDeps, db: Db) {
  const known = await ledgerHead(db);
  // A database that is there starts without its store as well.
  const stored = known && (await readArchived(blobs, known.seq).catch(() => null));
  if (known && stored?.hash !== known.hash) return { known: known.seq, rows: [] };
  const rows: SeqEntry[] = [];
  for (let seq = (known?.seq ?? 0) + 1; ; seq += 1) {
    const row = await readArchived(blobs, seq);
    if (!row) break;
    rows.push({ ...row, seq });
  }
  if (rows.length > 0) {
    const before = await db.selectFrom('releases.ledger').selectAll().orderBy('seq').execute();
    const { ok, fault } = verifyLedger([...before, ...rows]);
    if (!ok)
      throw new ReleaseRefusal('ARCHIVE_BROKEN', `Entry ${fault?.seq} of the ledger in the store: ${fault?.what}.`);
  }
  return { known: known?.seq ?? 0, rows };
}

/** Channels whose file is ahead of the database. */
async function headsBeyond({ heads, keys }: RestoreDeps, db: Db): Promise<string[]> {
  const rows = await db.selectFrom('releases.channel').select(['name', 'number']).execute();
  const numbers = new Map(rows.map(({ name, number }) => [name, number]));
  return Object.keys(keys.trust().channels).filter((name) => numberOf(heads.read(name)) > (numbers.get(name) ?? 0));
}

/** Enters a snapshot that a key of its channel has signed. */
async function enterArchived(
  { keys, channels, now }: RestoreDeps,
  trx: Trx,
  served: Served,
  archived: ArchivedSnapshot,
): Promise<Pick<Rebuilt, 'snapshots' | 'notes'>> {
  const { channel, number, signed, builds, kind, reason, actor, createdAt } = archived;
  if (!served.has(channel)) served.set(channel, await channels.stateAt(channel, await lockChannel(trx, channel), trx));
  const before = served.get(channel);
  // Several entries may be of one snapshot.
  if (!before || number <= before.number) return { snapshots: 0, notes: [] };
  try {
    acceptSnapshot(signed, { trust: keys.trust(), channel, heldNumber: number, now: now(), allowExpired: true });
  } catch (error) {
    return { snapshots: 0, notes: [`Snapshot ${number} of ${channel} is left out: ${(error as Error).message}`] };
  }
  const circumstances = { kind, reason, actor, at: new Date(createdAt), before: before.builds };
  await keepSnapshot(trx, { channel, number, signed, builds, ...circumstances });
  served.set(channel, { number, builds });
  return { snapshots: 1, notes: [] };
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
    } else if (action === 'promote' || action === 'keep' || action === 'retire') {
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

/** By what the ledger says of a promotion that was planned. */
const ENDED_PLAN = {
  'plan-end': 'ended',
  'plan-done': 'done',
  'plan-refused': 'refused',
  'plan-expired': 'expired',
} as const;

/** A backup still has what was ended since, and rights that were taken: none of it comes back. */
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
      // Entries of the store are chained and not signed: no right comes from there. Who has others by now reads, until a key
      // holder says what they may.
      const changed = trx
        .updateTable('releases.person')
        .set({ role: 'reader', team: null })
        .where('handle', '=', handle);
      await changed.where((is) => is.or([is('role', '<>', role), is('team', 'is distinct from', team)])).execute();
    }
    const id = Number(detail['plan'] ?? detail['pass'] ?? detail['preview']);
    if (action in ENDED_PLAN) {
      const state = ENDED_PLAN[action as keyof typeof ENDED_PLAN];
      await trx.updateTable('releases.plan').set({ state }).where('id', '=', id).execute();
    } else if (action === 'staff-end') {
      const ended = { ended_at: new Date(instant), secret_hash: null };
      await trx.updateTable('releases.staff_pass').set(ended).where('id', '=', id).execute();
    } else if (action === 'preview-end') {
      await trx.deleteFrom('releases.preview').where('id', '=', id).execute();
    }
    for (const name of (detail['tokensEnded'] ?? []) as string[])
      await trx.deleteFrom('releases.token').where('name', '=', name).execute();
  }
}

/** Builds that were published, and those that snapshots name. */
async function enterBuilds(
  core: RestoreDeps,
  trx: Trx,
  entries: readonly LedgerEntry[],
  inSnapshots: Iterable<string>,
) {
  const published = entries.filter(({ action }) => action === 'publish');
  const wanted = new Set([
    ...published.map(({ subject, detail }) => `${subject}@${String(detail['buildId'])}`),
    ...inSnapshots,
  ]);
  let entered = 0;
  const notes: string[] = [];
  for (const text of wanted) {
    const [name = '', buildId = ''] = text.split('@');
    const entry = published.find(({ subject, detail }) => subject === name && detail['buildId'] === buildId);
    const about = entry && {
      at: new Date(entry.at),
      by: entry.actor,
      about: z.safeParse(BuildAbout, entry.detail['about']).data ?? null,
    };
    try {
      await core.registry.restore(trx, name, buildId, about);
      entered += 1;
    } catch (error) {
      if (!isReleaseRefusal(error)) throw error;
      notes.push(`${text} is left out: ${error.message}`);
    }
  }
  return { entered, notes };
}

const namedBuilds = (builds: SnapshotBuilds): string[] =>
  Object.entries(builds).flatMap(([name, { current, lastGood }]) =>
    [current, lastGood].flatMap((buildId) => (buildId ? [`${name}@${buildId}`] : [])),
  );

/** Entries in one statement: PostgreSQL takes 65,535 parameters, and an entry is three. */
const BATCH = 1_000;

async function enterLedger(core: RestoreDeps, trx: Trx, known: number, rows: SeqEntry[]): Promise<Rebuilt> {
  const entries = rows.map(parseEntry);
  const archived = rows.flatMap(({ snapshot }) => snapshot ?? []);
  const ledger = rows.map(({ seq, hash, entry }) => ({ seq, hash, entry }));
  for (let at = 0; at < ledger.length; at += BATCH)
    await trx
      .insertInto('releases.ledger')
      .values(ledger.slice(at, at + BATCH))
      .execute();
  const inSnapshots = archived.flatMap((each) => namedBuilds(each.builds));
  const { entered: builds, notes } = await enterBuilds(core, trx, entries, inSnapshots);
  const served: Served = new Map();
  let snapshots = 0;
  for (const each of archived) {
    const entered = await enterArchived(core, trx, served, each);
    snapshots += entered.snapshots;
    notes.push(...entered.notes);
  }
  await replayMarks(trx, entries);
  await replayEnds(trx, entries);
  const detail = { known, builds, snapshots, entries: entries.length };
  const actor = systemActor('rebuild');
  const reason = known === 0 ? 'the database was lost' : 'the database was older than the store';
  await appendToLedger(trx, { actor, action: 'rebuild', subject: 'releases', detail, reason, now: core.now() });
  await trx.updateTable('releases.channel').set({ is_put_back: true }).execute();
  return { ...detail, notes };
}

/**
 * Brings back what the store of builds and the files of channels have beyond the database: builds, snapshots and ledger, with
 * what the ledger says of rollbacks and switches, into a database that has none of them, or an older part of them as a
 * backup has; and what was done by files alone. Without it an older database would write its own next entries over those
 * in the store, and serve what was rolled back.
 * @returns `null` when there is nothing to bring back
 */
export async function rebuildReleases(core: RestoreDeps): Promise<Rebuilt | null> {
  const { db } = core;
  // Read without the locks: every start asks, and while the store is slow each act of others would wait for it.
  const ahead = await headsBeyond(core, db);
  const { known, rows } = await readLedgerBeyond(core, db);
  if (ahead.length + rows.length === 0) return null;
  const rebuilt = await db.transaction().execute(async (trx) => {
    await outlastStore(trx);
    // In the order of every change: channels, then the ledger. Until the end nobody adds an entry.
    await trx.selectFrom('releases.channel').select('name').orderBy('name').forUpdate().execute();
    await lockLedger(trx);
    if (((await ledgerHead(trx))?.seq ?? 0) !== known) return 'changed';
    const nothing: Rebuilt = { known, builds: 0, snapshots: 0, entries: 0, notes: [] };
    const entered = rows.length > 0 ? await enterLedger(core, trx, known, rows) : nothing;
    for (const channel of ahead) entered.notes.push(...(await enterHead(core, trx, channel)));
    return entered.entries + entered.notes.length > 0 ? entered : null;
  });
  // Another program has brought it back, or has added an entry.
  return rebuilt === 'changed' ? rebuildReleases(core) : rebuilt;
}

/**
 * The same for a channel whose file is ahead of the database, before each change of it and all the while the program runs: it
 * was changed by files alone, or an older database was put in the place of the one there was.
 * @returns sentences for the log
 */
export async function catchUp(core: RestoreDeps, channel: string): Promise<string[]> {
  const head = numberOf(core.heads.read(channel));
  const row = await core.db
    .selectFrom('releases.channel')
    .select('number')
    .where('name', '=', channel)
    .executeTakeFirst();
  if (head <= (row?.number ?? 0)) return [];
  try {
    const rebuilt = await rebuildReleases(core);
    return rebuilt ? sayRebuilt(rebuilt) : [];
  } catch (error) {
    // Blocks no rollback: its number is above that of the file in any case.
    return [`${channel} stands at ${head} in its file and cannot be brought back yet: ${(error as Error).message}`];
  }
}

export const sayRebuilt = ({ known, builds, snapshots, entries, notes }: Rebuilt): string[] => [
  ...(entries === 0
    ? []
    : [
        `${known === 0 ? 'Rebuilt from the store' : `The database ended at entry ${known} of the ledger; brought back from the store`}: ${builds} builds, ${snapshots} snapshots, ${entries} entries of the ledger. Not in the store: people and their tokens, pins, freezes, planned promotions, settings of channels.`,
      ]),
  ...notes,
];
