import { createHash } from 'node:crypto';
import type { BlobStore } from '@redress/blob-store';
import type { LedgerEntry, SnapshotKind } from '@redress/contracts/release-api';
import type { SignedSnapshot } from '@redress/contracts/releases';
import { ledgerKey, snapshotKey } from '../blobs/build-files.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { SnapshotBuilds } from '../store/schema.ts';

/** A snapshot as the store of builds keeps it. */
export interface ArchivedSnapshot {
  signed: SignedSnapshot;
  builds: SnapshotBuilds;
  kind: SnapshotKind;
  reason: string | null;
  actor: string;
  createdAt: string;
}
/** `entry`: the very text whose hash is in the next entry. */
export interface ArchivedEntry {
  hash: string;
  entry: string;
}

/** No bytes stand for nothing: a store may be without the right to delete. */
const GONE = Buffer.alloc(0);

async function stored(blobs: BlobStore, key: string): Promise<Buffer | null> {
  const bytes = await blobs.get(key);
  return bytes && bytes.length > 0 ? bytes : null;
}

export async function readArchived<T>(blobs: BlobStore, key: string): Promise<T | null> {
  const bytes = await stored(blobs, key);
  return bytes && (JSON.parse(bytes.toString('utf8')) as T);
}

export const parseEntry = ({ entry }: ArchivedEntry): LedgerEntry => JSON.parse(entry) as LedgerEntry;

interface Series<T extends { at: number }> {
  name: string;
  head: number;
  key: (at: number) => string;
  /** Where other bytes of the same number are kept. */
  asideKey: (at: number, stored: Buffer) => string;
  row: (at: number) => Promise<T | undefined>;
  isSame: (row: T, bytes: Buffer) => boolean;
  bytes: (row: T) => Buffer;
}

interface Context extends Pick<ReleaseCore, 'db' | 'blobs'> {
  /** By series: up to where database and store are known to agree. */
  agreed: Map<string, number>;
}

async function copy<T extends { at: number }>({ blobs, agreed }: Context, series: Series<T>): Promise<void> {
  let low = agreed.get(series.name) ?? 0;
  let high = series.head;
  // They agree up to some place and not behind it: entries follow each other, numbers are given once.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [row, kept] = [await series.row(middle), await stored(blobs, series.key(middle))];
    if (row === undefined ? kept === null : kept !== null && series.isSame(row, kept)) low = middle;
    else high = middle - 1;
  }
  // Of another life of the database, which went on without the store: nobody else has it any more.
  const putAside = async (at: number, kept: Buffer) => {
    await blobs.put(series.asideKey(at, kept), kept);
    await blobs.replace(series.key(at), GONE);
  };
  let hasParted = false;
  for (let at = low + 1; at <= series.head; at += 1) {
    const [row, kept] = [await series.row(at), await stored(blobs, series.key(at))];
    if (row && kept && series.isSame(row, kept)) continue;
    if (kept) await putAside(at, kept);
    hasParted ||= kept !== null;
    if (row) await blobs.replace(series.key(at), series.bytes(row));
  }
  for (let at = series.head + 1; hasParted; at += 1) {
    const kept = await stored(blobs, series.key(at));
    if (!kept) break;
    await putAside(at, kept);
  }
  agreed.set(series.name, series.head);
}

async function entryAt({ db }: Context, seq: number) {
  const row = await db.selectFrom('releases.ledger').selectAll().where('seq', '=', seq).executeTakeFirst();
  return row && { at: row.seq, hash: row.hash, entry: row.entry };
}

async function snapshotAt({ db }: Context, channel: string, number: number) {
  const row = await db
    .selectFrom('releases.snapshot')
    .selectAll()
    .where('channel', '=', channel)
    .where('number', '=', number)
    .where('variant', '=', '')
    .executeTakeFirst();
  if (!row) return undefined;
  const { key_id: keyId, signature, payload, builds, kind, reason, actor, created_at: at } = row;
  return {
    at: number,
    signed: { keyId, signature, payload },
    builds,
    kind,
    reason,
    actor,
    createdAt: at.toISOString(),
  };
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
const bytesOf = (value: object) => Buffer.from(JSON.stringify(value));

async function copyEach(context: Context): Promise<void> {
  const { db } = context;
  const last = await db.selectFrom('releases.ledger').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  await copy(context, {
    name: 'ledger',
    head: last?.seq ?? 0,
    key: ledgerKey,
    asideKey: (at, stored) => ledgerKey(at, digestOf(stored)),
    row: (at) => entryAt(context, at),
    isSame: (row, bytes) => (JSON.parse(bytes.toString('utf8')) as ArchivedEntry).hash === row.hash,
    bytes: ({ hash, entry }) => bytesOf({ hash, entry } satisfies ArchivedEntry),
  });
  for (const { name: channel, number } of await db.selectFrom('releases.channel').selectAll().execute()) {
    await copy(context, {
      name: channel,
      head: number,
      key: (at) => snapshotKey(channel, at),
      asideKey: (at, stored) => snapshotKey(channel, at, digestOf(stored)),
      row: (at) => snapshotAt(context, channel, at),
      isSame: (row, bytes) =>
        (JSON.parse(bytes.toString('utf8')) as ArchivedSnapshot).signed.signature === row.signed.signature,
      bytes: ({ at: _, ...row }) => bytesOf(row satisfies ArchivedSnapshot),
    });
  }
}

export interface Archive {
  /** One copy at a time. @throws when database or store are away; the next call goes on from there */
  copyAll(): Promise<void>;
}

/**
 * Copies what the database has of snapshots and ledger into the store of builds, from where the store stopped agreeing.
 * Beside every build the store then holds what a lost database is rebuilt from.
 */
export function createArchive({ db, blobs }: Pick<Context, 'db' | 'blobs'>): Archive {
  const context: Context = { db, blobs, agreed: new Map() };
  const work = () => copyEach(context);
  let working: Promise<void> = Promise.resolve();
  return { copyAll: () => (working = working.then(work, work)) };
}
