import { rowsWith } from '../store/rows.ts';
import { createHash } from 'node:crypto';
import type { BlobStore } from '@redress/server/blob-store';
import type { LedgerEntry } from '@redress/contracts/release-api';
import type { SignedSnapshot } from '@redress/contracts/releases';
import { ledgerKey } from '../blobs/build-files.ts';
import { verifySignature } from '@redress/release-client/publish';
import type { CoreParts } from '../core-parts.ts';
import { knownChannelKey, type Trust } from '../keys/trust.ts';
import { ledgerHead, type LedgerLine } from '../ledger/ledger.ts';

/** The snapshot that an entry made. What it serves is read of what was signed: anybody may have written the rest. */
export interface ArchivedSnapshot {
  channel: string;
  signed: SignedSnapshot;
}
/** An entry of the ledger as the store of builds keeps it. */
export interface ArchivedEntry {
  hash: string;
  /** The very text whose hash is in the next entry. */
  entry: string;
  /** Signature of a channel's key: over the hash, and so over all entries before it. */
  by?: { channel: string; keyId: string; signature: string };
  snapshot?: ArchivedSnapshot;
}

/** No snapshot or build can be passed off as the ledger: what is signed begins with what it is. */
const signedText = (hash: string) => `redress ledger\n${hash}`;

/** Whoever can write to the store can make what follows by its hash: it counts when a key of a channel has signed it. */
export function isSigned(trust: Trust, { hash, by }: ArchivedEntry): boolean {
  const key = by && knownChannelKey(trust, by.channel, by.keyId);
  return key !== undefined && verifySignature(key, signedText(hash), by?.signature ?? '');
}

/** No bytes stand for nothing: a store may be without the right to delete. */
const GONE = Buffer.alloc(0);
/** So many lost entries in a row are looked over for those behind them; no more are read at once. */
const LOOKED_OVER = 50;

async function stored(blobs: BlobStore, seq: number): Promise<Buffer | null> {
  const bytes = await blobs.get(ledgerKey(seq));
  return bytes && bytes.length > 0 ? bytes : null;
}

/** @returns an entry whose hash fits nothing for bytes that are none */
export async function readArchived(blobs: BlobStore, seq: number): Promise<ArchivedEntry | null> {
  const bytes = await stored(blobs, seq);
  try {
    return bytes && (JSON.parse(bytes.toString('utf8')) as ArchivedEntry);
  } catch {
    return { hash: '', entry: '' };
  }
}

/** What the store has from an entry on, in order. */
export async function readArchivedFrom(blobs: BlobStore, from: number): Promise<(ArchivedEntry & LedgerLine)[]> {
  const found: (ArchivedEntry & LedgerLine)[] = [];
  for (let first = from; ; first += LOOKED_OVER) {
    const numbers = Array.from({ length: LOOKED_OVER }, (_, index) => first + index);
    const rows = await Promise.all(numbers.map(async (seq) => ({ seq, row: await readArchived(blobs, seq) })));
    const here = rows.flatMap(({ seq, row }) => (row ? [{ ...row, seq }] : []));
    if (here.length === 0) return found;
    found.push(...here);
  }
}

/** Nobody else has it any more: it is kept beside, and its place is free. */
export async function putAside(blobs: BlobStore, seq: number): Promise<void> {
  const kept = await stored(blobs, seq);
  if (!kept) return;
  const digest = createHash('sha256').update(kept).digest('hex').slice(0, 12);
  await blobs.put(ledgerKey(seq, digest), kept);
  await blobs.replace(ledgerKey(seq), GONE);
}

export const parseEntry = ({ entry }: Pick<ArchivedEntry, 'entry'>): LedgerEntry => JSON.parse(entry) as LedgerEntry;

interface Context extends Pick<CoreParts, 'db' | 'blobs' | 'keys'> {
  /** Channel whose key signs. */
  channel: string;
  /** Hash of the newest entry that was copied. */
  copied: string | null;
}

const rowAt = ({ db }: Context, seq: number) => rowsWith(db, 'ledger', { seq }).executeTakeFirst();

async function snapshotOf({ db }: Context, entry: LedgerEntry): Promise<ArchivedSnapshot | undefined> {
  const { channel, snapshot: number } = entry.detail;
  if (typeof channel !== 'string' || typeof number !== 'number') return undefined;
  const row = await rowsWith(db, 'snapshot', { channel, number }).executeTakeFirst();
  return row && { channel, signed: { keyId: row.key_id, signature: row.signature, payload: row.payload } };
}

/** Up to which entry the two agree: entries follow each other, so before one that is the same all are. */
async function agreedUpTo(context: Context, head: number): Promise<number> {
  for (let seq = head; seq > 0; seq -= 1) {
    const kept = await readArchived(context.blobs, seq);
    if (kept && kept.hash === (await rowAt(context, seq))?.hash) return seq;
  }
  return 0;
}

async function copyBeyond(context: Context): Promise<void> {
  const { db, blobs, keys, channel } = context;
  const head = await ledgerHead(db);
  if (!head || head.hash === context.copied) return;
  // The entry they agree in is signed where it is not yet: it stands for all before it.
  for (let seq = Math.max(1, await agreedUpTo(context, head.seq)); seq <= head.seq; seq += 1) {
    const [row, kept] = [await rowAt(context, seq), await readArchived(blobs, seq)];
    // Another program may have copied it meanwhile.
    if (!row || (kept?.hash === row.hash && isSigned(keys.trust(), kept))) continue;
    // Of another life of the database, which went on without the store. The last first: one that is cut off begins anew.
    const others = kept && kept.hash !== row.hash ? await readArchivedFrom(blobs, seq) : [];
    for (const other of others.toReversed()) await putAside(blobs, other.seq);
    const { hash, entry } = row;
    const snapshot = await snapshotOf(context, parseEntry(row));
    const key = keys.channelKey(channel);
    const by = { channel, keyId: key.keyId, signature: key.sign(signedText(hash)) };
    const archived: ArchivedEntry = { hash, entry, by, ...(snapshot ? { snapshot } : {}) };
    await blobs.replace(ledgerKey(seq), Buffer.from(JSON.stringify(archived)));
  }
  context.copied = head.hash;
}

/**
 * Copies the ledger, signed, with the snapshots that its entries made, into the store of builds, from where the store stopped
 * agreeing. Beside every build the store then holds what a lost or an older database is brought back from.
 */
export function createArchive(core: Pick<Context, 'db' | 'blobs' | 'keys'>, channel = 'production') {
  const context: Context = { ...core, channel, copied: null };
  const work = () => copyBeyond(context);
  let working: Promise<void> = Promise.resolve();
  return {
    /** One copy at a time. @throws when database or store are away; the next call goes on from there */
    copyAll: () => (working = working.then(work, work)),
  };
}
export type Archive = ReturnType<typeof createArchive>;
