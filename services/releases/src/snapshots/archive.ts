import { createHash } from 'node:crypto';
import type { BlobStore } from '@redress/server/blob-store';
import type { LedgerEntry, SnapshotKind } from '@redress/contracts/release-api';
import type { SignedSnapshot } from '@redress/contracts/releases';
import { ledgerKey } from '../blobs/build-files.ts';
import type { CoreParts } from '../core-parts.ts';
import { ledgerHead } from '../ledger/ledger.ts';
import type { SnapshotBuilds } from '../store/schema.ts';

/** A snapshot with its circumstances, as the entry of the ledger that made it holds it in the store. */
export interface ArchivedSnapshot {
  channel: string;
  number: number;
  signed: SignedSnapshot;
  builds: SnapshotBuilds;
  kind: SnapshotKind;
  reason: string | null;
  actor: string;
  createdAt: string;
}
/** An entry of the ledger as the store of builds keeps it. */
export interface ArchivedEntry {
  hash: string;
  /** The very text whose hash is in the next entry. */
  entry: string;
  snapshot?: ArchivedSnapshot;
}

/** No bytes stand for nothing: a store may be without the right to delete. */
const GONE = Buffer.alloc(0);

async function stored(blobs: BlobStore, seq: number): Promise<Buffer | null> {
  const bytes = await blobs.get(ledgerKey(seq));
  return bytes && bytes.length > 0 ? bytes : null;
}

const parse = (bytes: Buffer): ArchivedEntry => JSON.parse(bytes.toString('utf8')) as ArchivedEntry;

export async function readArchived(blobs: BlobStore, seq: number): Promise<ArchivedEntry | null> {
  const bytes = await stored(blobs, seq);
  return bytes && parse(bytes);
}

export const parseEntry = ({ entry }: Pick<ArchivedEntry, 'entry'>): LedgerEntry => JSON.parse(entry) as LedgerEntry;

interface Context extends Pick<CoreParts, 'db' | 'blobs'> {
  /** Up to where database and store are known to agree. */
  agreed: { seq: number; hash: string } | null;
}

const rowAt = ({ db }: Context, seq: number) =>
  db.selectFrom('releases.ledger').selectAll().where('seq', '=', seq).executeTakeFirst();

async function snapshotOf({ db }: Context, entry: LedgerEntry): Promise<ArchivedSnapshot | undefined> {
  const { channel, snapshot: number } = entry.detail;
  if (typeof channel !== 'string' || typeof number !== 'number') return undefined;
  const row = await db
    .selectFrom('releases.snapshot')
    .selectAll()
    .where(({ and }) => and({ channel, number }))
    .executeTakeFirst();
  if (!row) return undefined;
  const { key_id: keyId, signature, payload, builds, kind, reason, actor, created_at: at } = row;
  const signed = { keyId, signature, payload };
  return { channel, number, signed, builds, kind, reason, actor, createdAt: at.toISOString() };
}

/** Up to which entry the two agree: entries follow each other, so behind one that differs all do. */
async function agreedUpTo(context: Context, head: number): Promise<number> {
  const { blobs, agreed } = context;
  // An older database may have been put in the place of the one that was asked before.
  let low = agreed && (await rowAt(context, agreed.seq))?.hash === agreed.hash ? agreed.seq : 0;
  let high = head;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [row, kept] = [await rowAt(context, middle), await readArchived(blobs, middle)];
    if (row && kept?.hash === row.hash) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function copyBeyond(context: Context): Promise<void> {
  const { db, blobs } = context;
  const head = await ledgerHead(db);
  if (!head) return;
  let hasParted = false;
  for (let seq = (await agreedUpTo(context, head.seq)) + 1; seq <= head.seq || hasParted; seq += 1) {
    const [row, kept] = [await rowAt(context, seq), await stored(blobs, seq)];
    if (row && kept && parse(kept).hash === row.hash) continue;
    if (kept) {
      // Of another life of the database, which went on without the store: nobody else has it any more.
      hasParted = true;
      await blobs.put(ledgerKey(seq, digestOf(kept)), kept);
      await blobs.replace(ledgerKey(seq), GONE);
    } else if (seq > head.seq) break;
    if (!row || seq > head.seq) continue;
    const { hash, entry } = row;
    const snapshot = await snapshotOf(context, parseEntry(row));
    const archived: ArchivedEntry = { hash, entry, ...(snapshot ? { snapshot } : {}) };
    await blobs.replace(ledgerKey(seq), Buffer.from(JSON.stringify(archived)));
  }
  context.agreed = head;
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

/**
 * Copies the ledger, with the signed snapshots that its entries made, into the store of builds, from where the store stopped
 * agreeing. Beside every build the store then holds what a lost or an older database is brought back from.
 */
export function createArchive({ db, blobs }: Pick<Context, 'db' | 'blobs'>) {
  const context: Context = { db, blobs, agreed: null };
  const work = () => copyBeyond(context);
  let working: Promise<void> = Promise.resolve();
  return {
    /** One copy at a time. @throws when database or store are away; the next call goes on from there */
    copyAll: () => (working = working.then(work, work)),
  };
}
export type Archive = ReturnType<typeof createArchive>;
