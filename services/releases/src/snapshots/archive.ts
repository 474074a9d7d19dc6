import type { BlobStore } from '@redress/blob-store';
import type { LedgerEntry, SnapshotKind } from '@redress/contracts/release-api';
import type { SignedSnapshot } from '@redress/contracts/releases';
import type { Kysely } from 'kysely';
import { ledgerKey, snapshotKey } from '../blobs/build-files.ts';
import type { ReleaseTables, SnapshotBuilds } from '../store/schema.ts';

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

export async function readArchived<T>(blobs: BlobStore, key: string): Promise<T | null> {
  const bytes = await blobs.get(key);
  return bytes ? (JSON.parse(bytes.toString('utf8')) as T) : null;
}

export const parseEntry = ({ entry }: ArchivedEntry): LedgerEntry => JSON.parse(entry) as LedgerEntry;

/**
 * Copies what the database has of snapshots and ledger into the store of builds, from where the store stopped agreeing.
 * Beside every build the store then holds what a lost database is rebuilt from.
 */
export function createArchive({ db, blobs }: { db: Kysely<ReleaseTables>; blobs: BlobStore }) {
  /** By series: up to where database and store are known to agree. */
  const agreed = new Map<string, number>();

  async function copy<T extends { at: number }>(series: {
    name: string;
    head: number;
    key: (at: number) => string;
    row: (at: number) => Promise<T | undefined>;
    isSame: (row: T, bytes: Buffer) => boolean;
    bytes: (row: T) => Buffer;
  }): Promise<void> {
    let low = agreed.get(series.name) ?? 0;
    let high = series.head;
    // They agree up to some place and not behind it: entries follow each other, numbers are given once.
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const [row, stored] = [await series.row(middle), await blobs.get(series.key(middle))];
      if (row === undefined ? stored === null : stored !== null && series.isSame(row, stored)) low = middle;
      else high = middle - 1;
    }
    for (let at = low + 1; at <= series.head; at += 1) {
      const row = await series.row(at);
      if (row) await blobs.replace(series.key(at), series.bytes(row));
    }
    agreed.set(series.name, series.head);
  }

  const entryAt = async (seq: number) => {
    const row = await db.selectFrom('releases.ledger').selectAll().where('seq', '=', seq).executeTakeFirst();
    return row && { at: row.seq, hash: row.hash, entry: row.entry };
  };
  const snapshotAt = async (channel: string, number: number) => {
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
  };
  const bytesOf = (value: object) => Buffer.from(JSON.stringify(value));

  const work = async () => {
    const last = await db
      .selectFrom('releases.ledger')
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    await copy({
      name: 'ledger',
      head: last?.seq ?? 0,
      key: ledgerKey,
      row: entryAt,
      isSame: (row, bytes) => (JSON.parse(bytes.toString('utf8')) as ArchivedEntry).hash === row.hash,
      bytes: ({ hash, entry }) => bytesOf({ hash, entry } satisfies ArchivedEntry),
    });
    for (const { name: channel, number } of await db.selectFrom('releases.channel').selectAll().execute()) {
      await copy({
        name: channel,
        head: number,
        key: (at) => snapshotKey(channel, at),
        row: (at) => snapshotAt(channel, at),
        isSame: (row, bytes) =>
          (JSON.parse(bytes.toString('utf8')) as ArchivedSnapshot).signed.signature === row.signed.signature,
        bytes: ({ at: _, ...row }) => bytesOf(row satisfies ArchivedSnapshot),
      });
    }
  };
  let working: Promise<void> = Promise.resolve();
  return {
    /** One copy at a time. @throws when database or store are away; the next call goes on from there */
    copyAll: (): Promise<void> => {
      working = working.then(work, work);
      return working;
    },
  };
}
