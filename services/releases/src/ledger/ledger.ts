import { createHash } from 'node:crypto';
import type { LedgerEntry, LedgerVerdict } from '@redress/contracts/release-api';
import { sql } from 'kysely';
import type { Actor } from '../http/actor.ts';
import { rowsWith } from '../store/rows.ts';
import type { Db, RowOf, Trx } from '../store/schema.ts';

/** What the first entry follows. */
export const GENESIS = '0'.repeat(64);
/** Key of the advisory lock: appends are serialised, or two entries would name the same one before them. */
const APPEND_LOCK = 7_239_114;

export const hashOfEntry = (entry: string): string => createHash('sha256').update(entry).digest('hex');

/** Until the transaction ends nobody else adds an entry. */
export const lockLedger = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${APPEND_LOCK})`.execute(trx);
};

/** Acts one after the other: of two at once the second sees what the first left. */
export const inTurn = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await lockLedger(trx);
    return work(trx);
  });

/** Adds an entry in the transaction of what it records: neither is there without the other. */
export async function appendToLedger(
  trx: Trx,
  what: {
    actor: Actor;
    action: string;
    subject: string;
    detail?: Record<string, unknown>;
    reason?: string | null | undefined;
    now: Date;
  },
): Promise<LedgerEntry> {
  await lockLedger(trx);
  const last = await ledgerHead(trx);
  const entry: LedgerEntry = {
    seq: (last?.seq ?? 0) + 1,
    at: what.now.toISOString(),
    actor: what.actor.name,
    ...(what.actor.person === undefined ? {} : { person: what.actor.person }),
    role: what.actor.role,
    action: what.action,
    subject: what.subject,
    detail: what.detail ?? {},
    reason: what.reason ?? null,
    previous: last?.hash ?? GENESIS,
  };
  const text = JSON.stringify(entry);
  await trx
    .insertInto('releases.ledger')
    .values({ seq: entry.seq, hash: hashOfEntry(text), entry: text })
    .execute();
  return entry;
}

/** Newest entry, as a snapshot names it. */
export async function ledgerHead(db: Db): Promise<{ seq: number; hash: string } | null> {
  const row = await rowsWith(db, 'ledger', {}).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row ? { seq: row.seq, hash: row.hash } : null;
}

export type LedgerLine = RowOf<'ledger'>;

/**
 * Checks a chain entry by entry, from the first one. @param knownHeads - heads noted elsewhere; a chain that was cut short
 * no longer holds them, unless its entry about a lost database names them
 */
export function createLedgerCheck(knownHeads: readonly string[] = []) {
  const unseen = new Set(knownHeads.filter((head) => head !== GENESIS));
  let previous = GENESIS;
  let entries = 0;
  let fault: LedgerVerdict['fault'] = null;
  return {
    /** The next entry. After a fault nothing more is looked at but how many there are. */
    add(row: LedgerLine): void {
      entries += 1;
      if (fault !== null) return;
      const what = faultOf(row, entries, previous);
      if (what !== null) {
        fault = { seq: entries, what };
        return;
      }
      previous = row.hash;
      unseen.delete(previous);
      const { detail } = JSON.parse(row.entry) as LedgerEntry;
      if (typeof detail['lostHead'] === 'string') unseen.delete(detail['lostHead']);
    },
    verdict(): LedgerVerdict {
      const cut = { seq: entries, what: 'the head noted elsewhere is not in the ledger: entries were removed' };
      const found = fault ?? (unseen.size === 0 ? null : cut);
      return { ok: found === null, entries, head: previous, fault: found };
    },
  };
}

/** @param previous - hash of the entry before; without it the entry is looked at by itself @returns what is wrong with it */
export function faultOf(row: LedgerLine, seq: number, previous?: string): string | null {
  if (row.seq !== seq) return 'an entry is missing';
  if (hashOfEntry(row.entry) !== row.hash) return 'the entry was changed';
  const entry = JSON.parse(row.entry) as LedgerEntry;
  if (entry.seq !== seq) return 'the entry was moved';
  return entry.previous === (previous ?? entry.previous) ? null : 'the entry does not follow the one before';
}
