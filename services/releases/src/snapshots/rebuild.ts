import {
  SnapshotKind,
  type BuildAbout,
  type ChannelSettings,
  type LedgerEntry,
  type Move,
  type Plan,
} from '@redress/contracts/release-api';
import { Snapshot } from '@redress/contracts/releases';
import { parsedJson } from '@redress/server/parsed-json';
import * as z from 'zod/mini';
import { ledgerKey } from '../blobs/build-files.ts';
import { channelMarks } from '../channels/channel-marks.ts';
import type { BuildRef } from '../channels/channel-reads.ts';
import { keepSettings } from '../channels/channel-settings.ts';
import { lockChannel } from '../channels/lock-channel.ts';
import { servedBuilds } from '../channels/served-builds.ts';
import { systemActor, type Actor } from '../http/actor.ts';
import { appendToLedger, faultOf, GENESIS, ledgerHead, lockLedger, type LedgerLine } from '../ledger/ledger.ts';
import { numberOf } from '../reader/head-file.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { outlastStore } from '../retention/store-lock.ts';
import { changeRows, removeRows } from '../store/rows.ts';
import type { Db, RowOf, SnapshotBuilds, Trx } from '../store/schema.ts';
import { endPersonRow, NO_ACCOUNT } from '../people/token-bounds.ts';
import { SnapshotRejected } from './accept-snapshot.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import { isSigned, parseEntry, putAside, readArchived, readArchivedFrom, type ArchivedSnapshot } from './archive.ts';
import { acceptKept, buildsOf, enterHead, type RestoreDeps } from './enter-head.ts';

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

type StoredRow = Awaited<ReturnType<typeof readArchivedFrom>>[number];

/** What the store has of the ledger beyond the database. */
interface Beyond {
  /** The newest entry of the database. */
  known: Pick<LedgerLine, 'seq' | 'hash'>;
  /** What follows it, each entry by the hash of the one before. */
  rows: StoredRow[];
  /** What lies behind an entry that is lost, or follows another one: it cannot be entered. */
  behind: StoredRow[];
}

/**
 * Nothing where the two part earlier: the database has gone its own way, and the archive keeps both.
 * @throws {ReleaseRefusal} `ARCHIVE_BROKEN` when it was changed in the store
 */
async function readLedgerBeyond(core: RestoreDeps, db: Db): Promise<Beyond> {
  const head = await ledgerHead(db);
  const known = head ?? { seq: 0, hash: GENESIS };
  // A database that is there starts without its store as well.
  const stored = head && (await readArchived(core.blobs, head.seq).catch(() => null));
  if (head && stored?.hash !== head.hash) return { known, rows: [], behind: [] };
  const found = await readArchivedFrom(core.blobs, known.seq + 1);
  const broken = ({ seq }: StoredRow, why: string): never => {
    throw new ReleaseRefusal('ARCHIVE_BROKEN', `Entry ${seq} in the store (${ledgerKey(seq)}): ${why}.`);
  };
  const gap = found.findIndex((row, index) => faultOf(row, known.seq + 1 + index, (found[index - 1] ?? known).hash));
  const [rows, rest] = gap < 0 ? [found, []] : [found.slice(0, gap), found.slice(gap)];
  const fault = rest[0] && faultOf(rest[0], rest[0].seq);
  if (rest[0] && fault) broken(rest[0], fault);
  const proven = provenOf(core, found);
  const behind = rest.filter((row) => proven.has(row));
  const unproven = rows.find((row) => !proven.has(row));
  if (unproven && behind.length === 0) broken(unproven, 'no key of a channel has signed it');
  return { known, rows: rows.filter((row) => proven.has(row)), behind };
}

/** Entries in their own place that a key has signed or, of a time before that, a signed snapshot names, or one of these follows. */
function provenOf(core: RestoreDeps, found: readonly StoredRow[]): Set<StoredRow> {
  const trust = core.keys.trust();
  const unsigned = found.filter((row) => !isSigned(trust, row));
  const named = new Set<string | undefined>();
  for (const { snapshot } of unsigned) {
    try {
      if (snapshot) named.add(acceptKept(core, snapshot.channel, snapshot.signed).snapshot.ledger?.hash);
    } catch {
      // A snapshot that is refused is left out, and said, where it would be entered.
    }
  }
  const unknown = new Set(unsigned.filter(({ hash }) => !named.has(hash)));
  const proven = new Set<StoredRow>();
  let follows: string | undefined;
  for (const row of found.toReversed()) {
    const isProven = faultOf(row, row.seq) === null && (!unknown.has(row) || row.hash === follows);
    if (isProven) proven.add(row);
    follows = isProven ? parseEntry(row).previous : undefined;
  }
  return proven;
}

/** Channels whose file is ahead of the database. */
async function headsBeyond({ heads, keys }: RestoreDeps, db: Db): Promise<string[]> {
  const rows = await db.selectFrom('releases.channel').select(['name', 'number']).execute();
  const numbers = new Map(rows.map(({ name, number }) => [name, number]));
  return Object.keys(keys.trust().channels).filter((name) => numberOf(heads.read(name)) > (numbers.get(name) ?? 0));
}

/** What a channel serves, while its snapshots are entered one after the other. */
interface Served {
  number: number;
  builds: SnapshotBuilds;
}

/** Enters a snapshot that a key of its channel has signed. @returns why not, for a person */
async function enterArchived(
  core: RestoreDeps,
  trx: Trx,
  served: Map<string, Served>,
  entry: LedgerEntry,
  archived: ArchivedSnapshot,
): Promise<string | null> {
  const { channel, signed } = archived;
  try {
    const { snapshot } = acceptKept(core, channel, signed);
    const { number } = snapshot;
    const before = served.get(channel) ?? (await core.channels.stateAt(channel, await lockChannel(trx, channel), trx));
    if (number <= before.number) return null;
    const { lastGood } = servedBuilds(trx, channel);
    const lastGoodOf = (name: string, buildId: string) => {
      const same = before.builds[name];
      return same?.current === buildId ? same.lastGood : lastGood(name, buildId);
    };
    const builds = await buildsOf(snapshot, before.builds, lastGoodOf);
    // The snapshot says nothing of a build that was promoted while its remote was off.
    for (const { name, buildId } of promotedBy(entry))
      if (name in (snapshot.off ?? {})) builds[name] = { current: buildId, lastGood: await lastGoodOf(name, buildId) };
    const { action, actor, reason } = entry;
    const kind = z.safeParse(SnapshotKind, MADE_BY.get(action) ?? action).data ?? 'restored';
    const at = new Date(typeof entry.detail['at'] === 'string' ? entry.detail['at'] : entry.at);
    await keepSnapshot(trx, { channel, number, signed, kind, reason, actor, at, before: before.builds, builds });
    served.set(channel, { number, builds });
    return null;
  } catch (error) {
    if (!(error instanceof SnapshotRejected)) throw error;
    return `Snapshot ${numberOf(signed)} of ${channel} is left out: ${error.message}`;
  }
}

/** Kinds of snapshots that are called otherwise than the act that made them. */
const MADE_BY = new Map<string, SnapshotKind>([
  ['rollout-abort', 'rollout'],
  ['staff-end', 'renew'],
  ['break-glass rollback', 'break-glass'],
]);

interface Promoted extends BuildRef {
  from: string | null;
}
// The casts of details here and below: a signed entry has those that this program wrote.
const movesIn = (given: unknown) => (given ?? []) as readonly Move[];
const promotedBy = ({ detail }: LedgerEntry) => (detail['builds'] ?? []) as readonly Promoted[];

/** Rollbacks, switches, promotions and ended freezes of an entry. */
async function replayMarks(trx: Trx, entry: LedgerEntry): Promise<void> {
  const { action, subject, detail, actor: name, role, at: instant } = entry;
  // Before 2026-11-29 the end of a freeze named its channel as its subject alone.
  const channel = detail['channel'] ?? (action === 'thaw' ? subject : null);
  if (typeof channel !== 'string') return;
  const actor = { ...systemActor(name), role } as Actor;
  const reason = entry.reason ?? '';
  const marks = channelMarks(trx, channel, new Date(instant));
  const bad = { actor, reason, isWithdrawn: detail['urgent'] === true, number: Number(detail['snapshot'] ?? 0) };
  if (action === 'rollback' || action === 'break-glass rollback' || action === 'rollout-abort') {
    const { from, to, moves = [{ remote: subject, from, to }] } = detail;
    for (const { remote, from, to } of movesIn(moves)) {
      if (action === 'rollout-abort') await marks.markBad(remote, from, bad);
      else await marks.goBack({ remote, from, to }, bad, action === 'rollback' ? undefined : { serves: true });
    }
    for (const { remote, from } of movesIn(detail['aborted'])) await marks.markBad(remote, from, bad);
  } else if (action === 'promote' || action === 'keep' || action === 'retire') {
    const promoted = promotedBy(entry);
    await marks.endHolds(subject.split(' '));
    for (const { name: remote, buildId } of promoted) await marks.clearBad(remote, buildId);
    const { retired, isBack } = detail;
    const left = promoted[0]?.from;
    if (isBack === true && left) await marks.markBad(String(retired), left, bad);
    if (action === 'retire') await marks.switchOn(subject);
  } else if (action === 'switch-off') {
    await marks.switchOff(subject, String(detail['buildId']), actor, reason);
  } else if (action === 'switch-on') await marks.switchOn(subject);
  else if (action === 'unmark') await marks.clearBad(subject, String(detail['buildId']));
  else if (action === 'thaw') await removeRows(trx, 'freeze', { channel, id: Number(detail['id']) });
}

/** By what the ledger says of a promotion that was planned. */
const ENDED_PLAN = new Map<string, Plan['state']>([
  ['plan-end', 'ended'],
  ['plan-done', 'done'],
  ['plan-refused', 'refused'],
  ['plan-expired', 'expired'],
]);

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
      const { role, team = null } = detail as Pick<RowOf<'person'>, 'role' | 'team'>;
      const account = detail['isInvitedAnew'] === true ? NO_ACCOUNT : {};
      await changeRows(trx, 'person', { handle }, { role, team, ...account });
    } else if (action === 'channel') {
      await keepSettings(trx, subject, detail['to'] as ChannelSettings);
    }
    const { plan, pass, preview, target } = detail;
    const id = Number(plan ?? pass ?? preview ?? target ?? 0); // no row has the number 0
    const state = ENDED_PLAN.get(action);
    if (state) {
      await changeRows(trx, 'plan', { id }, { state });
    } else if (action === 'staff-end') {
      await changeRows(trx, 'staff_pass', { id }, { ended_at: new Date(instant), secret_hash: null });
    } else if (action === 'preview-end') {
      await removeRows(trx, 'preview', { id });
    } else if (action === 'notice-end') {
      await removeRows(trx, 'notice_target', { id });
    }
    for (const name of [detail['tokensEnded'] ?? []].flat()) await removeRows(trx, 'token', { name: String(name) });
  }
}

/** Builds that were published, and those that snapshots name. */
async function enterBuilds(
  core: RestoreDeps,
  trx: Trx,
  entries: readonly LedgerEntry[],
  inSnapshots: Iterable<string>,
) {
  const acts = entries.filter(({ action }) => action === 'publish');
  const published = new Map(acts.map((entry) => [`${entry.subject}@${String(entry.detail['buildId'])}`, entry]));
  let entered = 0;
  const notes: string[] = [];
  for (const text of new Set([...published.keys(), ...inSnapshots])) {
    const [name = '', buildId = ''] = text.split('@');
    const { at, actor: by, detail } = published.get(text) ?? {};
    const about = (detail?.['about'] ?? null) as BuildAbout | null;
    try {
      await core.registry.restore(trx, name, buildId, at && by ? { at: new Date(at), by, about } : undefined);
      entered += 1;
    } catch (error) {
      if (!isReleaseRefusal(error)) throw error;
      notes.push(`${text} is left out: ${error.message}`);
    }
  }
  return { entered, notes };
}

/** Read before anything is verified: each build is signed by itself. */
function namedBuilds({ signed }: ArchivedSnapshot): string[] {
  const { data } = z.safeParse(Snapshot, parsedJson(signed.payload));
  const remotes = Object.values(data?.remotes ?? {}).flatMap(({ current, lastGood }) => [current, lastGood ?? current]);
  return data ? [data.shell, ...remotes].map(({ name, buildId }) => `${name}@${buildId}`) : [];
}

/** Entries in one statement: PostgreSQL takes 65,535 parameters, and an entry is three. */
const BATCH = 1_000;

async function enterLedger(core: RestoreDeps, trx: Trx, beyond: Beyond): Promise<Rebuilt> {
  const { known, rows, behind } = beyond;
  const entries = rows.map(parseEntry);
  const ledger = rows.map(({ seq, hash, entry }) => ({ seq, hash, entry }));
  for (let at = 0; at < ledger.length; at += BATCH)
    await trx
      .insertInto('releases.ledger')
      .values(ledger.slice(at, at + BATCH))
      .execute();
  const inSnapshots = rows.flatMap(({ snapshot }) => (snapshot ? namedBuilds(snapshot) : []));
  const { entered: builds, notes } = await enterBuilds(core, trx, entries, inSnapshots);
  const served = new Map<string, Served>();
  let snapshots = 0;
  for (const [index, entry] of entries.entries()) {
    // As they were made: what was left is bad before it is asked for the last good one.
    await replayMarks(trx, entry);
    const archived = rows[index]?.snapshot;
    // Of several entries of one snapshot the last one tells of it.
    if (!archived || rows[index + 1]?.snapshot?.signed.payload === archived.signed.payload) continue;
    const before = served.get(archived.channel)?.number;
    const note = await enterArchived(core, trx, served, entry, archived);
    if (note !== null) notes.push(note);
    if (served.get(archived.channel)?.number !== before) snapshots += 1;
  }
  await replayEnds(trx, [...entries, ...behind.map(parseEntry)]);
  const detail = { known: known.seq, builds, snapshots, entries: entries.length };
  const actor = systemActor('rebuild');
  const reason = known.seq === 0 ? 'the database was lost' : 'the database was older than the store';
  await appendToLedger(trx, { actor, action: 'rebuild', subject: 'releases', detail, reason, now: core.now() });
  await trx.updateTable('releases.channel').set({ is_put_back: true }).execute();
  return { ...detail, notes };
}

/** Enters marks of what lies behind a lost entry, and the newest snapshot of each channel with everything held. */
async function enterBehind(core: RestoreDeps, trx: Trx, { known, rows, behind }: Beyond): Promise<string[]> {
  if (behind.length === 0) return [];
  const last = (rows.at(-1) ?? known).seq + 1;
  const notes = [
    `Entry ${last} of the ledger is not in the store, or not signed: of ${behind.length} behind it marks and the newest snapshot were brought back.`,
  ];
  for (const row of behind) await replayMarks(trx, parseEntry(row));
  const snapshots = behind.flatMap(({ snapshot }) => snapshot ?? []);
  for (const { channel, signed } of snapshots.toSorted((one, other) => numberOf(other.signed) - numberOf(one.signed)))
    if (Object.hasOwn(core.keys.trust().channels, channel))
      notes.push(...(await enterHead(core, trx, channel, signed)));
  return notes;
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
  const beyond = await readLedgerBeyond(core, db);
  const { known, rows, behind } = beyond;
  if (ahead.length + rows.length + behind.length === 0) return null;
  const rebuilt = await db.transaction().execute(async (trx) => {
    await outlastStore(trx);
    // In the order of every change: channels, then the ledger. Until the end nobody adds an entry.
    await trx.selectFrom('releases.channel').select('name').orderBy('name').forUpdate().execute();
    await lockLedger(trx);
    if (((await ledgerHead(trx))?.seq ?? 0) !== known.seq) return 'changed';
    const nothing: Rebuilt = { known: known.seq, builds: 0, snapshots: 0, entries: 0, notes: [] };
    const entered = rows.length + behind.length > 0 ? await enterLedger(core, trx, beyond) : nothing;
    // Entries behind a gap come before the files: what a promotion there lets go is held again by what was lost.
    entered.notes.push(...(await enterBehind(core, trx, beyond)));
    for (const channel of ahead) entered.notes.push(...(await enterHead(core, trx, channel, core.heads.read(channel))));
    return entered.entries + entered.notes.length > 0 ? entered : null;
  });
  // Another program has brought it back, or has added an entry.
  if (rebuilt === 'changed') return rebuildReleases(core);
  for (const { seq } of behind) await putAside(core.blobs, seq);
  return rebuilt;
}

/**
 * The same for a channel whose file is ahead of the database, before each change of it and all the while the program runs: it
 * was changed by files alone, or an older database was put in the place of the one there was.
 * @returns sentences for the log
 */
export async function catchUp(core: RestoreDeps, channel: string): Promise<string[]> {
  if (!(await headsBeyond(core, core.db)).includes(channel)) return [];
  try {
    const rebuilt = await rebuildReleases(core);
    return rebuilt ? sayRebuilt(rebuilt) : [];
  } catch (error) {
    // Blocks no rollback: its number is above that of the file in any case.
    const head = numberOf(core.heads.read(channel));
    return [`${channel} stands at ${head} in its file and cannot be brought back yet: ${(error as Error).message}`];
  }
}

export const sayRebuilt = ({ known, builds, snapshots, entries, notes }: Rebuilt): string[] => [
  ...(entries === 0
    ? []
    : [
        `${known === 0 ? 'Rebuilt from the store' : `The database ended at entry ${known} of the ledger; brought back from the store`}: ${builds} builds, ${snapshots} snapshots, ${entries} entries of the ledger. Not in the store: people and their tokens, pins, freezes, planned promotions, previews, who is told.`,
      ]),
  ...notes,
];
